//! What a viewer shows of a page, and how it is turned.

use forms::form_content::PagePlace;
use lopdf::{Document, Object, ObjectId};

use crate::objects::{self, Rectangle};

/// The visible part of a page, and its rotation.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageView {
    /// From 0.
    number: usize,
    /// The crop box (14.11.2); all of it where its boxes make no sense.
    pub(super) visible: Rectangle,
    /// Quarter turns clockwise.
    turns: i64,
}

/// More than any page has, and small enough to be reckoned with.
const FAR: f32 = 1e9;
const EVERYTHING: Rectangle = Rectangle {
    left: -FAR,
    bottom: -FAR,
    right: FAR,
    top: FAR,
};
/// What is shown of a page that gives no size.
const A4: Rectangle = Rectangle {
    left: 0.0,
    bottom: 0.0,
    right: 595.0,
    top: 842.0,
};

impl PageView {
    pub(super) fn read(document: &Document, page: ObjectId, number: usize) -> Self {
        let area = |key: &[u8]| {
            let corners = objects::inherited(document, page, key)?.as_array().ok()?;
            Rectangle::from_corners(&objects::numbers_of(document, corners))
        };
        let has_size = |area: &Rectangle| area.width() > 0.0 && area.height() > 0.0;
        let media = area(b"MediaBox").filter(has_size).unwrap_or(EVERYTHING);
        let crop = area(b"CropBox").map(|crop| crop.overlap(media));
        let rotation = objects::inherited(document, page, b"Rotate").map(Object::as_i64);
        Self {
            number,
            visible: crop.filter(has_size).unwrap_or(media),
            turns: rotation.and_then(Result::ok).unwrap_or(0).div_euclid(90) & 3,
        }
    }

    /// Where an area of the page's own coordinates is shown.
    pub(super) fn place(&self, area: Rectangle) -> PagePlace {
        let seen = match self.visible {
            EVERYTHING => A4,
            seen => seen,
        };
        let shown = |x: f32, y: f32| match self.turns {
            0 => (x - seen.left, seen.top - y),
            1 => (y - seen.bottom, x - seen.left),
            2 => (seen.right - x, y - seen.bottom),
            _ => (seen.top - y, seen.right - x),
        };
        let one = shown(area.left, area.bottom);
        let other = shown(area.right, area.top);
        PagePlace {
            page: self.number,
            left: one.0.min(other.0),
            top: one.1.min(other.1),
            width: (one.0 - other.0).abs(),
            height: (one.1 - other.1).abs(),
        }
    }
}
