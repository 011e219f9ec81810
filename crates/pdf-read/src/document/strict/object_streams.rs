//! Objects that are packed together in streams (PDF 32000-1, 7.5.7), each stream unpacked once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::lenient::begins_object;
use super::lexer::Lexer;
use super::{StrictDocument, Unusual};
use crate::document::{Dictionary, Object};

/// The streams that were unpacked, by their numbers; `None` for those that cannot be.
#[derive(Default)]
pub(super) struct ObjectStreams(RefCell<HashMap<u32, Option<Rc<ObjectStream>>>>);

struct ObjectStream {
    bytes: Vec<u8>,
    /// Number and place of each object.
    objects: Vec<(u32, usize)>,
}

impl ObjectStreams {
    /// The object at this index of a stream, which must have this number.
    pub(super) fn object(
        &self,
        document: &StrictDocument<'_>,
        container: u32,
        index: usize,
        number: u32,
    ) -> Result<Object, Unusual> {
        let stream = self.find_or_unpack(document, container)?;
        let (found, place) = *stream.objects.get(index).ok_or(Unusual)?;
        let next = stream.objects.get(index.saturating_add(1));
        let mut lexer = Lexer::at(&stream.bytes, place)?;
        let object = lexer.object(0)?;
        let is_before_next = next.is_none_or(|(_, next)| lexer.position() <= *next);
        match found == number && is_before_next {
            true => Ok(object),
            false => Err(Unusual),
        }
    }

    /// The numbers of the objects in a stream.
    pub(super) fn numbers(
        &self,
        document: &StrictDocument<'_>,
        container: u32,
    ) -> Result<Vec<u32>, Unusual> {
        let stream = self.find_or_unpack(document, container)?;
        Ok(stream.objects.iter().map(|(number, _)| *number).collect())
    }

    /// Whether the object at this index of a stream has this number and can be read leniently. An
    /// error where the stream itself is out of the ordinary.
    pub(super) fn holds(
        &self,
        document: &StrictDocument<'_>,
        container: u32,
        index: usize,
        number: u32,
    ) -> Result<bool, Unusual> {
        let stream = self.find_or_unpack(document, container)?;
        let found = stream.objects.get(index);
        let place = found.filter(|(found, _)| *found == number);
        let bytes = place.and_then(|(_, place)| stream.bytes.get(*place..));
        Ok(bytes.is_some_and(begins_object))
    }

    fn find_or_unpack(
        &self,
        document: &StrictDocument<'_>,
        container: u32,
    ) -> Result<Rc<ObjectStream>, Unusual> {
        if let Some(known) = self.0.borrow().get(&container) {
            return known.clone().ok_or(Unusual);
        }
        let unpacked = document.unpacked(container);
        let stream = unpacked.and_then(|(entries, bytes)| ObjectStream::new(&entries, bytes));
        let stream = stream.ok().map(Rc::new);
        self.0.borrow_mut().insert(container, stream.clone());
        stream.ok_or(Unusual)
    }
}

impl ObjectStream {
    fn new(entries: &Dictionary, bytes: Vec<u8>) -> Result<Self, Unusual> {
        let is_one = *entries.get(b"Type") == Object::Name(b"ObjStm".into());
        // Objects of a stream that this one goes on with may have the same numbers.
        if !is_one || entries.has(b"Extends") || entries.has(b"DecodeParms") {
            return Err(Unusual);
        }
        let (Object::Integer(count), Object::Integer(first)) =
            (entries.get(b"N"), entries.get(b"First"))
        else {
            return Err(Unusual);
        };
        let first = usize::try_from(*first).map_err(|_| Unusual)?;
        let mut lexer = Lexer::at(&bytes, 0)?;
        let mut objects = Vec::new();
        for _ in 0..*count {
            let (number, place): (u32, usize) = (lexer.next_unsigned()?, lexer.next_unsigned()?);
            objects.push((number, first.checked_add(place).ok_or(Unusual)?));
        }
        // Each object begins behind the one before.
        let are_apart = objects.is_sorted_by(|one, other| one.1 < other.1);
        let mut numbers: Vec<u32> = objects.iter().map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        let are_different = numbers.is_sorted_by(|one, other| one < other);
        match lexer.position() <= first && are_apart && are_different {
            true => Ok(Self { bytes, objects }),
            false => Err(Unusual),
        }
    }
}
