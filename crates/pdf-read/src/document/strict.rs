//! A parser that takes a file only where it is written to the letter (PDF 32000-1, 7.2 to 7.5), and
//! reads of it what is asked for.
//!
//! Whatever is out of the ordinary, from a repeated key to a stream that does not end where its
//! length says, is [`Unusual`] and left to the parsers that take apart whole files and mend them.
//! Left out on purpose: encryption, hybrid files, and every filter but those of `filters`.

mod content;
mod lenient;
mod lexer;
mod lines;
mod newest_states;
mod numbers;
mod object_streams;
mod places;
mod sections;
mod strings;
mod table;
mod xref_stream;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use ports::PdfError;

pub(super) use self::content::shown_bytes;
pub(super) use self::lenient::LenientStates;
use self::lexer::Lexer;
pub(super) use self::lines::Entry;
pub(crate) use self::newest_states::NewestStates;
use self::object_streams::ObjectStreams;
use self::table::Table;
use super::filters::{self, Filter};
use super::{Dictionary, Document, Id, LookedAt, Object, damaged};
use crate::limits::{OBJECT_DEPTH_MAX, OBJECT_STREAM_BYTES_MAX};
use crate::steps::step;

/// Something that this parser leaves to others.
#[derive(Debug, PartialEq)]
pub(super) struct Unusual;

impl Unusual {
    pub(super) fn refusal(self) -> PdfError {
        damaged("it is not written to the letter")
    }
}

/// A file, and where its objects are.
pub(crate) struct StrictDocument<'pdf> {
    pdf: &'pdf [u8],
    table: Table,
    streams: ObjectStreams,
    /// Bytes that object streams may still have.
    bytes_left: Cell<usize>,
    /// The objects that were read, in the order of the table.
    known: RefCell<Vec<Option<Indirect<'pdf>>>>,
    looked_at: LookedAt,
}

/// An indirect object, and the bytes behind its dictionary where it is a stream.
#[derive(Clone)]
struct Indirect<'pdf> {
    object: Object,
    bytes: Option<&'pdf [u8]>,
    /// Where its last word ends; nowhere where it is packed with others.
    end: Option<usize>,
}

impl<'pdf> StrictDocument<'pdf> {
    /// Reads where the objects are, and none of them.
    pub(crate) fn open(pdf: &'pdf [u8]) -> Result<Self, PdfError> {
        Self::opened(pdf).map_err(Unusual::refusal)
    }

    fn opened(pdf: &'pdf [u8]) -> Result<Self, Unusual> {
        let document = Self::of(pdf, Table::whole(pdf)?);
        match document.table.trailer.has(b"Encrypt") {
            true => Err(Unusual),
            false => Ok(document),
        }
    }

    fn of(pdf: &'pdf [u8], table: Table) -> Self {
        Self {
            pdf,
            known: RefCell::new(vec![None; table.count()]),
            table,
            streams: ObjectStreams::default(),
            bytes_left: Cell::new(OBJECT_STREAM_BYTES_MAX),
            looked_at: LookedAt::default(),
        }
    }

    pub(super) fn pdf(&self) -> &'pdf [u8] {
        self.pdf
    }

    /// The catalog's number and generation.
    pub(super) fn root(&self) -> Result<Id, Unusual> {
        self.table.trailer.get(b"Root").reference().ok_or(Unusual)
    }

    /// An indirect object; null where the file defines none.
    pub(super) fn known_object(&self, id: Id) -> Result<Object, Unusual> {
        let known = self.known(id)?;
        Ok(known.map_or(Object::Null, |known| known.object))
    }

    /// The bytes of a stream as they are in the file. `None` if it is no stream.
    pub(super) fn bytes(&self, id: Id) -> Result<Option<&'pdf [u8]>, Unusual> {
        Ok(self.known(id)?.and_then(|known| known.bytes))
    }

    /// An object that is read once, however often it is asked for.
    fn known(&self, id: Id) -> Result<Option<Indirect<'pdf>>, Unusual> {
        let Some((place, entry)) = self.table.find(id) else {
            return Ok(None);
        };
        if let Some(Some(known)) = self.known.borrow().get(place) {
            return Ok(Some(known.clone()));
        }
        let read = match entry {
            Entry::At(offset) => self.indirect(offset, id)?,
            Entry::Packed { container, index } => Indirect {
                object: self.streams.object(self, container, index, id.0)?,
                bytes: None,
                end: None,
            },
        };
        if let Some(known) = self.known.borrow_mut().get_mut(place) {
            *known = Some(read.clone());
        }
        Ok(Some(read))
    }

    fn indirect(&self, offset: usize, id: Id) -> Result<Indirect<'pdf>, Unusual> {
        let mut lexer = Lexer::at(self.pdf, offset)?;
        lexer.header(id)?;
        let object = lexer.object(0)?;
        lexer.skip_comments();
        if lexer.skip_word(b"endobj") {
            return Ok(Indirect {
                object,
                bytes: None,
                end: Some(lexer.position()),
            });
        }
        let Object::Dictionary(entries) = object else {
            return Err(Unusual);
        };
        let bytes = lexer.stream(self.length(&entries)?)?;
        Ok(Indirect {
            object: Object::Stream(entries, id),
            bytes: Some(bytes),
            end: Some(lexer.position()),
        })
    }

    /// The length of a stream, which may be an object of its own (7.3.8.2).
    fn length(&self, entries: &Dictionary) -> Result<usize, Unusual> {
        let length = match entries.get(b"Length") {
            Object::Integer(length) => *length,
            // An object in an object stream would have to be looked up in a stream again.
            Object::Reference(id) => match self.table.find(*id) {
                Some((_, Entry::At(offset))) => {
                    let mut lexer = Lexer::at(self.pdf, offset)?;
                    lexer.header(*id)?;
                    match lexer.object(OBJECT_DEPTH_MAX)? {
                        Object::Integer(length) => length,
                        _ => return Err(Unusual),
                    }
                }
                Some((_, Entry::Packed { .. })) | None => return Err(Unusual),
            },
            _ => return Err(Unusual),
        };
        usize::try_from(length).map_err(|_| Unusual)
    }

    /// The bytes of an object stream with its filters undone.
    fn unpacked(&self, container: u32) -> Result<(Dictionary, Vec<u8>), Unusual> {
        let id = (container, 0);
        let Some((_, Entry::At(offset))) = self.table.find(id) else {
            return Err(Unusual);
        };
        let stream = self.indirect(offset, id)?;
        let (Object::Stream(entries, _), Some(raw)) = (stream.object, stream.bytes) else {
            return Err(Unusual);
        };
        let bytes_left = self.bytes_left.get();
        let bytes = unfiltered(&entries, raw, bytes_left)?;
        self.bytes_left.set(bytes_left.saturating_sub(bytes.len()));
        Ok((entries, bytes))
    }
}

impl Document for StrictDocument<'_> {
    fn catalog(&self) -> Result<Dictionary, PdfError> {
        let root = self.root().and_then(|root| self.known_object(root));
        match root.map_err(Unusual::refusal)? {
            Object::Dictionary(catalog) => Ok(catalog),
            _ => Err(Unusual.refusal()),
        }
    }

    fn object(&self, id: Id) -> Result<Object, PdfError> {
        self.known_object(id).map_err(Unusual::refusal)
    }

    fn raw_stream(&self, id: Id) -> Result<Option<Cow<'_, [u8]>>, PdfError> {
        let raw = self.bytes(id).map_err(Unusual::refusal)?;
        Ok(raw.map(Cow::Borrowed))
    }

    fn decoded_stream(&self, _: Id) -> Option<Vec<u8>> {
        None
    }

    fn looked_at(&self) -> &LookedAt {
        &self.looked_at
    }
}

/// Whether two values are the same, as they are written or else to the letter.
pub(super) fn is_same_value(one: &[u8], other: &[u8]) -> bool {
    one == other || value(one).is_some_and(|one| value(other) == Some(one))
}

/// A value to the letter, if nothing stands behind it.
pub(super) fn value(written: &[u8]) -> Option<Object> {
    let mut lexer = Lexer::at(written, 0).ok()?;
    let value = lexer.object(0).ok()?;
    lexer.skip_comments();
    lexer.peek().is_none().then_some(value)
}

/// The bytes of a stream with its one filter undone, a predictor aside.
fn unfiltered(entries: &Dictionary, raw: &[u8], bytes_max: usize) -> Result<Vec<u8>, Unusual> {
    step();
    if filters::has_abbreviated_keys(entries) {
        return Err(Unusual);
    }
    let filters = match entries.get(b"Filter") {
        Object::Null => Vec::new(),
        Object::Name(name) => vec![Filter {
            name: name.clone(),
            has_predictor: false,
        }],
        _ => return Err(Unusual),
    };
    // Each is read once, within a bound of its own.
    let looked_at = LookedAt::default();
    let undone = filters::undo(Cow::Borrowed(raw), &filters, bytes_max, &looked_at);
    undone.ok().flatten().ok_or(Unusual)
}
