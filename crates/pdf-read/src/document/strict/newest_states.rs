//! Whether a lenient parser may have taken an older state of an object for its newest.
//!
//! Where the newest state cannot be read, parsers that mend take an older one, which may be packed
//! in a stream or found by searching the file; viewers may show the newer one. Left out on purpose:
//! files whose sections are not written to the letter, behind the first that is not.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use ports::PdfError;

use super::StrictDocument;
use super::lenient::{LenientStates, begins_object};
use super::lexer::Lexer;
use super::lines::Entry;
use super::sections::Sections;
use super::table::Table;
use crate::document::{Id, damaged, headers};

pub(crate) struct NewestStates<'pdf> {
    strict: StrictDocument<'pdf>,
    /// Objects of which older sections tell an older state: the highest offset at which one of
    /// these sections begins.
    older: HashMap<u32, usize>,
    /// Objects that the table of a hybrid file calls free (7.5.8.4): its stream may name them all
    /// the same, and most viewers then leave them out.
    hidden: HashSet<u32>,
    /// Where objects begin in the bytes, for those that sections name.
    headers: OnceCell<HashMap<Id, usize>>,
}

impl<'pdf> NewestStates<'pdf> {
    /// An error where what the sections of the file say of an object can be taken in two ways.
    pub(crate) fn read(pdf: &'pdf [u8]) -> Result<Self, PdfError> {
        let sections = Sections::read(pdf);
        if let Some(refused) = sections.contradiction(pdf) {
            return Err(refused);
        }
        Ok(Self {
            older: older(&sections),
            hidden: hidden(&sections),
            strict: StrictDocument::of(pdf, Table::of(sections)),
            headers: OnceCell::new(),
        })
    }

    /// Refuses a file of whose objects one is lost in its newest state, as a lenient parser has it.
    pub(crate) fn check(
        &self,
        looked_at: Vec<Id>,
        lenient: &impl LenientStates,
    ) -> Result<(), PdfError> {
        if looked_at
            .iter()
            .any(|id| self.strict.has_other_generation(*id))
        {
            return Err(PdfError::Ambiguous(
                "it refers to an object in a generation that it does not have".to_owned(),
            ));
        }
        let is_hidden = |id: &Id| self.hidden.contains(&id.0) && lenient.has(*id);
        if looked_at.iter().any(is_hidden) {
            return Err(PdfError::Ambiguous(
                "it holds an object that its table calls free".to_owned(),
            ));
        }
        let is_in_doubt = |id: &Id| {
            self.is_lost(*id) || self.was_packed(*id, lenient) || self.has_other_state(*id)
        };
        match looked_at.iter().any(is_in_doubt) {
            true => Err(damaged(
                "the newest state of an object that the form needs cannot be read",
            )),
            false => Ok(()),
        }
    }

    fn is_lost(&self, id: Id) -> bool {
        match self.strict.table.find(id) {
            Some((_, Entry::At(offset))) => self.is_lost_at(offset, id),
            Some((_, Entry::Packed { container, index })) => {
                self.has_older(id) && !self.is_packed(container, index, id.0)
            }
            None => false,
        }
    }

    fn is_lost_at(&self, offset: usize, id: Id) -> bool {
        !self.is_written_at(offset, id) && !self.is_written_anew(id)
    }

    /// Whether the newest state is packed in a stream, which was passed over for one that is not.
    fn was_packed(&self, id: Id, lenient: &impl LenientStates) -> bool {
        let newest = self.strict.table.find(id);
        matches!(newest, Some((_, Entry::Packed { .. }))) && lenient.is_unpacked(id)
    }

    fn is_written_at(&self, offset: usize, id: Id) -> bool {
        let Ok(mut lexer) = Lexer::at(self.strict.pdf, offset) else {
            return false;
        };
        let behind = lexer.header(id).map(|()| lexer.position());
        behind.is_ok_and(|behind| begins_object(&self.strict.pdf[behind..]))
    }

    /// Whether another state is written behind the one that the table names.
    fn has_other_state(&self, id: Id) -> bool {
        let place = self.header(id);
        place.is_some_and(|place| self.strict.has_other_state_at(id, place))
    }

    /// Whether an object whose newest state is not where its section says is found behind its older
    /// states, as where all offsets are wrong.
    fn is_written_anew(&self, id: Id) -> bool {
        let older = self.older.get(&id.0).copied().unwrap_or(0);
        self.header(id)
            .is_some_and(|place| place >= older && self.is_written_at(place, id))
    }

    /// Whether a packed object is where the table says, as far as its container can be understood.
    fn is_packed(&self, container: u32, index: usize, number: u32) -> bool {
        let id = (container, 0);
        let is_lost = match self.strict.table.find(id) {
            Some((_, Entry::At(offset))) => self.is_lost_at(offset, id),
            // No stream is packed in another (7.5.7).
            Some((_, Entry::Packed { .. })) => true,
            None => false,
        };
        let streams = &self.strict.streams;
        !is_lost && streams.holds(&self.strict, container, index, number) != Ok(false)
    }

    fn has_older(&self, id: Id) -> bool {
        self.older.contains_key(&id.0) || self.header(id).is_some()
    }

    fn header(&self, id: Id) -> Option<usize> {
        let table = &self.strict.table;
        let headers = || headers::last_places(self.strict.pdf, |id| table.place(id.0).is_some());
        self.headers.get_or_init(headers).get(&id).copied()
    }
}

fn older(sections: &Sections) -> HashMap<u32, usize> {
    let (mut newest, mut older) = (HashMap::new(), HashMap::new());
    for (index, section) in sections.sections.iter().enumerate() {
        for (number, _, entry) in sections.lines_of(section) {
            let is_newest = *newest.entry(*number).or_insert(index) == index;
            if !is_newest && entry.is_some() {
                let place: &mut usize = older.entry(*number).or_default();
                *place = section.offset.max(*place);
            }
        }
    }
    older
}

/// The objects whose newest line is in a table that a stream goes with, and says that they are
/// free. Where the trailer cannot be read, there may be such a stream.
fn hidden(sections: &Sections) -> HashSet<u32> {
    let (mut named, mut hidden) = (HashSet::new(), HashSet::new());
    for section in &sections.sections {
        let trailer = &section.trailer;
        let may_be_hybrid = trailer.has(b"XRefStm") || trailer.keys().next().is_none();
        for (number, _, entry) in sections.lines_of(section) {
            if named.insert(*number) && entry.is_none() && may_be_hybrid {
                hidden.insert(*number);
            }
        }
    }
    hidden
}
