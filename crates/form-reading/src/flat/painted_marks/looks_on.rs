//! Boxes that are on and show it by nothing that looks like a mark: a thick ring in the place of a
//! thin one, an area that fills them. What they look like is known from the form itself.

use std::collections::HashMap;

use forms::form_content::{FormField, PagePlace, PaintedShape};

use super::{PaintedMarks, is_same, mark};
use crate::blank_form::BlankForm;
use crate::flat::spots::{Spot, box_at, spots};
use crate::page_alignment::page_transform::PageTransform;

/// A look that is made of more shapes is a drawing, of which no program need keep all.
const SHAPES_OF_LOOK_MAX: usize = 20;

/// What boxes paint when they are on and do not when they are off, of those boxes in which none of
/// it looks like a mark. `on` is what the form paints while all of them are on, `off` while none.
pub fn looks_of_boxes_on(
    on: Vec<PaintedShape>,
    off: &[PaintedShape],
    fields: &[FormField],
) -> Vec<PaintedShape> {
    let blank = BlankForm {
        shapes: off,
        ..BlankForm::default()
    };
    let (painted, as_it_is) = (PaintedMarks::of(&on, blank), PageTransform::default());
    let mut looks = Vec::new();
    for (page, spots) in &spots(fields, |_| Some(as_it_is)) {
        let added = painted.added(*page, &as_it_is, spots, box_at, |_, _| true);
        for (spot, look) in added {
            if look.len() <= SHAPES_OF_LOOK_MAX && mark(&look, spots[spot].place).is_none() {
                looks.extend(look.into_iter().copied());
            }
        }
    }
    looks
}

impl PaintedMarks<'_> {
    /// The boxes of a page, by their numbers, that paint just what they do when they are on. One
    /// that paints other shapes as well is not taken for on: where a program draws lines as areas,
    /// a thin ring is two discs.
    pub(super) fn looking_on(
        &self,
        page: usize,
        transform: &PageTransform,
        spots: &[Spot],
    ) -> Vec<(usize, PagePlace)> {
        let mut looks: HashMap<usize, Vec<PaintedShape>> = HashMap::new();
        for look in self.blank_on.iter().filter(|look| look.place.page == page) {
            let place = transform.in_file(look.place);
            if let Some(spot) = box_at(spots, place) {
                looks
                    .entry(spot)
                    .or_default()
                    .push(PaintedShape { place, ..*look });
            }
        }
        if looks.is_empty() {
            return Vec::new();
        }
        let found = self.added(page, transform, spots, box_at, |_, _| true);
        let looks = looks.into_iter().filter(|(spot, look)| {
            let found = found.get(spot).map_or(&[][..], Vec::as_slice);
            found.len() == look.len()
                && look
                    .iter()
                    .all(|own| found.iter().any(|shape| is_same(own, shape)))
        });
        let place =
            |look: Vec<PaintedShape>| PagePlace::around(look.into_iter().map(|shape| shape.place));
        looks
            .filter_map(|(spot, look)| Some((spot, place(look)?)))
            .collect()
    }
}
