//! Where objects are: what the table says, and what the bytes say beside it.

use form_reading::expected_form::ObjectRange;

use super::lines::Entry;
use super::{StrictDocument, Unusual};
use crate::document::Id;
use crate::document::filters::is_blank;

impl StrictDocument<'_> {
    /// Whether the table has a line for a number.
    pub(in crate::document) fn lists(&self, number: u32) -> bool {
        self.table.place(number).is_some()
    }

    /// The place of an object in the table. `None` where the file defines none.
    pub(in crate::document) fn place(&self, id: Id) -> Option<usize> {
        self.table.find(id).map(|(place, _)| place)
    }

    /// How many places the table has.
    pub(in crate::document) fn places(&self) -> usize {
        self.table.count()
    }

    /// Whether the file has an object of this number in another generation alone (7.3.10). Viewers
    /// take that, where parsers find nothing.
    pub(in crate::document) fn has_other_generation(&self, id: Id) -> bool {
        self.entry(id).is_none() && self.table.is_in_use(id.0)
    }

    /// Whether an object that can be read where the table has it is written again at this place,
    /// behind that, and not alike: viewers that search the file for its objects show that one.
    pub(in crate::document) fn has_other_state_at(&self, id: Id, place: usize) -> bool {
        let begin = self.entry(id).and_then(|entry| self.offset(entry));
        let between = begin.and_then(|begin| self.pdf.get(begin..place));
        let is_behind = between.is_some_and(|bytes| !bytes.iter().all(|byte| is_blank(*byte)));
        is_behind && self.is_other_at(id, place)
    }

    fn is_other_at(&self, id: Id, place: usize) -> bool {
        let Ok(Some(known)) = self.known(id) else {
            return false;
        };
        let again = self.indirect(place, id);
        !again.is_ok_and(|again| again.object == known.object && again.bytes == known.bytes)
    }

    /// The objects that the table names, and where they are.
    pub(in crate::document) fn entries(&self) -> Vec<(Id, Entry)> {
        self.table.entries().collect()
    }

    /// Where an object lies that stands by itself and can be read.
    pub(in crate::document) fn range(&self, id: Id) -> Option<ObjectRange> {
        let Entry::At(offset) = self.entry(id)? else {
            return None;
        };
        let end = self.known(id).ok()??.end?;
        Some(ObjectRange(
            u32::try_from(offset).ok()?,
            u32::try_from(end).ok()?,
        ))
    }

    /// Where the object begins that is at this place, or the stream that it is packed in. `None`
    /// for a stream that is packed itself (7.5.7).
    pub(in crate::document) fn offset(&self, entry: Entry) -> Option<usize> {
        let container = match entry {
            Entry::At(offset) => return Some(offset),
            Entry::Packed { container, .. } => container,
        };
        match self.entry((container, 0))? {
            Entry::At(offset) => Some(offset),
            Entry::Packed { .. } => None,
        }
    }

    /// Where the table has an object.
    pub(in crate::document) fn entry(&self, id: Id) -> Option<Entry> {
        self.table.find(id).map(|(_, entry)| entry)
    }

    /// Whether the table has an object in this stream.
    pub(in crate::document) fn packs(&self, stream: u32, number: u32) -> bool {
        let entry = self.entry((number, 0));
        matches!(entry, Some(Entry::Packed { container, .. }) if container == stream)
    }

    /// The numbers of the objects that are packed in a stream.
    pub(in crate::document) fn packed_numbers(&self, container: u32) -> Result<Vec<u32>, Unusual> {
        self.streams.numbers(self, container)
    }
}
