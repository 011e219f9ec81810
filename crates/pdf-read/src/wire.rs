//! The messages between the serving process and a worker, as JSON: jobs and answers.
//!
//! Decoding is total: any bytes give what was sent or a [`WireError`]. It bounds no number of bytes
//! and no memory; who receives an answer bounds both ([`data_memory_bytes`]). An answer comes from
//! a process that a stranger may have taken over, so data in it is checked again by the form type,
//! and the texts of a refusal are cut.

mod memory;
mod refusals;

use std::borrow::Cow;

use form_reading::ExpectedForm;
use form_reading::expected_form::{BlankFile, BlankTexts, FormContentError};
use forms::validation::checked;
use forms::value::Object;
use forms::{Data, FormContent, FormType, ValueSource};
use ports::{DataWithSources, PdfError, UploadError};
use serde::{Deserialize, Serialize};

use crate::FileRole;

pub use memory::{data_memory_bytes, plain_memory_bytes};
use refusals::{cut_content_error, cut_file_error};

/// The bytes are not a message of the kind that is expected.
#[derive(Debug, thiserror::Error)]
#[error("the bytes are no reading of a PDF")]
pub struct WireError(#[source] Option<serde_json::Error>);

/// What a worker is to read of a file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Job<'form> {
    /// Recognises a form of this type and reads its data.
    Data(Cow<'form, ExpectedForm>),
    /// Reads the data without recognising the form, and tells where each value stands.
    Sources(Cow<'form, ExpectedForm>),
    /// All that the file holds.
    Content,
    /// Its fields and the text beside them; of a file without fields nothing.
    Fields,
    /// What is kept of a blank form.
    BlankFile,
}

impl Job<'_> {
    pub(crate) fn role(&self) -> FileRole {
        match self {
            Self::Data(_) | Self::Sources(_) | Self::Content => FileRole::FilledForm,
            Self::Fields | Self::BlankFile => FileRole::Template,
        }
    }

    /// The blank form, where the job says which form type is expected.
    pub(crate) fn blank(&self) -> Option<&BlankTexts> {
        match self {
            Self::Data(expected) | Self::Sources(expected) => Some(&expected.blank),
            Self::Content | Self::Fields | Self::BlankFile => None,
        }
    }
}

pub fn encode_job(job: &Job<'_>) -> Vec<u8> {
    encode(job)
}

pub fn decode_job(bytes: &[u8]) -> Result<Job<'static>, WireError> {
    serde_json::from_slice(bytes).map_err(|error| WireError(Some(error)))
}

/// Does the job with the content that was read and encodes the answer, which is never empty.
pub fn answer(job: &Job<'_>, read: Result<FormContent, PdfError>) -> Vec<u8> {
    let message = match (job, read) {
        (_, Err(error)) => Message::Error(error),
        (Job::Content | Job::Fields | Job::BlankFile, Ok(content)) => Message::Content(content),
        (Job::Data(expected) | Job::Sources(expected), Ok(content))
            if let pages = expected.undecodable_pages(&content)
                && !pages.is_empty() =>
        {
            Message::Error(PdfError::UndecodablePages(pages.into_iter().collect()))
        }
        (Job::Data(expected), Ok(content)) => match expected.data(&content) {
            Ok(data) => Message::Data(data.members().clone()),
            Err(error) => Message::Refused(error),
        },
        (Job::Sources(expected), Ok(content)) => match expected.read_with_sources(&content) {
            Ok((data, sources)) => Message::Sources(data.members().clone(), sources),
            Err(error) => Message::Refused(FormContentError::ValuesWrong(error)),
        },
    };
    encode(&message)
}

/// Encodes the answer to [`Job::BlankFile`].
pub fn answer_blank_file(read: Result<BlankFile, PdfError>) -> Vec<u8> {
    encode(&read.map_or_else(Message::Error, Message::BlankFile))
}

pub fn decode_blank_file(bytes: &[u8]) -> Result<Result<BlankFile, PdfError>, WireError> {
    match message(bytes)? {
        Message::BlankFile(pages) => Ok(Ok(pages)),
        Message::Error(error) => Ok(Err(error)),
        _ => Err(WireError(None)),
    }
}

pub fn decode_content(bytes: &[u8]) -> Result<Result<FormContent, PdfError>, WireError> {
    match message(bytes)? {
        Message::Content(content) => Ok(Ok(content)),
        Message::Error(error) => Ok(Err(error)),
        _ => Err(WireError(None)),
    }
}

/// Decodes the answer to [`Job::Data`]. Data that this form type would not have accepted is a
/// [`WireError`], whatever the worker says.
pub fn decode_data(
    bytes: &[u8],
    form_type: &FormType,
) -> Result<Result<Data, UploadError>, WireError> {
    match message(bytes)? {
        Message::Data(members) => match checked(form_type, members) {
            Some(data) => Ok(Ok(data)),
            None => Err(WireError(None)),
        },
        Message::Refused(error) => Ok(Err(error.into())),
        Message::Error(error) => Ok(Err(error.into())),
        _ => Err(WireError(None)),
    }
}

/// Decodes the answer to [`Job::Sources`]; data is checked as in [`decode_data`], places are not.
pub fn decode_sources(
    bytes: &[u8],
    form_type: &FormType,
) -> Result<Result<DataWithSources, UploadError>, WireError> {
    match message(bytes)? {
        Message::Sources(members, sources) => match checked(form_type, members) {
            Some(data) => Ok(Ok(DataWithSources { data, sources })),
            None => Err(WireError(None)),
        },
        Message::Refused(error) => Ok(Err(error.into())),
        Message::Error(error) => Ok(Err(error.into())),
        _ => Err(WireError(None)),
    }
}

/// Writing plain structures into memory cannot fail; if it ever did, the receiver would see bytes
/// that it cannot decode.
fn encode(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_else(|_| b"false".to_vec())
}

fn message(bytes: &[u8]) -> Result<Message, WireError> {
    let message = serde_json::from_slice(bytes).map_err(|error| WireError(Some(error)))?;
    Ok(match message {
        Message::Refused(error) => Message::Refused(cut_content_error(error)),
        Message::Error(error) => Message::Error(cut_file_error(error)),
        message => message,
    })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Message {
    Content(FormContent),
    BlankFile(BlankFile),
    Data(Object),
    Sources(Object, Vec<ValueSource>),
    Refused(FormContentError),
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
    CopiesDiffer(Vec<String>),
    Undecodable(Vec<String>),
    UndecodablePages(Vec<usize>),
    TooComplex(String),
}

#[cfg(test)]
mod tests;
