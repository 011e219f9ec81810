//! Reading of bodies without a server, for tests and fuzzing; left out of the program.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use futures::Stream;

use crate::error::BodyError;
use crate::request::multipart::Multipart;
use crate::response::disposition;

/// A part of a multipart body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadPart {
    pub name: String,
    pub filename: Option<String>,
    pub content_type: Option<String>,
    pub content: Vec<u8>,
}

/// The parts of a body that arrives in pieces of this size; the sentence of the error where it is
/// refused.
pub fn parts(body: &[u8], boundary: &str, piece_bytes: usize) -> Result<Vec<ReadPart>, String> {
    read_parts(body, boundary, piece_bytes).map_err(|error| error.detail())
}

pub(crate) fn read_parts(
    body: &[u8],
    boundary: &str,
    piece_bytes: usize,
) -> Result<Vec<ReadPart>, BodyError> {
    futures::executor::block_on(async {
        let mut multipart = arriving(body, boundary, piece_bytes)?;
        let mut parts = Vec::new();
        while let Some(head) = multipart.next_part().await? {
            let mut content = Vec::new();
            while let Some(piece) = multipart.next_piece().await? {
                content.extend_from_slice(&piece);
            }
            parts.push(ReadPart {
                name: head.name,
                filename: head.filename,
                content_type: head.content_type,
                content,
            });
        }
        Ok(parts)
    })
}

/// A body that arrives in pieces of this size.
pub(crate) fn arriving(
    body: &[u8],
    boundary: &str,
    piece_bytes: usize,
) -> Result<Multipart, BodyError> {
    let pieces: Vec<_> = body
        .chunks(piece_bytes)
        .map(Bytes::copy_from_slice)
        .collect();
    let stream = futures::stream::iter(pieces.into_iter().map(Ok));
    let stream: Pin<Box<dyn Stream<Item = _>>> = Box::pin(stream);
    let payload = Payload::Stream { payload: stream };
    let content_type = format!("multipart/form-data; boundary=\"{boundary}\"");
    let request = TestRequest::post()
        .insert_header(("Content-Type", content_type))
        .to_http_request();
    Multipart::of(&request, payload)
}

/// The value of `Content-Disposition` for a file of this name.
pub fn content_disposition(filename: &str) -> String {
    disposition::attachment(filename)
}
