//! Where the objects of a file are (PDF 32000-1, 7.5.4 to 7.5.8): all its sections, the last first.

use super::Unusual;
use super::lexer::Lexer;
use super::lines::{Entry, Line, reserve};
use super::xref_stream;
use crate::document::{Dictionary, Id, Object};
use crate::limits::SECTIONS_MAX;
use crate::steps::step;

/// The lines of all sections, by number, each number once; and the last trailer.
pub(super) struct Table {
    lines: Vec<Line>,
    pub(super) trailer: Dictionary,
}

impl Table {
    pub(super) fn read(pdf: &[u8]) -> Result<Self, Unusual> {
        let mut next = Some(last_section(pdf)?);
        let mut lines = Vec::new();
        let mut trailer = None;
        let mut seen = Vec::new();
        while let Some(offset) = next {
            if seen.contains(&offset) || seen.len() >= SECTIONS_MAX {
                return Err(Unusual);
            }
            seen.push(offset);
            let entries = section(pdf, offset, &mut lines)?;
            next = match entries.get(b"Prev") {
                Object::Null => None,
                Object::Integer(offset) => Some(usize::try_from(*offset).map_err(|_| Unusual)?),
                _ => return Err(Unusual),
            };
            trailer = trailer.or(Some(entries));
        }
        // Of lines with one number the first counts, which is of the later section.
        lines.sort_by_key(|(number, ..)| *number);
        lines.dedup_by_key(|(number, ..)| *number);
        let trailer = trailer.ok_or(Unusual)?;
        match is_whole(&lines, &trailer) {
            true => Ok(Self { lines, trailer }),
            false => Err(Unusual),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// Where an object is, and the place of its line; nothing where the file does not define it.
    pub(super) fn find(&self, (number, generation): Id) -> Option<(usize, Entry)> {
        let place = self.place(number)?;
        let (_, own, entry) = self.lines.get(place)?;
        Some((place, entry.filter(|_| *own == generation)?))
    }

    /// The place of a number's line. Most tables have a line for each number from 0 on.
    fn place(&self, number: u32) -> Option<usize> {
        let place = usize::try_from(number).ok()?;
        if self.lines.get(place).is_some_and(|line| line.0 == number) {
            return Some(place);
        }
        self.lines.binary_search_by_key(&number, |line| line.0).ok()
    }
}

/// Whether the first object is free and none is behind the last (7.5.4, 7.5.5): viewers mend such
/// tables, or leave out what is behind.
fn is_whole(lines: &[Line], trailer: &Dictionary) -> bool {
    let is_first_free = !matches!(lines.first(), Some((0, _, Some(_))));
    let Object::Integer(size) = trailer.get(b"Size") else {
        return false;
    };
    let is_within = |(number, ..): &Line| i64::from(*number) < *size;
    is_first_free && lines.last().is_none_or(is_within)
}

/// Where the last section begins, as the last lines of the file say (7.5.5). Viewers look for them
/// in no more than the end of a file, so nothing may come behind.
fn last_section(pdf: &[u8]) -> Result<usize, Unusual> {
    let start = memchr::memmem::rfind(pdf, b"startxref").ok_or(Unusual)?;
    let begins_line = pdf[..start].ends_with(b"\n") || pdf[..start].ends_with(b"\r");
    let mut lexer = Lexer::at(pdf, start)?;
    if !begins_line || !lexer.skip_word(b"startxref") {
        return Err(Unusual);
    }
    let offset = lexer.next_unsigned()?;
    lexer.skip_blanks();
    match lexer.is_rest(b"%%EOF") {
        true => Ok(offset),
        false => Err(Unusual),
    }
}

/// Adds the lines of one section, and gives its trailer.
fn section(pdf: &[u8], offset: usize, lines: &mut Vec<Line>) -> Result<Dictionary, Unusual> {
    let mut lexer = Lexer::at(pdf, offset)?;
    let trailer = match lexer.skip_word(b"xref") {
        true => {
            subsections(&mut lexer, lines)?;
            lexer.skip_blanks();
            match lexer.object(0)? {
                Object::Dictionary(trailer) => trailer,
                _ => return Err(Unusual),
            }
        }
        false => xref_stream::read(pdf, lexer, lines)?,
    };
    // A hybrid file says twice where its objects are (7.5.8.4).
    match trailer.has(b"XRefStm") {
        true => Err(Unusual),
        false => Ok(trailer),
    }
}

/// The subsections of a table, up to behind the word `trailer`.
fn subsections(lexer: &mut Lexer<'_>, lines: &mut Vec<Line>) -> Result<(), Unusual> {
    loop {
        lexer.skip_blanks();
        if lexer.skip_word(b"trailer") {
            return Ok(());
        }
        let (first, count): (u32, usize) = (lexer.next_unsigned()?, lexer.next_unsigned()?);
        reserve(lines, count)?;
        for index in 0..count {
            let index = u32::try_from(index).map_err(|_| Unusual)?;
            let number = first.checked_add(index).ok_or(Unusual)?;
            lines.push(line(lexer, number)?);
        }
    }
}

/// A line of a table: an offset, a generation, and whether the object is in use (7.5.4).
fn line(lexer: &mut Lexer<'_>, number: u32) -> Result<Line, Unusual> {
    step();
    let (offset, generation): (usize, u16) = (lexer.next_unsigned()?, lexer.next_unsigned()?);
    lexer.skip_blanks();
    // No object is where the file begins.
    if lexer.skip_word(b"n") && offset > 0 {
        Ok((number, generation, Some(Entry::At(offset))))
    } else if lexer.skip_word(b"f") {
        Ok((number, generation, None))
    } else {
        Err(Unusual)
    }
}
