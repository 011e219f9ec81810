//! Where the widgets of the blank form stand on a page of a flat file, and which of them holds a
//! point or an area of it.

use crate::form_content::PagePlace;
use crate::steps::step;

/// A text may begin this much to the left of its field, in points.
pub(super) const EDGE: f32 = 2.0;

/// A widget, where it stands in the file.
pub(super) struct Spot {
    pub(super) field: usize,
    pub(super) widget: usize,
    pub(super) place: PagePlace,
    pub(super) is_box: bool,
}

/// The smallest one that holds a point.
pub(super) fn spot_at(spots: &[Spot], (right, down): (f32, f32)) -> Option<usize> {
    smallest(spots, |Spot { place, .. }| {
        (place.left - EDGE..=place.left + place.width).contains(&right)
            && (place.top..=place.top + place.height).contains(&down)
    })
}

/// The smallest one for text that an area lies in: a page or a picture may be clipped as well, and
/// what nobody sees is no mark in a box.
pub(super) fn spot_around(spots: &[Spot], area: PagePlace) -> Option<usize> {
    smallest(spots, |Spot { place, is_box, .. }| {
        !is_box
            && area.left >= place.left - EDGE
            && area.top >= place.top - EDGE
            && area.left + area.width <= place.left + place.width + EDGE
            && area.top + area.height <= place.top + place.height + EDGE
    })
}

fn smallest(spots: &[Spot], is_wanted: impl Fn(&Spot) -> bool) -> Option<usize> {
    let size = |spot: &Spot| spot.place.width * spot.place.height;
    let wanted = spots.iter().enumerate().filter(|(_, spot)| {
        step();
        is_wanted(spot)
    });
    let smallest = wanted.min_by(|one, other| size(one.1).total_cmp(&size(other.1)));
    smallest.map(|(number, _)| number)
}
