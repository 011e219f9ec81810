//! What was read as JSON, to be handed from the process that parses to the one that serves.
//!
//! [`decode`] is total: any bytes give what was read or a [`WireError`]. It bounds nothing; who
//! receives the bytes bounds their number.

use forms::FormContent;
use ports::PdfError;
use serde::{Deserialize, Serialize};

/// The bytes are not what [`encode`] writes.
#[derive(Debug, thiserror::Error)]
#[error("the bytes are no reading of a PDF")]
pub struct WireError(#[source] serde_json::Error);

/// Never empty.
pub fn encode(read: Result<FormContent, PdfError>) -> Vec<u8> {
    let message = match read {
        Ok(content) => Message::Content(content),
        Err(error) => Message::Error(error),
    };
    // Writing plain structures into memory cannot fail; if it ever did, the receiver would see
    // bytes that it cannot decode.
    serde_json::to_vec(&message).unwrap_or_else(|_| b"null".to_vec())
}

pub fn decode(bytes: &[u8]) -> Result<Result<FormContent, PdfError>, WireError> {
    let message = serde_json::from_slice(bytes).map_err(WireError)?;
    Ok(match message {
        Message::Content(content) => Ok(content),
        Message::Error(error) => Err(error),
    })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Message {
    Content(FormContent),
    Error(#[serde(with = "WirePdfError")] PdfError),
}

/// Mirrors [`PdfError`]: ports know no serialisation.
#[derive(Serialize, Deserialize)]
#[serde(remote = "PdfError", rename_all = "snake_case")]
enum WirePdfError {
    NotAPdf,
    Damaged(String),
    Hostile,
    Locked,
    UnsupportedEncryption(String),
    DynamicXfa,
    TooLargeDecompressed,
    TookTooLong,
    Ambiguous(String),
    Undecodable(Vec<String>),
    TooComplex(String),
}

#[cfg(test)]
mod tests;
