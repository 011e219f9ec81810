//! A PDF as objects, independent of the parser that has read it.
//!
//! Everything that this crate knows about forms is written once, over [`Document`]; what is
//! independent are the two parsers behind it. Objects are owned copies of what is looked at,
//! references are followed one at a time.

pub(crate) mod agreed;
mod compared;
pub(crate) mod content;
mod dictionary;
mod encrypted_trailer;
mod filters;
mod flate;
mod headers;
mod looked_at;
mod name;
pub(crate) mod plain;
pub(crate) mod primary;
mod repeated_key;
pub(crate) mod second;
mod strict;
pub(crate) mod trailers;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ports::PdfError;

pub(crate) use self::dictionary::Dictionary;
use self::filters::Filter;
pub(crate) use self::filters::{has_abbreviated_keys, is_blank};
pub(crate) use self::looked_at::LookedAt;
pub(crate) use self::name::Name;
use crate::limits::{OBJECT_DEPTH_MAX, STREAM_BYTES_MAX};

/// The number and generation of an indirect object (PDF 32000-1, 7.3.10).
pub(crate) type Id = (u32, u16);

/// An object (PDF 32000-1, 7.3). Strings and streams are decrypted, names are freed of their `#xx`
/// escapes. Strings, arrays and dictionaries are shared, so that a copy of those costs the same
/// however much they hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Object {
    Null,
    Boolean(bool),
    /// An integer, or a real number without decimals.
    Integer(i64),
    Real(f32),
    String(Rc<[u8]>),
    Name(Name),
    Array(Rc<[Object]>),
    Dictionary(Dictionary),
    /// A stream: its dictionary, and the object under which its bytes are found.
    Stream(Dictionary, Id),
    Reference(Id),
}

/// What a parser offers.
pub(crate) trait Document {
    fn catalog(&self) -> Result<Dictionary, PdfError>;

    /// An indirect object; null where the file defines none. An object that is defined but
    /// unreadable is a refusal.
    fn object(&self, id: Id) -> Result<Object, PdfError>;

    /// The bytes of a stream as they are in the file, decrypted. `None` if it is no stream.
    fn raw_stream(&self, id: Id) -> Result<Option<Cow<'_, [u8]>>, PdfError>;

    /// The bytes of a stream with all its filters undone. `None` if that fails.
    fn decoded_stream(&self, id: Id) -> Option<Vec<u8>>;

    /// How much of it was looked at.
    fn looked_at(&self) -> &LookedAt;
}

/// The objects that were looked at, so that one to which many others refer is read once.
#[derive(Default)]
struct KnownObjects(RefCell<HashMap<Id, Object>>);

impl KnownObjects {
    fn ids(&self) -> Vec<Id> {
        self.0.borrow().keys().copied().collect()
    }

    fn find_or_read<E>(
        &self,
        id: Id,
        read: impl FnOnce() -> Result<Object, E>,
    ) -> Result<Object, E> {
        if let Some(known) = self.0.borrow().get(&id) {
            return Ok(known.clone());
        }
        let object = read()?;
        self.0.borrow_mut().insert(id, object.clone());
        Ok(object)
    }
}

impl Object {
    pub(crate) fn reference(&self) -> Option<Id> {
        match self {
            Self::Reference(id) => Some(*id),
            _ => None,
        }
    }

    /// An integer where there are no decimals.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole numbers this small convert exactly; reals are coordinates"
    )]
    fn of_number(number: f64) -> Self {
        if number.fract() == 0.0 && number.abs() < 9e15 {
            Self::Integer(number as i64)
        } else {
            Self::Real(number as f32)
        }
    }

    /// The number of an integer or real.
    pub(crate) fn number(&self) -> Option<f32> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "coordinates are small")]
            Self::Integer(integer) => Some(*integer as f32),
            Self::Real(real) => Some(*real),
            _ => None,
        }
    }
}

impl dyn Document + '_ {
    /// The object itself, or the one that it refers to, over at most `OBJECT_DEPTH_MAX` references.
    pub(crate) fn resolve(&self, object: &Object) -> Result<Object, PdfError> {
        let mut object = object.clone();
        for _ in 0..OBJECT_DEPTH_MAX {
            match object {
                Object::Reference(id) => object = self.object(id)?,
                other => {
                    self.looked_at().count_object(&other)?;
                    return Ok(other);
                }
            }
        }
        Err(damaged("references run in a circle"))
    }

    /// What stands under a key, references followed.
    pub(crate) fn get(&self, dictionary: &Dictionary, key: &[u8]) -> Result<Object, PdfError> {
        self.resolve(dictionary.get(key))
    }

    /// The dictionary under a key; also that of a stream. Empty where there is none.
    pub(crate) fn dictionary(
        &self,
        dictionary: &Dictionary,
        key: &[u8],
    ) -> Result<Dictionary, PdfError> {
        Ok(match self.get(dictionary, key)? {
            Object::Dictionary(inner) | Object::Stream(inner, _) => inner,
            _ => Dictionary::default(),
        })
    }

    /// The members of the array under a key, references among them not followed; none where there
    /// is no array.
    pub(crate) fn array(
        &self,
        dictionary: &Dictionary,
        key: &[u8],
    ) -> Result<Rc<[Object]>, PdfError> {
        Ok(match self.get(dictionary, key)? {
            Object::Array(members) => members,
            _ => Rc::default(),
        })
    }

    /// The members of an array, references followed.
    pub(crate) fn members(
        &self,
        dictionary: &Dictionary,
        key: &[u8],
    ) -> Result<Rc<[Object]>, PdfError> {
        self.resolve_members(self.array(dictionary, key)?)
    }

    pub(crate) fn resolve_members(&self, array: Rc<[Object]>) -> Result<Rc<[Object]>, PdfError> {
        if array.iter().all(|member| member.reference().is_none()) {
            return Ok(array);
        }
        array.iter().map(|member| self.resolve(member)).collect()
    }

    pub(crate) fn integer(
        &self,
        dictionary: &Dictionary,
        key: &[u8],
    ) -> Result<Option<i64>, PdfError> {
        Ok(match self.get(dictionary, key)? {
            Object::Integer(integer) => Some(integer),
            _ => None,
        })
    }

    /// The name under a key, as bytes.
    pub(crate) fn name(
        &self,
        dictionary: &Dictionary,
        key: &[u8],
    ) -> Result<Option<Name>, PdfError> {
        Ok(match self.get(dictionary, key)? {
            Object::Name(name) => Some(name),
            _ => None,
        })
    }

    /// The decoded bytes of a stream, at most `STREAM_BYTES_MAX`. Data that breaks off is an error,
    /// where the parsers would return its beginning.
    pub(crate) fn stream_bytes(
        &self,
        dictionary: &Dictionary,
        id: Id,
    ) -> Result<Vec<u8>, PdfError> {
        self.stream_bytes_within(dictionary, id, STREAM_BYTES_MAX)
    }

    /// Like [`stream_bytes`](Self::stream_bytes), with a limit of its own.
    pub(crate) fn stream_bytes_within(
        &self,
        dictionary: &Dictionary,
        id: Id,
        bytes_max: usize,
    ) -> Result<Vec<u8>, PdfError> {
        let unreadable = || damaged("a stream that the form needs cannot be decoded");
        let raw = self.raw_stream(id)?.ok_or_else(unreadable)?;
        let filters = self.filters(dictionary)?;
        match filters::undo(raw, &filters, bytes_max, self.looked_at())? {
            Some(bytes) => Ok(bytes),
            None => {
                let bytes = self.decoded_stream(id).ok_or_else(unreadable)?;
                self.looked_at().count(bytes.len())?;
                let is_short = bytes.len() <= bytes_max;
                is_short.then_some(bytes).ok_or_else(unreadable)
            }
        }
    }

    /// The filters of a stream, in the order in which they are undone. Refused where viewers differ
    /// about them.
    fn filters(&self, dictionary: &Dictionary) -> Result<Vec<Filter>, PdfError> {
        let list = |key| {
            Ok::<_, PdfError>(match self.get(dictionary, key)? {
                Object::Array(members) => members,
                Object::Null => Rc::default(),
                single => Rc::from([single]),
            })
        };
        if has_abbreviated_keys(dictionary) {
            return Err(filters::unpacked_otherwise());
        }
        let parameters = list(b"DecodeParms")?;
        let mut filters = Vec::new();
        for (index, filter) in list(b"Filter")?.iter().enumerate() {
            let Object::Name(name) = self.resolve(filter)? else {
                return Err(damaged("a stream has a filter without a name"));
            };
            let parameters = self.resolve(parameters.get(index).unwrap_or(&Object::Null))?;
            let has_predictor = match parameters {
                Object::Dictionary(parameters) => !matches!(
                    self.get(&parameters, b"Predictor")?,
                    Object::Null | Object::Integer(1)
                ),
                _ => false,
            };
            filters.push(Filter {
                name,
                has_predictor,
            });
        }
        Ok(filters)
    }
}

/// A refusal for a broken structure.
pub(crate) fn damaged(what: &str) -> PdfError {
    PdfError::Damaged(what.to_owned())
}

/// The refusal for an object with too many levels.
fn too_deep() -> PdfError {
    PdfError::TooComplex(format!(
        "an object nested deeper than {OBJECT_DEPTH_MAX} levels"
    ))
}
