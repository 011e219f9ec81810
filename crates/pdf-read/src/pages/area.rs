//! Rectangles (PDF 32000-1, 7.9.5).

use pdf_syntax::Rectangle;
use ports::PdfError;

use crate::document::{Dictionary, Document, damaged};

/// How many members of the array are looked at. A rectangle has four numbers; members that are not
/// numbers may stand between them.
const MEMBERS_MAX: usize = 16;

/// A rectangle, its corners in any order. A number that is none, or not finite, makes no rectangle.
pub(crate) fn area(
    document: &dyn Document,
    dictionary: &Dictionary,
    key: &[u8],
) -> Result<Option<Rectangle>, PdfError> {
    let mut numbers = Vec::new();
    for member in document.array(dictionary, key)?.iter().take(MEMBERS_MAX) {
        numbers.extend(
            document
                .resolve(member)?
                .number()
                .filter(|number| number.is_finite()),
        );
    }
    let Some(area) = Rectangle::from_corners(&numbers) else {
        return Ok(None);
    };
    let finite = area.width().is_finite() && area.height().is_finite();
    if finite {
        Ok(Some(area))
    } else {
        Err(damaged("a rectangle has no size"))
    }
}

/// Whether the rectangle of an annotation has an area.
pub(crate) fn has_area(document: &dyn Document, annotation: &Dictionary) -> Result<bool, PdfError> {
    let area = area(document, annotation, b"Rect")?;
    Ok(area.is_some_and(|area| area.has_size()))
}
