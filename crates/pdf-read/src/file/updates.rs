//! The chain of updates of a file (PDF 32000-1, 7.5.6), as its bytes tell it.

use super::{find, find_last};

/// More updates than anybody makes of a form.
const UPDATES_MAX: usize = 1000;

/// Whether the last update stands behind this position, and those that it builds on (`Prev`) lead
/// to a table of objects before it. Offsets count from the first header, so that a second document,
/// which counts from its own, leads nowhere.
pub(super) fn reach_before(pdf: &[u8], position: usize) -> bool {
    let last = find_last(pdf, b"startxref").and_then(|at| number(&pdf[at + 9..]));
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

/// Whether these bytes begin with two numbers and the word `obj`.
fn begins_object(bytes: &[u8]) -> bool {
    let mut words = bytes.splitn(3, |byte| *byte == b' ');
    let mut is_number = || words.next().is_some_and(|word| number(word).is_some());
    is_number() && is_number() && words.next().is_some_and(|word| word.starts_with(b"obj"))
}

/// Where the table of the update before stands: `Prev` of the trailer behind a table, or of the
/// dictionary of a stream that is one.
fn previous(pdf: &[u8], table: usize) -> Option<usize> {
    let update = pdf.get(table..)?;
    let update = &update[..find(update, b"startxref")?];
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
