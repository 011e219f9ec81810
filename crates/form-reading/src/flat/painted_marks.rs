//! Marks in boxes that are no characters: the ticks, crosses and dots that programs paint when they
//! flatten a form, and those of a pen.
//!
//! Frames and backgrounds are painted too, by some programs also where the blank form has none. So
//! a mark is what the blank form does not paint just there, and what no frame looks like. So it is
//! with the bars that lie behind the chosen options of a printed list.

mod looks_on;

use std::borrow::Borrow;
use std::collections::HashMap;

use forms::form_content::{FormField, Outline, PagePlace, PaintedShape};

pub use self::looks_on::looks_of_boxes_on;
use super::spots::{Spot, box_at, list_at, spots};
use crate::blank_form::BlankForm;
use crate::page_alignment::page_transform::PageTransform;
use crate::steps::step;

/// What is smaller than this part of its box is dust.
const MARK_MIN: f32 = 0.2;

/// A dot just in the middle of its box, give or take this part of it, is no dust from this size on.
const DOT_MIN: f32 = 0.1;

/// What is straight or round and larger than this part of its box or list is its frame or
/// background.
const FRAME_MIN: f32 = 0.75;

/// What is straight or round and longer than so many times the shorter side of its box is a bar.
const LONG_MAX: f32 = 1.5;

/// What is larger than so many boxes was drawn for something else.
const MARK_MAX: f32 = 3.0;

/// What a white area hides may look out of it by this much, in points.
const COVER_EDGE: f32 = 0.5;

/// Programs paint the blank form's own shapes this near to where they stand in it, in points.
const NEAR: f32 = 1.5;

/// Programs paint them as large as the blank form does, give or take so many points: a mark within
/// the shade of a small box lies near to it on all sides.
const SIZE_NEAR: f32 = 1.0;

/// How many strokes and marks of a box, or bars of a list, are looked at; a pen leaves some hundred
/// at most.
const STROKES_OF_BOX_MAX: usize = 1_000;

/// A bar behind an option is at least so high, in points; a ruling is not.
const BAR_HEIGHT_MIN: f32 = 4.0;

/// A bar behind an option is at least so wide, in parts of its list.
const BAR_WIDTH_MIN: f32 = 0.5;

/// The shapes that the blank form paints in the boxes and lists of these fields.
pub fn shapes_in_fields(shapes: Vec<PaintedShape>, fields: &[FormField]) -> Vec<PaintedShape> {
    let spots = spots(fields, |_| Some(PageTransform::default()));
    let is_in_field = |shape: &PaintedShape| {
        let on_page = spots.get(&shape.place.page);
        on_page.is_some_and(|on_page| {
            box_at(on_page, shape.place).is_some() || list_at(on_page, shape.place).is_some()
        })
    };
    shapes.into_iter().filter(is_in_field).collect()
}

/// The shapes of a file, and what the blank form paints itself.
pub(super) struct PaintedMarks<'form> {
    shapes: &'form [PaintedShape],
    blank: &'form [PaintedShape],
    /// What boxes of it paint when they are on, of those that show it by nothing else.
    blank_on: &'form [PaintedShape],
}

/// What a page paints in spots, by their numbers.
type ShapesInSpots<'form> = HashMap<usize, Vec<&'form PaintedShape>>;

impl<'form> PaintedMarks<'form> {
    pub(super) fn of(shapes: &'form [PaintedShape], blank: BlankForm<'form>) -> Self {
        Self {
            shapes,
            blank: blank.shapes,
            blank_on: blank.shapes_on,
        }
    }

    /// The boxes of a page that are marked, with the place of each mark.
    pub(super) fn on_page<'spots>(
        &self,
        page: usize,
        transform: &PageTransform,
        spots: &'spots [Spot],
    ) -> Vec<(&'spots Spot, PagePlace)> {
        let may_be_mark =
            |shape: &PaintedShape, area| shape.outline == Outline::Free || is_mark(shape, area);
        let found = self.added(page, transform, spots, box_at, may_be_mark);
        let mark = |(spot, shapes): (usize, Vec<&PaintedShape>)| {
            Some((spot, mark(&shapes, spots[spot].place)?))
        };
        let mut marks: HashMap<_, _> = found.into_iter().filter_map(mark).collect();
        for (spot, place) in self.looking_on(page, transform, spots) {
            marks.entry(spot).or_insert(place);
        }
        let marks = marks.into_iter();
        marks.map(|(spot, place)| (&spots[spot], place)).collect()
    }

    /// The lists of a page in which bars lie, with the places of these.
    pub(super) fn bars_on_page<'spots>(
        &self,
        page: usize,
        transform: &PageTransform,
        spots: &'spots [Spot],
    ) -> Vec<(&'spots Spot, Vec<PagePlace>)> {
        let found = self.added(page, transform, spots, list_at, is_bar);
        let found = found.into_iter().filter(|(_, bars)| !bars.is_empty());
        let bars = |(spot, bars): (usize, Vec<&PaintedShape>)| {
            let places = bars.into_iter().map(|bar| bar.place);
            (&spots[spot], places.collect())
        };
        found.map(bars).collect()
    }

    /// What a page paints that the blank form does not paint there, as far as it is wanted, and
    /// nothing white lies over it.
    fn added(
        &self,
        page: usize,
        transform: &PageTransform,
        spots: &[Spot],
        spot_of: impl Fn(&[Spot], PagePlace) -> Option<usize>,
        is_wanted: impl Fn(&PaintedShape, PagePlace) -> bool,
    ) -> ShapesInSpots<'form> {
        let on_page = |shape: &&PaintedShape| shape.place.page == page;
        let mut own = OwnShapes::default();
        for shape in self.blank.iter().filter(on_page) {
            let place = transform.in_file(shape.place);
            own.add(spot_of(spots, place), PaintedShape { place, ..*shape });
        }
        let mut found = ShapesInSpots::new();
        for shape in self.shapes.iter().filter(on_page) {
            if shape.hides {
                uncover(&mut found, shape.place, shape.outline);
                uncover(&mut own.hidden, shape.place, shape.outline);
                continue;
            }
            let Some(spot) = spot_of(spots, shape.place) else {
                continue;
            };
            let is_wanted = is_wanted(shape, spots[spot].place);
            let found = found.entry(spot).or_default();
            let has_room = found.len() < STROKES_OF_BOX_MAX;
            if is_wanted && has_room && !own.has(spot, shape) {
                found.push(shape);
            }
        }
        found
    }
}

/// What the blank form paints in spots, by their numbers.
#[derive(Default)]
struct OwnShapes {
    seen: HashMap<usize, Vec<PaintedShape>>,
    /// What it paints white areas over. Once a file has done the same, what it paints there is none
    /// of these.
    hidden: HashMap<usize, Vec<PaintedShape>>,
}

impl OwnShapes {
    /// Adds the next shape, which stands in this spot if in any.
    fn add(&mut self, spot: Option<usize>, shape: PaintedShape) {
        if shape.hides && shape.outline == Outline::Straight {
            for (spot, seen) in &mut self.seen {
                step();
                let hidden = seen.extract_if(.., |own| shape.place.covers(own.place, COVER_EDGE));
                self.hidden.entry(*spot).or_default().extend(hidden);
            }
        }
        if let Some(spot) = spot {
            self.seen.entry(spot).or_default().push(shape);
        }
    }

    fn has(&self, spot: usize, shape: &PaintedShape) -> bool {
        let shapes = [&self.seen, &self.hidden].into_iter();
        let mut own = shapes.filter_map(|own| own.get(&spot)).flatten();
        own.any(|own| is_same(own, shape))
    }
}

/// Takes out what a white area lies over.
fn uncover<Shape: Borrow<PaintedShape>>(
    shapes: &mut HashMap<usize, Vec<Shape>>,
    cover: PagePlace,
    outline: Outline,
) {
    if outline == Outline::Straight {
        for shapes in shapes.values_mut() {
            step();
            shapes.retain(|shape| !cover.covers(shape.borrow().place, COVER_EDGE));
        }
    }
}

/// The mark that shapes in a box are, if they are any: one of them, or all strokes of a pen.
fn mark(shapes: &[&PaintedShape], area: PagePlace) -> Option<PagePlace> {
    if let Some(mark) = shapes.iter().find(|shape| is_mark(shape, area)) {
        return Some(mark.place);
    }
    let strokes = shapes.iter().filter(|shape| shape.outline == Outline::Free);
    let all = PagePlace::around(strokes.map(|stroke| stroke.place))?;
    is_free_mark(all, area).then_some(all)
}

/// Whether a shape in a box looks like a mark.
fn is_mark(shape: &PaintedShape, area: PagePlace) -> bool {
    let size = area.width.min(area.height);
    let (width, height) = (shape.place.width, shape.place.height);
    match shape.outline {
        Outline::Free => is_free_mark(shape.place, area),
        Outline::Straight | Outline::Round => {
            let is_dot = shape.outline == Outline::Round && is_centred(shape.place, area);
            let least = if is_dot { DOT_MIN } else { MARK_MIN };
            shape.is_filled
                && width.min(height) >= least * size
                && width.max(height) <= LONG_MAX * size
                && width <= FRAME_MIN * area.width
                && height <= FRAME_MIN * area.height
        }
    }
}

fn is_centred(dot: PagePlace, area: PagePlace) -> bool {
    let size = area.width.min(area.height);
    let aside = dot.left + dot.width / 2.0 - area.left - area.width / 2.0;
    let down = dot.top + dot.height / 2.0 - area.top - area.height / 2.0;
    aside.abs().max(down.abs()) <= DOT_MIN * size
}

fn is_free_mark(place: PagePlace, area: PagePlace) -> bool {
    let size = area.width.min(area.height);
    (MARK_MIN * size..=MARK_MAX * size).contains(&place.width.max(place.height))
}

/// Whether a shape in a list looks like a bar behind one of its options.
fn is_bar(shape: &PaintedShape, area: PagePlace) -> bool {
    shape.is_filled
        && shape.outline == Outline::Straight
        && shape.place.width >= BAR_WIDTH_MIN * area.width
        && (BAR_HEIGHT_MIN..=FRAME_MIN * area.height).contains(&shape.place.height)
}

/// Whether a shape is the blank form's own.
fn is_same(own: &PaintedShape, shape: &PaintedShape) -> bool {
    step();
    own.outline == shape.outline
        && own.is_filled == shape.is_filled
        && own.hides == shape.hides
        && own.place.begins_near(shape.place, NEAR)
        && own.place.ends_near(shape.place, NEAR)
        && own.place.is_sized_like(shape.place, SIZE_NEAR)
}
