//! The reading as JSON, to be handed from the process that parses to the one that serves.
//!
//! [`decode`] is total: any bytes give a reading or a [`WireError`]. It bounds nothing; who reads
//! the bytes bounds their number.

mod content;
mod refusal;

use forms::FormContent;
use ports::ReadRefused;
use serde::{Deserialize, Serialize};

use self::content::Content;
use self::refusal::Refusal;

/// The bytes are no reading.
#[derive(Debug, thiserror::Error)]
#[error("the bytes are no reading of a PDF")]
pub struct WireError(#[source] serde_json::Error);

/// The bytes of a reading. Never empty.
pub fn encode(reading: &Result<FormContent, ReadRefused>) -> Vec<u8> {
    let message = match reading {
        Ok(content) => Message::Content(content.into()),
        Err(refused) => Message::Refused(refused.into()),
    };
    // Writing plain structures into memory cannot fail; if it ever did, the receiver would see
    // bytes that are no reading.
    serde_json::to_vec(&message).unwrap_or_else(|_| b"null".to_vec())
}

/// The reading in the bytes.
pub fn decode(bytes: &[u8]) -> Result<Result<FormContent, ReadRefused>, WireError> {
    let message = serde_json::from_slice(bytes).map_err(WireError)?;
    Ok(match message {
        Message::Content(content) => Ok(content.into()),
        Message::Refused(refusal) => Err(refusal.into()),
    })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Message {
    Content(Content),
    Refused(Refusal),
}

#[cfg(test)]
mod tests;
