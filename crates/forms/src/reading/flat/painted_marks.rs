//! Marks in boxes that are no characters: the ticks, crosses and dots that programs paint when they
//! flatten a form, and those of a pen.
//!
//! Frames and backgrounds are painted too, by some programs also where the blank form has none. So
//! a mark is what the blank form does not paint just there, and what no frame looks like.

use std::collections::HashMap;

use super::spots::{Spot, box_at, spots};
use crate::form_content::{FormField, Outline, PagePlace, PaintedShape};
use crate::reading::page_transform::PageTransform;
use crate::reading::sources::around;
use crate::steps::step;

/// What is smaller than this part of its box is dust.
const MARK_MIN: f32 = 0.2;

/// What is straight or round and larger than this part of its box is its frame or background.
const FRAME_MIN: f32 = 0.75;

/// What is larger than so many boxes was drawn for something else.
const MARK_MAX: f32 = 3.0;

/// What a white area hides may look out of it by this much, in points.
const COVER_EDGE: f32 = 0.5;

/// Programs paint the blank form's own shapes this near to where they stand in it, in points.
const NEAR: f32 = 1.5;

/// So many strokes and marks of a box are looked at; a pen leaves some hundred at most.
const STROKES_OF_BOX_MAX: usize = 1_000;

/// The shapes that the blank form paints in the boxes of these fields.
pub fn shapes_in_boxes(shapes: Vec<PaintedShape>, fields: &[FormField]) -> Vec<PaintedShape> {
    let boxes = spots(fields, |_| Some(PageTransform::default()));
    let is_in_box = |shape: &PaintedShape| {
        let boxes = boxes.get(&shape.place.page);
        boxes.is_some_and(|boxes| box_at(boxes, shape.place).is_some())
    };
    shapes.into_iter().filter(is_in_box).collect()
}

/// The shapes of a file, and what the blank form paints itself.
pub(super) struct PaintedMarks<'form> {
    shapes: &'form [PaintedShape],
    blank: &'form [PaintedShape],
}

impl<'form> PaintedMarks<'form> {
    pub(super) fn of(shapes: &'form [PaintedShape], blank: &'form [PaintedShape]) -> Self {
        Self { shapes, blank }
    }

    /// The boxes of a page that are marked, with the place of each mark.
    pub(super) fn on_page<'spots>(
        &self,
        page: usize,
        transform: &PageTransform,
        spots: &'spots [Spot],
    ) -> Vec<(&'spots Spot, PagePlace)> {
        let on_page = |shape: &&PaintedShape| shape.place.page == page;
        let mut own: HashMap<usize, Vec<PaintedShape>> = HashMap::new();
        for shape in self.blank.iter().filter(on_page) {
            let place = transform.in_file(shape.place);
            if let Some(spot) = box_at(spots, place) {
                own.entry(spot)
                    .or_default()
                    .push(PaintedShape { place, ..*shape });
            }
        }
        let mut found: HashMap<usize, Vec<&PaintedShape>> = HashMap::new();
        for shape in self.shapes.iter().filter(on_page) {
            if shape.hides {
                uncover(&mut found, shape);
                continue;
            }
            let Some(spot) = box_at(spots, shape.place) else {
                continue;
            };
            let own = own.get(&spot).map_or(&[][..], Vec::as_slice);
            let may_be_mark = shape.outline == Outline::Free || is_mark(shape, spots[spot].place);
            let found = found.entry(spot).or_default();
            let has_room = found.len() < STROKES_OF_BOX_MAX;
            if may_be_mark && has_room && !own.iter().any(|own| is_same(own, shape)) {
                found.push(shape);
            }
        }
        let mark = |(spot, shapes): (usize, Vec<&PaintedShape>)| {
            Some((&spots[spot], mark(&shapes, spots[spot].place)?))
        };
        found.into_iter().filter_map(mark).collect()
    }
}

/// Takes out what a white area lies over.
fn uncover(found: &mut HashMap<usize, Vec<&PaintedShape>>, cover: &PaintedShape) {
    if cover.outline == Outline::Straight {
        for shapes in found.values_mut() {
            step();
            shapes.retain(|shape| !covers(cover.place, shape.place));
        }
    }
}

/// The mark that shapes in a box are, if they are any: one of them, or all strokes of a pen.
fn mark(shapes: &[&PaintedShape], area: PagePlace) -> Option<PagePlace> {
    if let Some(mark) = shapes.iter().find(|shape| is_mark(shape, area)) {
        return Some(mark.place);
    }
    let strokes = shapes.iter().filter(|shape| shape.outline == Outline::Free);
    let all = around(strokes.map(|stroke| stroke.place))?;
    is_free_mark(all, area).then_some(all)
}

/// Whether a shape in a box looks like a mark.
fn is_mark(shape: &PaintedShape, area: PagePlace) -> bool {
    let size = area.width.min(area.height);
    let (width, height) = (shape.place.width, shape.place.height);
    match shape.outline {
        Outline::Free => is_free_mark(shape.place, area),
        Outline::Straight | Outline::Round => {
            shape.is_filled
                && width.min(height) >= MARK_MIN * size
                && width.max(height) <= FRAME_MIN * size
        }
    }
}

fn is_free_mark(place: PagePlace, area: PagePlace) -> bool {
    let size = area.width.min(area.height);
    (MARK_MIN * size..=MARK_MAX * size).contains(&place.width.max(place.height))
}

/// Whether one place lies within another.
fn covers(cover: PagePlace, place: PagePlace) -> bool {
    let (right, bottom) = (cover.left + cover.width, cover.top + cover.height);
    place.left >= cover.left - COVER_EDGE
        && place.top >= cover.top - COVER_EDGE
        && place.left + place.width <= right + COVER_EDGE
        && place.top + place.height <= bottom + COVER_EDGE
}

/// Whether a shape is the blank form's own.
fn is_same(own: &PaintedShape, shape: &PaintedShape) -> bool {
    step();
    own.outline == shape.outline
        && own.is_filled == shape.is_filled
        && own.hides == shape.hides
        && is_near(own.place, shape.place)
}

fn is_near(one: PagePlace, other: PagePlace) -> bool {
    let edges = |place: PagePlace| {
        let (right, bottom) = (place.left + place.width, place.top + place.height);
        [place.left, place.top, right, bottom]
    };
    let mut pairs = edges(one).into_iter().zip(edges(other));
    pairs.all(|(one, other)| (one - other).abs() <= NEAR)
}
