//! Where the widgets of the blank form stand on a page of a flat file, and which of them holds a
//! given point or area.

use std::collections::HashMap;

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};

use crate::page_alignment::page_transform::{PageTransform, Point};
use crate::steps::step;

/// A text may begin this much to the left of its field, in points.
pub(crate) const EDGE: f32 = 2.0;

/// A box so many times larger than another is not meant by a mark in that one.
const MUCH_LARGER: f32 = 4.0;

/// A widget, where it stands in the file.
pub(crate) struct Spot {
    pub(super) field: usize,
    pub(super) widget: usize,
    pub(super) place: PagePlace,
    pub(super) is_box: bool,
    pub(super) is_list: bool,
}

/// The widgets of these fields by the numbers of their pages, of those of which it is known how
/// they lie in the file.
pub(crate) fn spots(
    fields: &[FormField],
    transform: impl Fn(usize) -> Option<PageTransform>,
) -> HashMap<usize, Vec<Spot>> {
    let mut spots: HashMap<usize, Vec<Spot>> = HashMap::new();
    for (field, blank) in fields.iter().enumerate() {
        for (widget, place) in blank.widgets.iter().map(|widget| widget.place).enumerate() {
            if let Some(transform) = transform(place.page) {
                spots.entry(place.page).or_default().push(Spot {
                    field,
                    widget,
                    place: transform.in_file(place),
                    is_box: is_box(blank),
                    is_list: blank.kind == FormFieldKind::Choice,
                });
            }
        }
    }
    spots
}

/// Whether marks are what is filled in in a field.
pub(crate) fn is_box(field: &FormField) -> bool {
    matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio)
}

/// The point by which it is judged in which field a text stands.
pub(crate) fn letter_middle(text: PagePlace) -> Point {
    let down = text.top + text.height * (1.0 - PlacedText::LETTER_MIDDLE);
    (text.middle().0, down)
}

/// Whether a point lies in the place of a widget.
pub(super) fn holds(place: PagePlace, (right, down): Point) -> bool {
    (place.left - EDGE..=place.right()).contains(&right)
        && (place.top..=place.bottom()).contains(&down)
}

/// Whether a clipping area lies in the place of a widget.
pub(super) fn is_around(place: PagePlace, area: PagePlace) -> bool {
    place.covers(area, EDGE)
}

/// The index of the smallest spot that holds a point.
pub(crate) fn spot_at(spots: &[Spot], point: Point) -> Option<usize> {
    smallest(spots, |spot| holds(spot.place, point))
}

/// The index of the smallest spot for text that a clipping area lies in. Areas that clip a page or
/// a picture lie in none; boxes are left out, since a clipped text that nobody sees is no mark.
pub(super) fn spot_around(spots: &[Spot], area: PagePlace) -> Option<usize> {
    smallest(spots, |spot| !spot.is_box && is_around(spot.place, area))
}

/// The index of the smallest box that holds the middle of an area.
pub(super) fn box_at(spots: &[Spot], area: PagePlace) -> Option<usize> {
    let middle = area.middle();
    smallest(spots, |spot| {
        spot.is_box && holds(spot.place, middle) && middle.0 >= spot.place.left
    })
}

/// Whether a mark in a box stands in one of another field as well, which is hardly larger.
pub(super) fn is_in_other_box(spots: &[Spot], own: &Spot, mark: PagePlace) -> bool {
    let middle = mark.middle();
    spots.iter().any(|spot| {
        step();
        spot.is_box
            && spot.field != own.field
            && holds(spot.place, middle)
            && size(spot) <= MUCH_LARGER * size(own)
    })
}

/// The index of the smallest list that holds the middle of an area.
pub(super) fn list_at(spots: &[Spot], area: PagePlace) -> Option<usize> {
    let middle = area.middle();
    smallest(spots, |spot| spot.is_list && holds(spot.place, middle))
}

fn size(spot: &Spot) -> f32 {
    spot.place.width * spot.place.height
}

fn smallest(spots: &[Spot], is_wanted: impl Fn(&Spot) -> bool) -> Option<usize> {
    let wanted = spots.iter().enumerate().filter(|(_, spot)| {
        step();
        is_wanted(spot)
    });
    let smallest = wanted.min_by(|one, other| size(one.1).total_cmp(&size(other.1)));
    smallest.map(|(number, _)| number)
}
