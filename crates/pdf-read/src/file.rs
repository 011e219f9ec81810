//! What can be seen of a file before it is parsed: that it is a PDF, that it is one PDF, and that
//! its end is there.

mod updates;

use memchr::memmem;
use pdf_syntax::header::{self, HEADER};
use ports::PdfError;

use crate::document::damaged;
use crate::steps::search_steps;

/// The file from its header on.
///
/// A file whose last lines are missing may have lost its last update with all values in it,
/// although parsers recover an older state from the rest. A second header means a second file
/// behind the first, and viewers show the one or the other; where the updates of the last one lead
/// back to the first, a writer has repeated the header above its update. So do viewers where not
/// all of them find the same last update.
pub(crate) fn check(file: &[u8]) -> Result<&[u8], PdfError> {
    let start = header::find(file).ok_or(PdfError::NotAPdf)?;
    let pdf = &file[start..];
    if second_header(pdf).is_some_and(|header| !updates::reach_before(pdf, header)) {
        return Err(PdfError::Ambiguous(
            "it holds two documents, one behind the other".to_owned(),
        ));
    }
    let end = find_last(pdf, b"startxref").ok_or_else(cut_off)?;
    if holds_object(&pdf[end..]) {
        return Err(cut_off());
    }
    updates::check_last(file, start, start + end)?;
    Ok(pdf)
}

/// Whether an object follows an end of file (`%%EOF`) on the same line, where a parser that
/// searches for objects overlooks it.
pub(crate) fn hides_object(pdf: &[u8]) -> bool {
    pdf.windows(6)
        .any(|window| window.starts_with(b"%%EOF") && window[5].is_ascii_digit())
}

fn cut_off() -> PdfError {
    damaged("it breaks off before its end")
}

/// Where a header begins a line, or follows an end, behind the first, other than in the data of a
/// stream (an embedded file).
fn second_header(pdf: &[u8]) -> Option<usize> {
    let mut from = HEADER.len();
    let (mut in_stream, mut seen) = (false, 0);
    while let Some(offset) = find(&pdf[from..], HEADER) {
        let position = from + offset;
        let before = &pdf[..position];
        // Every byte is looked at once: a file may hold a great many headers.
        in_stream = is_in_stream(before, seen).unwrap_or(in_stream);
        seen = position;
        let begins_line =
            before.ends_with(b"\n") || before.ends_with(b"\r") || before.ends_with(b"%%EOF");
        if begins_line && !in_stream {
            return Some(position);
        }
        from = position + HEADER.len();
    }
    None
}

/// Whether these bytes end within a stream, as far as the bytes from a place on tell.
fn is_in_stream(bytes: &[u8], from: usize) -> Option<bool> {
    let from = from.saturating_sub(b"stream".len() - 1);
    let last = from + find_last(&bytes[from..], b"stream")?;
    Some(!bytes[..last].ends_with(b"end"))
}

/// Whether an object begins in these bytes: a number, a blank and the word `obj`.
fn holds_object(bytes: &[u8]) -> bool {
    let begins = |window: &[u8]| {
        window[0].is_ascii_digit()
            && window[1].is_ascii_whitespace()
            && &window[2..5] == b"obj"
            && !window[5].is_ascii_alphanumeric()
    };
    bytes.windows(6).any(begins)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let found = memmem::find(bytes, wanted);
    search_steps(found.unwrap_or(bytes.len()));
    found
}

fn find_last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let found = memmem::rfind(bytes, wanted);
    search_steps(bytes.len() - found.unwrap_or(0));
    found
}

#[cfg(test)]
mod tests {
    use ports::PdfError;

    use super::check;

    const WHOLE: &[u8] =
        b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer<<>>\nstartxref\n9\n%%EOF\n";

    #[test]
    fn the_header_is_searched_in_the_first_kilobyte() {
        assert_eq!(check(b""), Err(PdfError::NotAPdf));
        assert_eq!(check(b"PK\x03\x04"), Err(PdfError::NotAPdf));
        let behind = |junk: usize| [vec![b'x'; junk], WHOLE.to_vec()].concat();
        assert_eq!(check(&behind(1019)), Ok(WHOLE));
        assert_eq!(check(&behind(1020)), Err(PdfError::NotAPdf));
    }

    #[test]
    fn a_file_without_its_end_is_damaged() {
        assert_eq!(check(WHOLE), Ok(WHOLE));
        for length in [9, 30, 50] {
            assert!(
                matches!(check(&WHOLE[..length]), Err(PdfError::Damaged(_))),
                "{length}"
            );
        }
        let update_cut_off = [WHOLE, b"2 0 obj\n<</V(new"].concat();
        assert!(matches!(check(&update_cut_off), Err(PdfError::Damaged(_))));
        let with_web_page_behind = [WHOLE, b"<html>3 objects</html>"].concat();
        assert!(check(&with_web_page_behind).is_ok());
    }

    #[test]
    fn two_documents_in_one_file_are_ambiguous_but_an_embedded_one_is_not() {
        assert!(matches!(
            check(&[WHOLE, WHOLE].concat()),
            Err(PdfError::Ambiguous(_))
        ));
        let embedded = [
            &WHOLE[..17],
            b"<</Length 9>>stream\n%PDF-1.4\nendstream\n",
            &WHOLE[17..],
        ]
        .concat();
        assert!(check(&embedded).is_ok());
        let behind_stream = [
            &WHOLE[..17],
            b"<</Length 9>>stream\nabcdefgh\nendstream\n",
            WHOLE,
        ]
        .concat();
        assert!(matches!(check(&behind_stream), Err(PdfError::Ambiguous(_))));
    }

    #[test]
    fn the_place_of_the_last_table_is_told_on_a_line_of_its_own() {
        let told = |line: &str| {
            let whole = String::from_utf8_lossy(WHOLE).into_owned();
            let pdf = [whole.as_str(), line, "9\n%%EOF\n"].concat();
            check(pdf.as_bytes()).map(<[u8]>::len)
        };
        for line in ["startxref\n", "\rstartxref\r", "startxref "] {
            assert!(told(line).is_ok(), "{line}");
        }
        for line in [
            "startxrefx\n",
            "xstartxref\n",
            "%startxref\n",
            " startxref\n",
            "(startxref ",
            "startxref",
            "startxref%\n",
        ] {
            assert!(matches!(told(line), Err(PdfError::Ambiguous(_))), "{line}");
        }
    }

    #[test]
    fn tables_both_behind_the_beginning_and_behind_the_header_are_ambiguous() {
        let stream = "1 0 obj\n<</Type/XRef>>stream\nendstream\n";
        let read = |junk: &str, begin: &str, gap: &str, second: &str| {
            let first = junk.len() + "%PDF-1.7\n".len();
            let pdf = format!("{junk}%PDF-1.7\n{begin}{gap}{second}\nstartxref\n{first}\n%%EOF\n");
            check(pdf.as_bytes()).map(<[u8]>::len)
        };
        let junk = "%".repeat(49) + "\n";
        for first in ["xref\n", stream] {
            for second in ["xref\n", stream] {
                let gap = "\n".repeat(50 - first.len());
                let found = read(&junk, first, &gap, second);
                assert!(matches!(found, Err(PdfError::Ambiguous(_))), "{found:?}");
                // No two places, or nothing at one of them.
                assert!(read("", first, &gap, second).is_ok());
                assert!(read(&junk, first, &gap, "2 0 obj\n<<>>").is_ok());
                assert!(read("\n", "\n", "", second).is_ok());
            }
        }
    }
}
