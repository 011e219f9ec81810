//! What a viewer shows of a page of the template.

use forms::form_content::PagePlace;
use lopdf::{Document, Object, ObjectId};
use pdf_syntax::{PageView, Rectangle};

use crate::objects;

/// A page as a viewer shows it, and its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberedView {
    /// From 0.
    number: usize,
    /// The crop box (14.11.2); all of it where its boxes make no sense.
    view: PageView,
}

/// More than any page has, and small enough to be reckoned with.
const FAR: f32 = 1e9;
const EVERYTHING: Rectangle = Rectangle {
    left: -FAR,
    bottom: -FAR,
    right: FAR,
    top: FAR,
};

impl NumberedView {
    pub(super) fn read(document: &Document, page: ObjectId, number: usize) -> Self {
        let area = |key: &[u8]| {
            let corners = objects::inherited(document, page, key)?.as_array().ok()?;
            Rectangle::from_corners(&objects::numbers_of(document, corners))
        };
        let media = area(b"MediaBox")
            .filter(Rectangle::has_size)
            .unwrap_or(EVERYTHING);
        let crop = area(b"CropBox").map(|crop| crop.overlap(media));
        let rotation = objects::inherited(document, page, b"Rotate").map(Object::as_i64);
        Self {
            number,
            view: PageView::new(
                crop.filter(Rectangle::has_size).unwrap_or(media),
                rotation.and_then(Result::ok).unwrap_or(0),
            ),
        }
    }

    /// What is visible, in the page's own coordinates.
    pub(super) fn visible(&self) -> Rectangle {
        self.view.visible
    }

    /// Where an area of the page's own coordinates is shown.
    pub(super) fn place(&self, area: Rectangle) -> PagePlace {
        let mut view = self.view;
        if view.visible == EVERYTHING {
            view.visible = Rectangle::A4;
        }
        let shown = view.shown_area(area);
        PagePlace {
            page: self.number,
            left: shown.left,
            top: shown.top,
            width: shown.width,
            height: shown.height,
        }
    }
}
