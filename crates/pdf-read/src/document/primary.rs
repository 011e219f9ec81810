//! The first parser: hayro-syntax, which reads lazily and repairs broken cross-reference tables by
//! scanning the file.

use std::borrow::Cow;

use hayro_syntax::object::dict::Dict;
use hayro_syntax::object::{MaybeRef, Object as Parsed, ObjectIdentifier, Stream};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use ports::PdfError;

use super::compared::ComparedObjects;
use super::repeated_key::{AreAlike, NONE_ARE_ALIKE, check_keys};
use super::strict::LenientStates;
use super::{Dictionary, Document, Id, KnownObjects, LookedAt, Object, damaged, too_deep};
use crate::limits::OBJECT_DEPTH_MAX;
use crate::steps::step;

/// A longer dictionary is not compared with another one.
const COMPARED_BYTES_MAX: usize = 4096;

/// A file as hayro-syntax reads it.
pub(crate) struct PrimaryDocument {
    pdf: Pdf,
    known: KnownObjects,
    compared: Box<ComparedObjects>,
    looked_at: LookedAt,
}

impl PrimaryDocument {
    /// Opens the file, with the empty password where it is encrypted.
    pub(crate) fn open(pdf: &[u8]) -> Result<Self, PdfError> {
        Pdf::new(pdf.to_vec())
            .map(|pdf| Self {
                pdf,
                known: KnownObjects::default(),
                compared: Box::default(),
                looked_at: LookedAt::default(),
            })
            .map_err(|error| match error {
                LoadPdfError::Decryption(DecryptionError::PasswordProtected) => PdfError::Locked,
                LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => {
                    PdfError::UnsupportedEncryption("a method of its own".to_owned())
                }
                LoadPdfError::Decryption(
                    DecryptionError::MissingIDEntry | DecryptionError::InvalidEncryption,
                ) => damaged("its encryption makes no sense"),
                LoadPdfError::Invalid => damaged("its objects cannot be found"),
            })
    }

    pub(super) fn root(&self) -> Option<Id> {
        reference(self.pdf.xref().root_id())
    }

    pub(super) fn find(&self, id: Id) -> Option<Parsed<'_>> {
        self.pdf
            .xref()
            .get(ObjectIdentifier::new(id.0, i32::from(id.1)))
    }

    pub(super) fn find_stream(&self, id: Id) -> Option<Stream<'_>> {
        self.find(id)?.into_stream()
    }

    /// Whether both are short dictionaries of the same entries; references in them are not
    /// followed.
    fn are_alike(&self, one: Id, other: Id) -> bool {
        self.compared
            .are_alike(one, other, |id| match self.find(id)? {
                Parsed::Dict(parsed) if parsed.data().len() <= COMPARED_BYTES_MAX => {
                    dictionary(&parsed, 0, NONE_ARE_ALIKE).ok()
                }
                _ => None,
            })
    }
}

impl Document for PrimaryDocument {
    fn catalog(&self) -> Result<Dictionary, PdfError> {
        let id = self.pdf.xref().root_id();
        let catalog = self
            .pdf
            .xref()
            .get::<Parsed<'_>>(id)
            .and_then(Parsed::into_dict);
        let catalog = catalog.ok_or_else(|| damaged("it has no catalog"))?;
        dictionary(&catalog, 0, &|one, other| self.are_alike(one, other))
    }

    fn object(&self, id: Id) -> Result<Object, PdfError> {
        self.known.find_or_read(id, || {
            let read = |parsed| object(parsed, 0, &|one, other| self.are_alike(one, other));
            self.find(id).map_or(Ok(Object::Null), read)
        })
    }

    fn raw_stream(&self, id: Id) -> Result<Option<Cow<'_, [u8]>>, PdfError> {
        let raw = |stream: Stream<'_>| Cow::Owned(stream.raw_data().into_owned());
        Ok(self.find_stream(id).map(raw))
    }

    fn decoded_stream(&self, id: Id) -> Option<Vec<u8>> {
        Some(self.find_stream(id)?.decoded_data().ok()?.into_owned())
    }

    fn looked_at(&self) -> &LookedAt {
        &self.looked_at
    }
}

impl LenientStates for PrimaryDocument {
    fn has(&self, id: Id) -> bool {
        self.find(id).is_some()
    }

    fn is_unpacked(&self, id: Id) -> bool {
        let file = self.pdf.data().as_ref().as_ptr_range();
        let found = self.find(id).and_then(Parsed::into_dict);
        found.is_some_and(|entries| file.contains(&entries.data().as_ptr()))
    }
}

/// An operand, which refers to nothing.
pub(super) fn operand(parsed: Parsed<'_>) -> Result<Object, PdfError> {
    object(parsed, 0, NONE_ARE_ALIKE)
}

fn object(parsed: Parsed<'_>, depth: usize, are_alike: AreAlike<'_>) -> Result<Object, PdfError> {
    if depth > OBJECT_DEPTH_MAX {
        return Err(too_deep());
    }
    step();
    Ok(match parsed {
        Parsed::Null(_) => Object::Null,
        Parsed::Boolean(boolean) => Object::Boolean(boolean),
        Parsed::Number(parsed) => Object::of_number(parsed.as_f64()),
        Parsed::String(string) => Object::String(string.as_bytes().into()),
        Parsed::Name(name) => Object::Name(name.as_ref().into()),
        Parsed::Dict(parsed) => Object::Dictionary(dictionary(&parsed, depth, are_alike)?),
        Parsed::Array(array) => Object::Array(
            array
                .raw_iter()
                .map(|member| entry(member, depth + 1, are_alike))
                .collect::<Result<_, _>>()?,
        ),
        Parsed::Stream(stream) => {
            let id = stream.obj_id();
            let generation = u16::try_from(id.gen_number).unwrap_or_default();
            Object::Stream(
                dictionary(stream.dict(), depth, are_alike)?,
                (id.obj_number, generation),
            )
        }
    })
}

fn entry(
    entry: MaybeRef<Parsed<'_>>,
    depth: usize,
    are_alike: AreAlike<'_>,
) -> Result<Object, PdfError> {
    match entry {
        // A negative generation names no object.
        MaybeRef::Ref(id) => Ok(reference(id.into()).map_or(Object::Null, Object::Reference)),
        MaybeRef::NotRef(parsed) => object(parsed, depth, are_alike),
    }
}

fn dictionary(
    parsed: &Dict<'_>,
    depth: usize,
    are_alike: AreAlike<'_>,
) -> Result<Dictionary, PdfError> {
    check_keys(parsed.data(), are_alike)?;
    let mut readable = 0;
    let entries = parsed.entries().map(|(key, value)| {
        readable += 1;
        Ok((key.as_ref().into(), entry(value, depth + 1, are_alike)?))
    });
    let converted = entries.collect::<Result<_, PdfError>>()?;
    if readable < parsed.len() {
        return Err(damaged("an entry of a dictionary cannot be read"));
    }
    Ok(converted)
}

pub(super) fn reference(id: ObjectIdentifier) -> Option<Id> {
    let generation = u16::try_from(id.gen_number).ok()?;
    Some((id.obj_number, generation))
}
