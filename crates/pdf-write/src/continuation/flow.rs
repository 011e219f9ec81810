//! The column of continuation pages: where the next element stands, and when a new page begins.

use pdf_syntax::Rectangle;
use unicode_bidi::Level;

use crate::content::Colour;
use crate::font::Weight;
use crate::style::{MARGIN_SIDE, PAGE_HEIGHT, PAGE_WIDTH};

/// Between the margins, in points.
pub(super) const COLUMN_WIDTH: f32 = PAGE_WIDTH - 2.0 * MARGIN_SIDE;
/// The column begins below the page header.
pub(super) const COLUMN_TOP: f32 = PAGE_HEIGHT - 78.0;
pub(super) const COLUMN_BOTTOM: f32 = 50.0;
/// The most that stands on one page.
pub(super) const COLUMN_HEIGHT: f32 = COLUMN_TOP - COLUMN_BOTTOM;

pub(super) enum Element {
    Text(PlannedLine),
    /// A thin line across the column.
    Rule {
        y: f32,
    },
    Field(PlannedField),
}

/// One line of text from a point on its base line.
pub(super) struct PlannedLine {
    pub(super) at: (f32, f32),
    pub(super) font: (Weight, f32),
    pub(super) colour: Colour,
    pub(super) text: String,
    pub(super) level: Level,
    /// The white space between it and the next line of its text, if there is one.
    pub(super) behind: Option<String>,
    /// The entry whose value it is a line of, where that has a field in the template.
    pub(super) field_of: Option<usize>,
}

/// The box of an entry that has no field in the template.
pub(super) struct PlannedField {
    pub(super) area: Rectangle,
    pub(super) entry: usize,
    /// Where the text stands if the box cannot hold it: the number of a page, from 1 for the first
    /// page of the document.
    pub(super) elsewhere: Option<usize>,
}

pub(super) struct Flow {
    /// The number of the template's pages.
    before: usize,
    pub(super) pages: Vec<Vec<Element>>,
    /// The upper edge of what is still free on the last page.
    y: f32,
}

impl Flow {
    pub(super) fn new(before: usize) -> Self {
        Self {
            before,
            pages: Vec::new(),
            y: COLUMN_BOTTOM,
        }
    }

    /// The number of the last page in the document, from 1.
    pub(super) fn page(&self) -> usize {
        self.before + self.pages.len()
    }

    /// Begins a new page unless so much height is free. Answers whether it did.
    pub(super) fn ensure(&mut self, height: f32) -> bool {
        let is_full = self.y - height < COLUMN_BOTTOM - 0.01;
        if is_full {
            self.pages.push(Vec::new());
            self.y = COLUMN_TOP;
        }
        is_full
    }

    /// Takes height from what is free; answers its upper edge.
    pub(super) fn take(&mut self, height: f32) -> f32 {
        let top = self.y;
        self.y -= height;
        top
    }

    /// Leaves a gap, except at the top of a page.
    pub(super) fn gap(&mut self, height: f32) {
        if self.y < COLUMN_TOP {
            self.y -= height;
        }
    }

    pub(super) fn put(&mut self, element: Element) {
        if self.pages.is_empty() {
            self.ensure(f32::MAX);
        }
        if let Some(page) = self.pages.last_mut() {
            page.push(element);
        }
    }
}
