//! Where the objects of a file are (PDF 32000-1, 7.5.4 to 7.5.8): what all its sections say
//! together.

use super::Unusual;
use super::lines::{Entry, Line};
use super::sections::Sections;
use crate::document::{Dictionary, Id, Object};

/// The lines of all sections, by number, each number once; and the last trailer.
pub(super) struct Table {
    lines: Vec<Line>,
    pub(super) trailer: Dictionary,
}

impl Table {
    /// Nothing where viewers might mend what the sections say, or read it otherwise.
    pub(super) fn whole(pdf: &[u8]) -> Result<Self, Unusual> {
        let sections = Sections::read(pdf);
        if !sections.are_all || sections.contradiction(pdf).is_some() {
            return Err(Unusual);
        }
        let table = Self::of(sections);
        match is_whole(&table.lines, &table.trailer) {
            true => Ok(table),
            false => Err(Unusual),
        }
    }

    pub(super) fn of(sections: Sections) -> Self {
        let mut lines = sections.lines;
        // Of lines with one number the first counts, which is of the later section.
        lines.sort_by_key(|(number, ..)| *number);
        lines.dedup_by_key(|(number, ..)| *number);
        let last = sections.sections.into_iter().next();
        Self {
            lines,
            trailer: last.map(|section| section.trailer).unwrap_or_default(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// The objects that are in use.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Id, Entry)> {
        let lines = self.lines.iter();
        lines.filter_map(|(number, generation, entry)| Some(((*number, *generation), (*entry)?)))
    }

    /// Where an object is, and the place of its line; nothing where the file does not define it.
    pub(super) fn find(&self, (number, generation): Id) -> Option<(usize, Entry)> {
        let place = self.place(number)?;
        let (_, own, entry) = self.lines.get(place)?;
        Some((place, entry.filter(|_| *own == generation)?))
    }

    pub(super) fn is_in_use(&self, number: u32) -> bool {
        let line = self.place(number).and_then(|place| self.lines.get(place));
        line.is_some_and(|(.., entry)| entry.is_some())
    }

    /// The place of a number's line. Most tables have a line for each number from 0 on.
    pub(super) fn place(&self, number: u32) -> Option<usize> {
        let place = usize::try_from(number).ok()?;
        if self.lines.get(place).is_some_and(|line| line.0 == number) {
            return Some(place);
        }
        self.lines.binary_search_by_key(&number, |line| line.0).ok()
    }
}

/// Whether the first object is free, none is behind the last, and none where the file begins
/// (7.5.4, 7.5.5): viewers mend such tables, or leave out what is behind.
fn is_whole(lines: &[Line], trailer: &Dictionary) -> bool {
    let is_first_free = !matches!(lines.first(), Some((0, _, Some(_))));
    let Object::Integer(size) = trailer.get(b"Size") else {
        return false;
    };
    let is_within = |(number, ..): &Line| i64::from(*number) < *size;
    let are_somewhere = lines.iter().all(|(.., entry)| *entry != Some(Entry::At(0)));
    is_first_free && are_somewhere && lines.last().is_none_or(is_within)
}
