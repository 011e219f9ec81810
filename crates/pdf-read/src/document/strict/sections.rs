//! The sections of a file's table of objects (PDF 32000-1, 7.5.4, 7.5.6 and 7.5.8), the last first.

mod contradictions;

use std::ops::Range;

use super::Unusual;
use super::lexer::Lexer;
use super::lines::{Entry, Line, reserve};
use super::xref_stream;
use crate::document::{Dictionary, Object};
use crate::limits::SECTIONS_MAX;
use crate::steps::step;

/// All sections up to the first that is not written to the letter; of that what was read of it.
#[derive(Default)]
pub(in crate::document) struct Sections {
    pub(super) lines: Vec<Line>,
    pub(super) sections: Vec<Section>,
    /// Whether nothing about them is out of the ordinary, so that there are no others.
    pub(super) are_all: bool,
}

pub(super) struct Section {
    pub(super) offset: usize,
    pub(super) trailer: Dictionary,
    /// Its part of the lines.
    lines: Range<usize>,
}

impl Sections {
    pub(in crate::document) fn read(pdf: &[u8]) -> Self {
        let mut sections = Self::default();
        sections.are_all = matches!(sections.add_all(pdf), Ok(true));
        sections
    }

    pub(super) fn lines_of(&self, section: &Section) -> &[Line] {
        self.lines.get(section.lines.clone()).unwrap_or_default()
    }

    /// Adds what there is, and tells whether nothing about it is out of the ordinary.
    fn add_all(&mut self, pdf: &[u8]) -> Result<bool, Unusual> {
        let (last, is_at_end) = last_section(pdf)?;
        let (mut next, mut are_ordinary) = (Some(last), is_at_end);
        while let Some(offset) = next {
            let is_known = self.sections.iter().any(|known| known.offset == offset);
            if is_known || self.sections.len() >= SECTIONS_MAX {
                return Err(Unusual);
            }
            let trailer = self.add(pdf, offset)?;
            // A hybrid file says twice where its objects are (7.5.8.4); what it says in a stream
            // is left out.
            are_ordinary &= !trailer.has(b"XRefStm");
            next = match trailer.get(b"Prev") {
                Object::Null => None,
                Object::Integer(offset) => Some(usize::try_from(*offset).map_err(|_| Unusual)?),
                _ => return Err(Unusual),
            };
        }
        Ok(are_ordinary)
    }

    /// Adds a section and gives its trailer. The lines that could be read are kept also where the
    /// rest cannot, since others may go on there.
    fn add(&mut self, pdf: &[u8], offset: usize) -> Result<Dictionary, Unusual> {
        let start = self.lines.len();
        let read = section(pdf, offset, &mut self.lines);
        self.sections.push(Section {
            offset,
            trailer: read.as_ref().map(Dictionary::clone).unwrap_or_default(),
            lines: start..self.lines.len(),
        });
        read
    }
}

/// Where the last section begins, as the last lines of the file say (7.5.5), and whether they are
/// the last. Viewers look for them in no more than the end of a file.
fn last_section(pdf: &[u8]) -> Result<(usize, bool), Unusual> {
    let start = memchr::memmem::rfind(pdf, b"startxref").ok_or(Unusual)?;
    let begins_line = pdf[..start].ends_with(b"\n") || pdf[..start].ends_with(b"\r");
    let mut lexer = Lexer::at(pdf, start)?;
    if !lexer.skip_word(b"startxref") {
        return Err(Unusual);
    }
    let offset = lexer.next_unsigned()?;
    lexer.skip_blanks();
    Ok((offset, begins_line && lexer.is_rest(b"%%EOF")))
}

/// Adds the lines of one section, and gives its trailer.
fn section(pdf: &[u8], offset: usize, lines: &mut Vec<Line>) -> Result<Dictionary, Unusual> {
    let mut lexer = Lexer::at(pdf, offset)?;
    if !lexer.skip_word(b"xref") {
        return xref_stream::read(pdf, lexer, lines);
    }
    subsections(&mut lexer, lines)?;
    lexer.skip_blanks();
    match lexer.object(0)? {
        Object::Dictionary(trailer) => Ok(trailer),
        _ => Err(Unusual),
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
    if lexer.skip_word(b"n") {
        Ok((number, generation, Some(Entry::At(offset))))
    } else if lexer.skip_word(b"f") {
        Ok((number, generation, None))
    } else {
        Err(Unusual)
    }
}
