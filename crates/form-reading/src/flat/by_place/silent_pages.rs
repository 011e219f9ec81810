//! Marks on pages that print too little to tell how they lie.
//!
//! Such a page may lie as the others do, or be another one. What is ticked or chosen there is not
//! believed, but neither is it passed over: it would be read as off.

use std::collections::HashMap;

use forms::form_content::{FormField, PlacedText};

use crate::flat::marks::is_mark;
use crate::flat::own_places::OwnPlaces;
use crate::flat::painted_marks::PaintedMarks;
use crate::flat::spots::{Spot, box_at, spots};

/// The fields of these pages, where they would stand.
pub(super) struct SilentPages<'form> {
    own: &'form OwnPlaces,
    spots: HashMap<usize, Vec<Spot>>,
}

impl<'form> SilentPages<'form> {
    pub(super) fn of(fields: &[FormField], own: &'form OwnPlaces) -> Self {
        let transform = |page| match own.transform(page) {
            Some(_) => None,
            None => own.transform_for_marks(page),
        };
        Self {
            own,
            spots: spots(fields, transform),
        }
    }

    /// The fields, and their widgets, in which something is painted.
    pub(super) fn painted(&self, marks: &PaintedMarks<'_>) -> Vec<(usize, usize)> {
        let mut painted = Vec::new();
        for (page, spots) in &self.spots {
            let Some(transform) = self.own.transform_for_marks(*page) else {
                continue;
            };
            let ticked = marks.on_page(*page, &transform, spots).into_iter();
            let chosen = marks.bars_on_page(*page, &transform, spots).into_iter();
            let marked = ticked
                .map(|(spot, _)| spot)
                .chain(chosen.map(|(spot, _)| spot));
            painted.extend(marked.map(|spot| (spot.field, spot.widget)));
        }
        painted.sort_unstable();
        painted
    }

    /// The field in which a text is a mark, on a page without any label that it may stand at.
    pub(super) fn marked_by(&self, run: &PlacedText) -> Option<usize> {
        let spots = self.spots.get(&run.place.page)?;
        let has_labels = self.own.words().count(run.place.page) > 0;
        if has_labels || !is_mark(&run.text) {
            return None;
        }
        box_at(spots, run.place).map(|spot| spots[spot].field)
    }
}
