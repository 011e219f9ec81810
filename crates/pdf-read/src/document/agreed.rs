//! A file of which two parsers have every object alike that is asked for: read once for both.
//!
//! What is read of a file depends on nothing but its objects. So where two parsers agree about
//! each of them, two readings cannot differ, and one is enough. The first difference, and whatever
//! the strict parser leaves to others, ends that: [`AgreedDocument::is_agreed`] tells so, and what
//! was read until then counts for nothing.

mod comparison;
mod ranges;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use form_reading::expected_form::{KnownObject, KnownPage, KnownPlace};
use hayro_syntax::object::Object as Parsed;
use ports::PdfError;

use super::primary::PrimaryDocument;
use super::strict::{Entry, Unusual};
use super::{Dictionary, Document, Id, LookedAt, Object, headers};
use crate::known_beginning::KnownArea;

pub(crate) use self::ranges::AgreedRanges;
pub(crate) use super::strict::{NewestStates, StrictDocument};

pub(crate) struct AgreedDocument<'pdf> {
    strict: StrictDocument<'pdf>,
    primary: PrimaryDocument,
    /// Whether an object was asked for, in the order of the strict parser's table.
    asked_for: RefCell<Vec<bool>>,
    /// The objects that were asked for and that no table names.
    unlisted: RefCell<HashSet<Id>>,
    is_agreed: Cell<bool>,
    /// The objects that were compared before, in a blank form.
    known: Option<KnownArea<'pdf>>,
}

impl<'pdf> AgreedDocument<'pdf> {
    pub(crate) fn new(
        strict: StrictDocument<'pdf>,
        primary: PrimaryDocument,
        known: Option<KnownArea<'pdf>>,
    ) -> Self {
        Self {
            asked_for: RefCell::new(vec![false; strict.places()]),
            strict,
            primary,
            unlisted: RefCell::default(),
            is_agreed: Cell::new(true),
            known,
        }
    }

    /// Whether the parsers have agreed about all that was asked for.
    pub(crate) fn is_agreed(&self) -> bool {
        self.is_agreed.get()
    }

    /// Ends the agreement where viewers that search the file may know another state of an object
    /// that was asked for: it is in no table, or written again behind the state that is.
    pub(crate) fn reject_other_states(&self) {
        let (unlisted, asked_for) = (self.unlisted.borrow(), self.asked_for.borrow());
        let is_asked_for = |place: usize| asked_for.get(place).is_some_and(|asked| *asked);
        let was_asked_for =
            |id: Id| unlisted.contains(&id) || self.strict.place(id).is_some_and(is_asked_for);
        let places = headers::last_places(self.strict.pdf(), was_asked_for);
        let mut places = places.into_iter();
        if places
            .any(|(id, place)| unlisted.contains(&id) || self.strict.has_other_state_at(id, place))
        {
            self.is_agreed.set(false);
        }
    }

    /// What is found, if there is something that both agree about, now and before.
    fn agreed<Found>(&self, find: impl FnOnce() -> Option<Found>) -> Result<Found, PdfError> {
        let found = self.is_agreed.get().then(find).flatten();
        found.ok_or_else(|| {
            self.is_agreed.set(false);
            Unusual.refusal()
        })
    }

    fn find(&self, id: Id) -> Option<Object> {
        let object = self.strict.known_object(id).ok()?;
        // What was asked for before was compared then: a difference has ended the agreement.
        if self.note_asked_for(id) || self.is_known(id) {
            return Some(object);
        }
        let is_alike = match self.primary.find(id) {
            Some(parsed) => {
                comparison::is_alike(&parsed, &object) && self.has_same_bytes(parsed, id)
            }
            None => object == Object::Null,
        };
        if self.strict.has_other_generation(id) {
            return None;
        }
        if !self.strict.lists(id.0) {
            self.unlisted.borrow_mut().insert(id);
        }
        is_alike.then_some(object)
    }

    /// Whether an object is one of the blank form.
    pub(crate) fn is_known(&self, id: Id) -> bool {
        let Some(known) = &self.known else {
            return false;
        };
        let entry = self.strict.entry(id);
        let offset = entry.and_then(|entry| self.strict.offset(entry));
        match (entry, offset) {
            (Some(Entry::At(_)), Some(offset)) => known.holds(offset),
            (Some(Entry::Packed { container, .. }), Some(offset)) => {
                known.holds_packed(offset, container, id.0)
            }
            _ => false,
        }
    }

    /// Whether an object is one of the blank form, which need not be read for that: the table has
    /// it where that of the blank form has it, whose bytes are there. It counts as asked for, since
    /// viewers may know another state of it.
    pub(crate) fn has_known(&self, object: &KnownObject) -> bool {
        let place = self.known_place(object.id);
        let is_known = place.is_some() && place == object.place && self.is_known(object.id);
        if is_known {
            self.note_asked_for(object.id);
        }
        is_known
    }

    /// Where the table has an object. `None` if the file does not define it.
    pub(crate) fn known_place(&self, id: Id) -> Option<KnownPlace> {
        let entry = self.strict.entry(id)?;
        let packed = match entry {
            Entry::At(_) => None,
            Entry::Packed { container, index } => Some((container, u32::try_from(index).ok()?)),
        };
        let begin = u32::try_from(self.strict.offset(entry)?).ok()?;
        Some(KnownPlace { begin, packed })
    }

    /// The pages of the blank form.
    pub(crate) fn known_pages(&self) -> &[KnownPage] {
        self.known.as_ref().map_or(&[], KnownArea::pages)
    }

    pub(crate) fn pdf(&self) -> &'pdf [u8] {
        self.strict.pdf()
    }

    /// Notes that an object is asked for. Whether it was before.
    fn note_asked_for(&self, id: Id) -> bool {
        let place = self.strict.place(id);
        let mut asked_for = self.asked_for.borrow_mut();
        let asked = place.and_then(|place| asked_for.get_mut(place));
        asked.is_some_and(|asked| std::mem::replace(asked, true))
    }

    /// Whether a stream has the bytes that the strict parser finds, if it is one.
    fn has_same_bytes(&self, parsed: Parsed<'_>, id: Id) -> bool {
        let bytes = self.strict.bytes(id);
        let parsed = parsed.into_stream();
        let parsed = parsed.as_ref().map(|stream| stream.raw_data());
        bytes.is_ok_and(|bytes| bytes == parsed.as_deref())
    }

    /// The bytes of a stream, which were compared with its dictionary.
    fn find_raw_stream(&self, id: Id) -> Option<Option<Cow<'_, [u8]>>> {
        self.find(id)?;
        let bytes = self.strict.bytes(id).ok()?;
        Some(bytes.map(Cow::Borrowed))
    }
}

impl Document for AgreedDocument<'_> {
    fn catalog(&self) -> Result<Dictionary, PdfError> {
        let root = || self.strict.root().ok();
        let root = self.agreed(|| root().filter(|root| self.primary.root() == Some(*root)))?;
        match self.object(root)? {
            Object::Dictionary(catalog) => Ok(catalog),
            _ => self.agreed(|| None),
        }
    }

    fn object(&self, id: Id) -> Result<Object, PdfError> {
        self.agreed(|| self.find(id))
    }

    fn raw_stream(&self, id: Id) -> Result<Option<Cow<'_, [u8]>>, PdfError> {
        self.agreed(|| self.find_raw_stream(id))
    }

    /// Filters that are not undone here are left to the parsers that know them.
    fn decoded_stream(&self, _: Id) -> Option<Vec<u8>> {
        self.is_agreed.set(false);
        None
    }

    fn looked_at(&self) -> &LookedAt {
        self.strict.looked_at()
    }
}
