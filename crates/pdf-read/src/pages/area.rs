//! Rectangles (PDF 32000-1, 7.9.5).

use ports::PdfError;

use crate::document::{Dictionary, Document, damaged};

/// A rectangle as PDF has it: origin at the bottom left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageArea {
    pub(super) left: f32,
    pub(super) bottom: f32,
    pub(super) right: f32,
    pub(super) top: f32,
}

/// A4, for pages that give no size.
pub(super) const A4: PageArea = PageArea {
    left: 0.0,
    bottom: 0.0,
    right: 595.0,
    top: 842.0,
};

impl PageArea {
    /// The area that both share, if it is not empty.
    pub(super) fn intersection(self, other: Self) -> Option<Self> {
        let both = Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        };
        (both.left < both.right && both.bottom < both.top).then_some(both)
    }
}

/// How many members of the array are looked at. A rectangle has four numbers; members that are not
/// numbers may stand between them.
const MEMBERS_MAX: usize = 16;

/// How far apart programs put what they take for one place, as they round, in points.
const ROUNDED: f32 = 0.1;

/// A rectangle, its corners in any order. A number that is none, or not finite, makes no rectangle.
pub(super) fn area(
    document: &dyn Document,
    dictionary: &Dictionary,
    key: &[u8],
) -> Result<Option<PageArea>, PdfError> {
    let mut numbers = Vec::new();
    for member in document.array(dictionary, key)?.iter().take(MEMBERS_MAX) {
        numbers.extend(
            document
                .resolve(member)?
                .number()
                .filter(|number| number.is_finite()),
        );
    }
    let [one, two, three, four] = numbers[..] else {
        return Ok(None);
    };
    let area = PageArea {
        left: one.min(three),
        bottom: two.min(four),
        right: one.max(three),
        top: two.max(four),
    };
    let finite = (area.right - area.left).is_finite() && (area.top - area.bottom).is_finite();
    if finite {
        Ok(Some(area))
    } else {
        Err(damaged("a rectangle has no size"))
    }
}

/// Whether the rectangle of an annotation has an area.
pub(crate) fn has_area(document: &dyn Document, annotation: &Dictionary) -> Result<bool, PdfError> {
    let area = area(document, annotation, b"Rect")?;
    Ok(area.is_some_and(|area| area.intersection(area).is_some()))
}

/// Whether two annotations would stand in the same place of a page, where both have an area.
pub(crate) fn have_same_area(
    document: &dyn Document,
    one: &Dictionary,
    other: &Dictionary,
) -> Result<bool, PdfError> {
    let (one, other) = (
        area(document, one, b"Rect")?,
        area(document, other, b"Rect")?,
    );
    Ok(one.zip(other).is_some_and(|(one, other)| {
        let sides = [
            one.left - other.left,
            one.bottom - other.bottom,
            one.right - other.right,
            one.top - other.top,
        ];
        one.intersection(other).is_some() && sides.iter().all(|side| side.abs() < ROUNDED)
    }))
}
