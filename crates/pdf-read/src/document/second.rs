//! The second parser: lopdf, which reads every object at once and drops those it cannot read.
//!
//! It knows which objects the file defines, so that a dropped one is a refusal here and not a value
//! that is missing.

mod packed_twice;

use std::borrow::Cow;

use lopdf::xref::{XrefEntry, XrefRecovery};
use lopdf::{LoadOptions, Object as Parsed};
use ports::PdfError;

use self::packed_twice::PackedTwice;
use super::{
    Dictionary, Document, Id, KnownObjects, LookedAt, Object, damaged, encrypted_trailer, filters,
    headers, too_deep,
};
use crate::limits::{OBJECT_DEPTH_MAX, OBJECT_STREAM_BYTES_MAX, STREAM_BYTES_MAX};
use crate::steps::step;

/// A file as lopdf reads it.
pub(crate) struct SecondDocument {
    parsed: lopdf::Document,
    packed_twice: PackedTwice,
    known: KnownObjects,
    looked_at: LookedAt,
}

impl SecondDocument {
    /// Opens the file, with the empty password where it is encrypted. With `rebuild` its objects
    /// are found by scanning.
    pub(crate) fn open(pdf: &[u8], rebuild: bool) -> Result<Self, PdfError> {
        let options = LoadOptions {
            max_decompressed_size: Some(OBJECT_STREAM_BYTES_MAX),
            force_reconstruct: rebuild,
            ..LoadOptions::default()
        };
        let load = |pdf: &[u8]| {
            lopdf::Document::load_mem_with_options(pdf, options.clone()).map_err(refusal)
        };
        let mut document = load(pdf)?;
        if let Some(updated) = encrypted_trailer::with_object(pdf, &document) {
            document = load(&updated)?;
        }
        if document.is_encrypted() {
            return Err(unsupported_encryption(&document));
        }
        let mut second = Self {
            parsed: document,
            packed_twice: PackedTwice::default(),
            known: KnownObjects::default(),
            looked_at: LookedAt::default(),
        };
        second.packed_twice = second.check_object_streams()?;
        Ok(second)
    }

    /// Whether its objects were found by scanning.
    pub(crate) fn is_rebuilt(&self) -> bool {
        self.parsed.xref_recovery == Some(XrefRecovery::Reconstructed)
    }

    /// The objects that were asked for.
    pub(crate) fn looked_at(&self) -> Vec<Id> {
        self.known.ids()
    }

    /// Refuses a file of which an object that was asked for is in no table, but in the bytes, so
    /// that viewers may know it.
    pub(crate) fn check_unlisted(&self, pdf: &[u8]) -> Result<(), PdfError> {
        let table = &self.parsed.reference_table;
        let is_unlisted =
            |id: &Id| table.get(id.0).is_none() && !self.parsed.objects.contains_key(id);
        let unlisted = self.known.ids().into_iter().filter(is_unlisted).collect();
        match headers::writes_one_of(pdf, &unlisted) {
            true => Err(damaged(
                "an object that the form needs is in none of its tables",
            )),
            false => Ok(()),
        }
    }

    /// Refuses a file of which an object that was asked for stands twice in its object stream.
    pub(crate) fn check_packed(&self) -> Result<(), PdfError> {
        let table = &self.parsed.reference_table;
        let is_twice = |id: &Id| match table.get(id.0) {
            Some(XrefEntry::Normal { .. }) => false,
            Some(XrefEntry::Compressed { container, .. }) => {
                self.packed_twice.has(id.0, Some(*container))
            }
            _ => self.packed_twice.has(id.0, None),
        };
        match self.known.ids().iter().any(is_twice) {
            true => Err(packed_twice::refusal()),
            false => Ok(()),
        }
    }

    /// Refuses object streams that break off, and more than `OBJECT_STREAM_BYTES_MAX` in all of
    /// them together. Gives what stands in them twice.
    fn check_object_streams(&self) -> Result<PackedTwice, PdfError> {
        let document: &dyn Document = self;
        let mut left = OBJECT_STREAM_BYTES_MAX;
        let mut packed_twice = PackedTwice::default();
        // Each is looked at once, within a bound of its own.
        let looked_at = LookedAt::default();
        for (id, parsed) in &self.parsed.objects {
            let Ok(stream) = parsed.as_stream() else {
                continue;
            };
            if stream.dict.has_type(b"ObjStm") {
                let filters = document.filters(&converted(&stream.dict, *id, 0)?)?;
                let packed = Cow::Borrowed(stream.content.as_slice());
                let bytes = filters::undo(packed, &filters, left, &looked_at)?;
                let unpacked = || stream.decompressed_content_with_limit(left).ok();
                if let Some(bytes) = bytes.or_else(unpacked) {
                    left = left.saturating_sub(bytes.len());
                    packed_twice.add(id.0, &stream.dict, &bytes);
                }
            }
        }
        Ok(packed_twice)
    }

    fn is_defined(&self, id: Id) -> bool {
        match self.parsed.reference_table.get(id.0) {
            Some(XrefEntry::Normal { generation, .. }) => *generation == id.1,
            Some(XrefEntry::Compressed { .. }) => id.1 == 0,
            _ => false,
        }
    }
}

impl Document for SecondDocument {
    fn catalog(&self) -> Result<Dictionary, PdfError> {
        let catalog = self
            .parsed
            .catalog()
            .map_err(|_| damaged("it has no catalog"))?;
        converted(catalog, (0, 0), 0)
    }

    fn object(&self, id: Id) -> Result<Object, PdfError> {
        self.known
            .find_or_read(id, || match self.parsed.objects.get(&id) {
                Some(parsed) => object(parsed, id, 0),
                None if self.is_defined(id) => {
                    Err(damaged("an object that the form needs cannot be read"))
                }
                None => Ok(Object::Null),
            })
    }

    fn raw_stream(&self, id: Id) -> Result<Option<Cow<'_, [u8]>>, PdfError> {
        let stream = self
            .parsed
            .objects
            .get(&id)
            .and_then(|parsed| parsed.as_stream().ok());
        Ok(stream.map(|stream| Cow::Borrowed(stream.content.as_slice())))
    }

    fn decoded_stream(&self, id: Id) -> Option<Vec<u8>> {
        let stream = self.parsed.objects.get(&id)?.as_stream().ok()?;
        stream
            .decompressed_content_with_limit(STREAM_BYTES_MAX)
            .ok()
    }

    fn looked_at(&self) -> &LookedAt {
        &self.looked_at
    }
}

fn refusal(error: lopdf::Error) -> PdfError {
    match error {
        lopdf::Error::InvalidPassword => PdfError::Locked,
        lopdf::Error::UnsupportedSecurityHandler(_) => {
            PdfError::UnsupportedEncryption("a method of its own".to_owned())
        }
        lopdf::Error::Decompress(lopdf::DecompressError::MemoryLimitExceeded { .. }) => {
            PdfError::TooLargeDecompressed
        }
        _ => damaged("its objects cannot be found"),
    }
}

/// What the encryption dictionary says of its method (PDF 32000-1, 7.6.1, table 20).
fn unsupported_encryption(document: &lopdf::Document) -> PdfError {
    let number = |key: &[u8]| {
        let entry = document.get_encrypted().and_then(|entry| entry.get(key));
        entry.and_then(Parsed::as_i64).unwrap_or_default()
    };
    let (method, bits) = (number(b"V"), number(b"Length"));
    PdfError::UnsupportedEncryption(format!("V {method} with a key of {bits} bits"))
}

fn object(parsed: &Parsed, id: Id, depth: usize) -> Result<Object, PdfError> {
    if depth > OBJECT_DEPTH_MAX {
        return Err(too_deep());
    }
    step();
    Ok(match parsed {
        Parsed::Null => Object::Null,
        Parsed::Boolean(boolean) => Object::Boolean(*boolean),
        Parsed::Integer(integer) => Object::Integer(*integer),
        Parsed::Real(real) => Object::of_number((*real).into()),
        Parsed::String(string, _) => Object::String(string.as_slice().into()),
        Parsed::Name(name) => Object::Name(name.as_slice().into()),
        Parsed::Array(array) => Object::Array(
            array
                .iter()
                .map(|member| object(member, id, depth + 1))
                .collect::<Result<_, _>>()?,
        ),
        Parsed::Dictionary(parsed) => Object::Dictionary(converted(parsed, id, depth)?),
        Parsed::Stream(stream) => Object::Stream(converted(&stream.dict, id, depth)?, id),
        Parsed::Reference(id) => Object::Reference(*id),
    })
}

fn converted(parsed: &lopdf::Dictionary, id: Id, depth: usize) -> Result<Dictionary, PdfError> {
    let entries = parsed.into_iter();
    let entries =
        entries.map(|(key, value)| Ok((key.as_slice().into(), object(value, id, depth + 1)?)));
    entries.collect()
}
