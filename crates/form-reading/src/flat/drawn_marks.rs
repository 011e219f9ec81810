//! Marks that are drawn into boxes which the file itself has as fields, as with a pen.

use forms::form_content::{FormField, Outline, PaintedShape, PlacedText};

use super::own_places::PlacedForm;
use super::painted_marks::PaintedMarks;
use super::spots::spots;
use crate::page_alignment::page_transform::PageTransform;

/// What stands for a mark that has no characters.
const TYPED: &str = "x";

/// For each box of these fields with a drawn mark the same mark as if it were typed. On pages of
/// which it is not known how they lie, only what a pen draws is one: anything else may belong to
/// the form.
pub(crate) fn drawn_marks(
    fields: &[FormField],
    shapes: &[PaintedShape],
    form: PlacedForm<'_>,
) -> Vec<PlacedText> {
    if shapes.is_empty() {
        return Vec::new();
    }
    let are_strokes = shapes
        .iter()
        .all(|shape| shape.outline == Outline::Free && !shape.is_filled && !shape.hides);
    let marks = PaintedMarks::of(shapes, form.blank);
    let mut typed = Vec::new();
    for (page, spots) in &spots(fields, |_| Some(PageTransform::default())) {
        let lie = form.own.transform(*page).copied();
        let Some(lie) = lie.or_else(|| are_strokes.then(PageTransform::default)) else {
            continue;
        };
        let marked = marks.on_page(*page, &lie, spots).into_iter();
        typed.extend(marked.map(|(spot, _)| PlacedText::new(TYPED, spot.place)));
    }
    typed
}
