//! Widths of the characters of composite fonts (PDF 32000-1, 9.7.4.3), written so that the library
//! that knows fonts understands them. Of a range it takes the first character for the last one and
//! for the width; a default width it knows only as a whole number that stands in its place.

use ports::PdfError;

use crate::document::{Document, Object};
use crate::limits::RANGE_WIDTHS_MAX;
use crate::steps::step;

/// The highest number of a character of such a font (PDF 32000-1, annex C.2).
const CID_MAX: i64 = 65_535;

pub(super) struct Widths<'file> {
    file: &'file dyn Document,
    /// Widths that were written for ranges, of all fonts.
    written: usize,
}

impl<'file> Widths<'file> {
    pub(super) fn of(file: &'file dyn Document) -> Self {
        Self { file, written: 0 }
    }

    /// The members of a `W` with `first [width width …]` for each range `first last width`. What is
    /// neither a range nor followed by an array stays as it is, and so does a range that holds no
    /// character. Refused where the ranges of all fonts hold more than `RANGE_WIDTHS_MAX`.
    pub(super) fn one_by_one(&mut self, members: &[Object]) -> Result<Vec<Object>, PdfError> {
        let mut written = Vec::new();
        let mut rest = members;
        while let [first, next, behind @ ..] = rest {
            step();
            if let Object::Array(_) = self.file.resolve(next)? {
                written.extend([first, next].map(Object::clone));
                rest = behind;
                continue;
            }
            let [width, behind @ ..] = behind else { break };
            match self.range([first, next, width])? {
                Some(range) => written.extend(range),
                None => written.extend([first, next, width].map(Object::clone)),
            }
            rest = behind;
        }
        written.extend_from_slice(rest);
        Ok(written)
    }

    /// The first character of a range and the widths of all; `None` where it holds none.
    fn range(&mut self, range: [&Object; 3]) -> Result<Option<[Object; 2]>, PdfError> {
        let [first, last, width] = range.map(|member| self.file.resolve(member));
        let (Object::Integer(first), Object::Integer(last), width) = (first?, last?, width?) else {
            return Ok(None);
        };
        let (first, last) = (first.max(0), last.min(CID_MAX));
        if first > last || width.number().is_none() {
            return Ok(None);
        }
        let count = usize::try_from(last - first + 1).unwrap_or(usize::MAX);
        self.written = self.written.saturating_add(count);
        if self.written > RANGE_WIDTHS_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {RANGE_WIDTHS_MAX} characters whose widths its fonts give as ranges"
            )));
        }
        let widths = vec![width; count];
        Ok(Some([Object::Integer(first), Object::Array(widths.into())]))
    }

    /// A `DW` as a whole number in its place. It counts thousandths of the size of the type, so
    /// that nobody sees what is rounded.
    pub(super) fn default(&self, width: &Object) -> Result<Object, PdfError> {
        Ok(match self.file.resolve(width)? {
            Object::Integer(whole) => Object::Integer(whole),
            #[expect(
                clippy::cast_possible_truncation,
                reason = "what no page has room for becomes the largest number"
            )]
            Object::Real(real) => Object::Integer(real.round() as i64),
            _ => width.clone(),
        })
    }
}
