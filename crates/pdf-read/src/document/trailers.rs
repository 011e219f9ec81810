//! The dictionaries of a file's tables of objects (PDF 32000-1, 7.5.5 and 7.5.8.2): they say where
//! everything begins, and no parser gives them as they are written.

use memchr::memmem;
use ports::PdfError;

use super::repeated_key::check_keys_of_first;
use super::{damaged, is_blank};
use crate::steps::search_steps;

const TRAILER: &[u8] = b"trailer";
/// The type of a stream that is a table.
const TABLE_STREAM: &[u8] = b"/XRef";
const OBJECT: &[u8] = b"obj";

/// So far before its type the dictionary of a stream may begin.
const BEFORE_TYPE_MAX: usize = 4096;

/// Refuses a file one of whose tables names a key twice, with different values: viewers begin at
/// different objects or go on with different tables.
pub(crate) fn check(pdf: &[u8]) -> Result<(), PdfError> {
    search_steps(2 * pdf.len());
    let trailers = memmem::find_iter(pdf, TRAILER).map(|at| at + TRAILER.len());
    let mut from = 0;
    let streams = memmem::find_iter(pdf, TABLE_STREAM).filter_map(|at| {
        // What is before the last one was looked at.
        let before = &pdf[from.max(at.saturating_sub(BEFORE_TYPE_MAX))..at];
        from = at + TABLE_STREAM.len();
        let object = memmem::rfind(before, OBJECT)?;
        Some(at - before.len() + object + OBJECT.len())
    });
    // Each is looked at once, in a file in which they end.
    let mut left = pdf.len();
    for begin in trailers.chain(streams) {
        let blanks = pdf[begin..].iter().take_while(|byte| is_blank(**byte));
        let begin = begin + blanks.count();
        if pdf[begin..].starts_with(b"<<") {
            let length = check_keys_of_first(&pdf[begin..])?;
            left = left
                .checked_sub(length)
                .ok_or_else(|| damaged("the trailers of its tables have no end"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ports::PdfError;

    use super::check;

    #[test]
    fn two_values_of_a_key_are_found_in_trailers_and_in_streams_that_are_tables() {
        for (written, is_refused) in [
            ("trailer <</Root 1 0 R/Size 3>> startxref", false),
            ("trailer\n<</Root 1 0 R/Size 3/Root 1 0 R>>", false),
            ("trailer\n<</Root 1 0 R/Size 3/Root 2 0 R>>", true),
            ("trailer<</Prev 1>> trailer<</Prev 2/Prev 3>>", true),
            ("1 0 obj<</Prev 2/Type/XRef/Prev 3>>stream", true),
            (
                "1 0 obj<</Prev 2/Prev 3>>endobj 2 0 obj<</Type/XRef>>",
                false,
            ),
            ("trailer Prev 1/Prev 2", false),
        ] {
            let found = check(written.as_bytes());
            let refused = matches!(found, Err(PdfError::Ambiguous(_)));
            assert_eq!(refused, is_refused, "{written}: {found:?}");
        }
    }

    #[test]
    fn trailers_without_an_end_are_not_looked_through_again_and_again() {
        let many = "trailer<<(".repeat(1_000);
        assert!(matches!(check(many.as_bytes()), Err(PdfError::Damaged(_))));
    }
}
