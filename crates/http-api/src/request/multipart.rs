//! Multipart bodies (RFC 2046, section 5.1; RFC 7578) as browsers, curl and old programs send them.
//!
//! Read by the service itself, since libraries refuse names that people's files have: in
//! Windows-1252, or with control characters. Memory does not grow with the body.

mod head;
mod header_parameters;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Bytes;
use futures::StreamExt as _;
use memchr::memmem::Finder;

use super::body::{check_encoding, media_type};
use crate::error::BodyError;
pub(crate) use head::PartHead;
use head::Repeated;

/// Most bytes of unknown parts together, with those before the first part and behind the last one,
/// that are skipped.
const SKIPPED_BYTES_MAX: usize = 1_048_576;

const UNKNOWN_PARTS_TOO_LARGE: &str =
    "The parts that are not asked for are larger than 1 MB together, leave them out.";

const EPILOGUE_TOO_LARGE: &str =
    "What follows the last boundary is too large, end the body with that.";

/// Most parts of a body.
const PARTS_MAX: usize = 100;

/// Longest head of a part.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// Longest boundary (RFC 2046, 5.1.1), and most blanks behind one.
const BOUNDARY_LENGTH_MAX: usize = 70;

/// The parts of a body, one after the other, each in pieces.
pub(crate) struct Multipart {
    payload: Payload,
    buffer: Bytes,
    /// A line break, two hyphens and the boundary.
    delimiter: Finder<'static>,
    place: Place,
    parts: usize,
    skipped_bytes: usize,
}

/// Where in the body the buffer begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Content,
    Head,
    End,
}

/// What the buffer begins with.
enum Scan {
    Content { length: usize },
    Delimiter { length: usize, is_last: bool },
    TooShort,
}

/// The boundary that the content type names (RFC 2046, 5.1.1), read as leniently as the parameters
/// of parts: many programs write one with `=` in it and no quotation marks.
fn boundary(request: &HttpRequest) -> Option<Vec<u8>> {
    let sent = request.headers().get(header::CONTENT_TYPE)?;
    let mut parameters = header_parameters::parameters(sent.as_bytes()).into_iter();
    let (_, boundary) = parameters.find(|(name, _)| name == "boundary")?;
    let is_seen = boundary.iter().all(|byte| matches!(byte, b' '..=b'~'));
    let is_one = is_seen && (1..=BOUNDARY_LENGTH_MAX).contains(&boundary.len());
    is_one.then_some(boundary)
}

impl Multipart {
    /// The parts of the body of a request.
    pub(crate) fn of(request: &HttpRequest, payload: Payload) -> Result<Self, BodyError> {
        if media_type(request).as_deref() != Some("multipart/form-data") {
            return Err(BodyError::ContentTypeUnsupported("multipart/form-data"));
        }
        check_encoding(request)?;
        let boundary = boundary(request)
            .ok_or_else(|| broken("the content type names no boundary of 1 to 70 characters"))?;
        Ok(Self {
            payload,
            // The first delimiter may stand without a line break before it.
            buffer: Bytes::from_static(b"\r\n"),
            delimiter: Finder::new(&[b"\r\n--", &*boundary].concat()).into_owned(),
            place: Place::Content,
            parts: 0,
            skipped_bytes: 0,
        })
    }

    /// The head of the next part; what is left of the last one is skipped. There is none only
    /// where the whole body has arrived.
    pub(crate) async fn next_part(&mut self) -> Result<Option<PartHead>, BodyError> {
        while let Some(piece) = self.next_piece().await? {
            self.skip(piece.len(), UNKNOWN_PARTS_TOO_LARGE)?;
        }
        if self.place == Place::End {
            self.pass_over_epilogue().await?;
            return Ok(None);
        }
        self.parts += 1;
        if self.parts > PARTS_MAX {
            let sentence = format!("The body has more than {PARTS_MAX} parts, send fewer.");
            return Err(BodyError::UploadInvalid(vec![sentence]));
        }
        self.head().await.map(Some)
    }

    /// The next bytes of the part; `None` at its end.
    pub(crate) async fn next_piece(&mut self) -> Result<Option<Bytes>, BodyError> {
        while self.place == Place::Content {
            match self.scan() {
                Scan::Content { length } => {
                    return Ok(Some(self.buffer.split_to(length)));
                }
                Scan::Delimiter { length, is_last } => {
                    drop(self.buffer.split_to(length));
                    self.place = if is_last { Place::End } else { Place::Head };
                }
                Scan::TooShort => self.fill().await?,
            }
        }
        Ok(None)
    }

    /// Goes over what only looks like a delimiter in one go, so that a file full of that does not
    /// come in pieces of a few bytes.
    fn scan(&self) -> Scan {
        for begin in self.delimiter.find_iter(&self.buffer) {
            match (begin, self.judge(begin)) {
                (_, None) => {}
                (0, Some(scan)) => return scan,
                (length, Some(_)) => return Scan::Content { length },
            }
        }
        match self.buffer.len() - self.begun_delimiter() {
            0 => Scan::TooShort,
            length => Scan::Content { length },
        }
    }

    /// What the text of the delimiter that begins here is by what follows it; `None` for content:
    /// a longer boundary is none.
    fn judge(&self, begin: usize) -> Option<Scan> {
        let length = self.delimiter.needle().len();
        let behind = &self.buffer[begin + length..];
        if behind.starts_with(b"--") {
            let length = length + 2;
            return Some(Scan::Delimiter {
                length,
                is_last: true,
            });
        }
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let blanks = behind.iter().take_while(is_blank).count();
        match &behind[blanks..] {
            _ if blanks > BOUNDARY_LENGTH_MAX => None,
            [b'\r', b'\n', ..] => Some(Scan::Delimiter {
                length: length + blanks + 2,
                is_last: false,
            }),
            [] | [b'\r'] => Some(Scan::TooShort),
            [b'-'] if blanks == 0 => Some(Scan::TooShort),
            _ => None,
        }
    }

    /// How many bytes at the end may be the beginning of a delimiter. Mostly none, so that what
    /// comes next is not copied behind them.
    fn begun_delimiter(&self) -> usize {
        let delimiter = self.delimiter.needle();
        let length_max = self.buffer.len().min(delimiter.len() - 1);
        let end = &self.buffer[self.buffer.len() - length_max..];
        let begins = memchr::memchr_iter(delimiter[0], end);
        let mut begun = begins.map(|begin| &end[begin..]);
        let begun = begun.find(|begun| delimiter.starts_with(begun));
        begun.map_or(0, <[u8]>::len)
    }

    async fn head(&mut self) -> Result<PartHead, BodyError> {
        loop {
            // A part without a head begins with the empty line.
            let end = if self.buffer.starts_with(b"\r\n") {
                Some(0)
            } else {
                memchr::memmem::find(&self.buffer, b"\r\n\r\n").map(|end| end + 2)
            };
            match end {
                Some(end) if end <= HEAD_BYTES_MAX => {
                    let head = self.buffer.split_to(end);
                    drop(self.buffer.split_to(2));
                    self.place = Place::Content;
                    return PartHead::parse(&head).map_err(|Repeated(what)| {
                        broken(&format!(
                            "the head of a part gives `{what}` twice, give it once"
                        ))
                    });
                }
                None if self.buffer.len() <= HEAD_BYTES_MAX => self.fill().await?,
                _ => return Err(broken("the head of a part is too long")),
            }
        }
    }

    /// Whatever follows the last boundary counts for nothing (RFC 2046, 5.1.1). But a body that
    /// ends before its announced length or its last chunk was cut, and is not to be taken.
    async fn pass_over_epilogue(&mut self) -> Result<(), BodyError> {
        self.skip(self.buffer.len(), EPILOGUE_TOO_LARGE)?;
        self.buffer = Bytes::new();
        while let Some(piece) = self.payload.next().await {
            self.skip(piece?.len(), EPILOGUE_TOO_LARGE)?;
        }
        Ok(())
    }

    /// Counts bytes that are skipped; `sentence` refuses them where all together are too many.
    fn skip(&mut self, bytes: usize, sentence: &str) -> Result<(), BodyError> {
        self.skipped_bytes = self.skipped_bytes.saturating_add(bytes);
        if self.skipped_bytes <= SKIPPED_BYTES_MAX {
            return Ok(());
        }
        Err(BodyError::UploadInvalid(vec![sentence.to_owned()]))
    }

    async fn fill(&mut self) -> Result<(), BodyError> {
        let piece = self.payload.next().await;
        let piece = piece.ok_or_else(|| broken("it ends before its last boundary"))??;
        self.buffer = match self.buffer.is_empty() {
            true => piece,
            false => [&self.buffer[..], &piece].concat().into(),
        };
        Ok(())
    }
}

fn broken(problem: &str) -> BodyError {
    BodyError::MultipartBroken(problem.to_owned())
}

#[cfg(test)]
mod tests;
