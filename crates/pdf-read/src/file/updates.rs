//! The chain of updates of a file (PDF 32000-1, 7.5.6), as its bytes tell it.

use ports::PdfError;

use super::{find, find_last};
use crate::document::is_blank;

/// The word before the place of the last table of objects (7.5.5).
const LAST: &[u8] = b"startxref";

/// More updates than anybody makes of a form.
const UPDATES_MAX: usize = 1000;

/// Two numbers and the word `obj`.
const OBJECT_BEGINNING_MAX: usize = 32;

/// Refuses a file whose last update viewers look for at different places. Its header is at `start`,
/// and the last word that tells the place at `word`.
pub(super) fn check_last(file: &[u8], start: usize, word: usize) -> Result<(), PdfError> {
    let (before, behind) = (&file[..word], &file[word + LAST.len()..]);
    // Some viewers look for a line, others for the word, and some for its letters.
    let begins_line = before.ends_with(b"\n") || before.ends_with(b"\r");
    if !begins_line || !behind.first().copied().is_some_and(is_blank) {
        return Err(PdfError::Ambiguous(
            "the place of its newest state (startxref) is not told on a line of its own".to_owned(),
        ));
    }
    match number(behind).is_some_and(|offset| are_two_tables(file, start, offset)) {
        true => Err(PdfError::Ambiguous(
            "its newest state depends on whether what stands before its header (%PDF) is counted"
                .to_owned(),
        )),
        false => Ok(()),
    }
}

/// Whether there is a table of objects so many bytes behind the beginning of the file, and another
/// so many behind its header. White space may stand before a table.
fn are_two_tables(file: &[u8], start: usize, offset: usize) -> bool {
    let table = |place: Option<usize>| {
        let rest = file.get(place?..)?;
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        let place = file.len() - rest.len() + blanks;
        let table = &file[place..];
        (table.starts_with(b"xref") || begins_table_stream(table)).then_some(place)
    };
    let (one, other) = (table(Some(offset)), table(start.checked_add(offset)));
    start > 0 && one.is_some() && other.is_some() && one != other
}

/// Whether these bytes begin with a stream that is a table of objects (7.5.8).
fn begins_table_stream(bytes: &[u8]) -> bool {
    let dictionary = || bytes.get(..find(bytes, b"stream")?);
    begins_object(bytes) && dictionary().is_some_and(|entries| find(entries, b"/XRef").is_some())
}

/// Whether the last update stands behind this position, and those that it builds on (`Prev`) lead
/// to a table of objects before it. Offsets count from the first header, so that a second document,
/// which counts from its own, leads nowhere.
pub(super) fn reach_before(pdf: &[u8], position: usize) -> bool {
    let last = find_last(pdf, LAST).and_then(|at| number(&pdf[at + LAST.len()..]));
    let mut table = last.filter(|offset| *offset > position);
    let mut end = pdf.len();
    for _ in 0..UPDATES_MAX {
        match table.filter(|offset| is_table(pdf, *offset)) {
            Some(offset) if offset < position => return true,
            Some(offset) => {
                table = previous(&pdf[..end], offset).filter(|before| *before < offset);
                end = offset;
            }
            None => return false,
        }
    }
    false
}

/// Whether a table of objects begins here, or a stream that is one.
fn is_table(pdf: &[u8], offset: usize) -> bool {
    pdf.get(offset..)
        .is_some_and(|table| table.starts_with(b"xref") || begins_object(table))
}

/// Whether these bytes begin with two numbers and the word `obj`. No more is looked at than these
/// take: a file may name a thousand places, behind each of which all of it is one word.
fn begins_object(bytes: &[u8]) -> bool {
    let bytes = bytes.get(..OBJECT_BEGINNING_MAX).unwrap_or(bytes);
    let mut words = bytes.splitn(3, |byte| *byte == b' ');
    let mut is_number = || words.next().is_some_and(|word| number(word).is_some());
    is_number() && is_number() && words.next().is_some_and(|word| word.starts_with(b"obj"))
}

/// Where the table of the update before stands: `Prev` of the trailer behind a table, or of the
/// dictionary of a stream that is one.
fn previous(pdf: &[u8], table: usize) -> Option<usize> {
    let update = pdf.get(table..)?;
    let update = &update[..find(update, LAST)?];
    let trailer = if update.starts_with(b"xref") {
        &update[find(update, b"trailer")?..]
    } else {
        &update[..find(update, b"stream")?]
    };
    number(&trailer[find(trailer, b"/Prev")? + 5..])
}

/// The number that these bytes begin with, behind white space.
fn number(bytes: &[u8]) -> Option<usize> {
    let bytes = bytes.trim_ascii_start();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit());
    std::str::from_utf8(&bytes[..digits.count()])
        .ok()?
        .parse()
        .ok()
}
