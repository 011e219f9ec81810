//! What sections say of an object that viewers take in different ways.

use std::collections::HashMap;

use ports::PdfError;

use super::super::Unusual;
use super::super::lexer::Lexer;
use super::super::lines::{Entry, Line};
use super::Sections;
use crate::steps::step;

impl Sections {
    /// Why the file cannot be taken, if its sections contradict themselves or each other.
    pub(in crate::document) fn contradiction(&self, pdf: &[u8]) -> Option<PdfError> {
        let what = if self.names_twice(pdf) {
            "its table of objects names one of them twice"
        } else if self.goes_back() {
            "an update of it goes back to an older generation of an object"
        } else {
            return None;
        };
        Some(PdfError::Ambiguous(what.to_owned()))
    }

    /// Whether a section says of one number in two lines what is not the same (7.5.4: each number
    /// stands once): some viewers take the first, others the last. Who writes an object anew may
    /// name it twice, as long as it is written alike.
    fn names_twice(&self, pdf: &[u8]) -> bool {
        let mut bytes_left = pdf.len();
        self.sections.iter().any(|section| {
            let lines = self.lines_of(section);
            if lines.is_sorted_by(|one, next| one.0 < next.0) {
                return false;
            }
            let mut lines: Vec<&Line> = lines.iter().collect();
            lines.sort_by_key(|(number, ..)| *number);
            lines.windows(2).any(|pair| {
                step();
                let (one, next) = (pair[0], pair[1]);
                one.0 == next.0 && !is_alike(pdf, one, next, &mut bytes_left)
            })
        })
    }

    /// Whether an object that is in use had a higher generation before (7.3.10: a number that is
    /// used again gets the next one).
    fn goes_back(&self) -> bool {
        if self.sections.len() < 2 {
            return false;
        }
        let mut later: HashMap<u32, u16> = HashMap::new();
        let lines = self.lines.iter();
        // The last section comes first.
        lines
            .filter(|(.., entry)| entry.is_some())
            .any(|(number, generation, _)| {
                *generation > *later.entry(*number).or_insert(*generation)
            })
    }
}

/// Whether two lines say the same of an object, or name two places at which it is written alike.
fn is_alike(pdf: &[u8], one: &Line, other: &Line, bytes_left: &mut usize) -> bool {
    match (one.2, other.2) {
        (None, None) => true,
        _ if one == other => true,
        (Some(Entry::At(first)), Some(Entry::At(second))) if one.1 == other.1 => {
            let written = written_at(pdf, first);
            let length = written.map_or(0, <[u8]>::len);
            // Nobody writes so much twice.
            let Some(left) = bytes_left.checked_sub(length) else {
                return false;
            };
            *bytes_left = left;
            let again = pdf.get(second..).unwrap_or_default();
            written.is_some_and(|written| again.starts_with(written))
        }
        _ => false,
    }
}

/// An object as it is written, up to behind its end.
fn written_at(pdf: &[u8], offset: usize) -> Option<&[u8]> {
    let rest = pdf.get(offset..)?;
    // A string may hold the word that objects end with.
    let start = end_of_value(pdf, offset).map_or(0, |end| end.saturating_sub(offset));
    let end = start + memchr::memmem::find(rest.get(start..)?, b"endobj")?;
    rest.get(..end + b"endobj".len())
}

/// Where the value of an object ends; that of a stream with its dictionary.
fn end_of_value(pdf: &[u8], offset: usize) -> Result<usize, Unusual> {
    let mut lexer = Lexer::at(pdf, offset)?;
    let _: (u32, u16) = (lexer.next_unsigned()?, lexer.next_unsigned()?);
    lexer.skip_blanks();
    lexer.skip_word(b"obj");
    lexer.object(0)?;
    Ok(lexer.position())
}
