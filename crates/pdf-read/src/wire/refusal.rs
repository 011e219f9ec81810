//! Refusals as they are sent.

use ports::ReadRefused;
use serde::{Deserialize, Serialize};

/// Mirrors [`ReadRefused`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refusal {
    NotAPdf,
    Damaged(String),
    Locked,
    DynamicXfa,
    TooLargeDecompressed,
    TookTooLong,
    Ambiguous(String),
    Undecodable(Vec<String>),
    TooComplex(String),
}

impl From<&ReadRefused> for Refusal {
    fn from(refused: &ReadRefused) -> Self {
        match refused {
            ReadRefused::NotAPdf => Self::NotAPdf,
            ReadRefused::Damaged(what) => Self::Damaged(what.clone()),
            ReadRefused::Locked => Self::Locked,
            ReadRefused::DynamicXfa => Self::DynamicXfa,
            ReadRefused::TooLargeDecompressed => Self::TooLargeDecompressed,
            ReadRefused::TookTooLong => Self::TookTooLong,
            ReadRefused::Ambiguous(what) => Self::Ambiguous(what.clone()),
            ReadRefused::Undecodable(names) => Self::Undecodable(names.clone()),
            ReadRefused::TooComplex(what) => Self::TooComplex(what.clone()),
        }
    }
}

impl From<Refusal> for ReadRefused {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotAPdf => Self::NotAPdf,
            Refusal::Damaged(what) => Self::Damaged(what),
            Refusal::Locked => Self::Locked,
            Refusal::DynamicXfa => Self::DynamicXfa,
            Refusal::TooLargeDecompressed => Self::TooLargeDecompressed,
            Refusal::TookTooLong => Self::TookTooLong,
            Refusal::Ambiguous(what) => Self::Ambiguous(what),
            Refusal::Undecodable(names) => Self::Undecodable(names),
            Refusal::TooComplex(what) => Self::TooComplex(what),
        }
    }
}
