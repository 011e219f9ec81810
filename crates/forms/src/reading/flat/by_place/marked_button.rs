//! Buttons in whose places marks stand.

use super::pieces::{Pieces, with_options};
use crate::form_content::{FormField, PagePlace};
use crate::reading::DataReader;
use crate::reading::flat::spots::holds;

/// What is wrong where a mark may stand for two options of one field.
const OF_TWO_STATES: &str = "has a mark where two of its options stand in one place";

/// A button with marks where these pieces stand.
pub(super) fn marked_in(
    field: &FormField,
    path: &str,
    pieces: &Pieces,
    reading: &mut DataReader,
) -> FormField {
    let widgets = pieces.iter().map(|(widget, _)| *widget);
    if widgets.clone().any(|widget| shares_place(field, widget)) {
        reading.ambiguous(path, OF_TWO_STATES.to_owned());
    }
    marked(field, widgets)
}

/// Whether a box stands in the place of another one of its field that means something else.
fn shares_place(field: &FormField, widget: usize) -> bool {
    let own = &field.widgets[widget];
    let middle = |place: PagePlace| {
        (
            place.left + place.width / 2.0,
            place.top + place.height / 2.0,
        )
    };
    field.widgets.iter().any(|other| {
        other.state != own.state
            && other.place.page == own.place.page
            && holds(other.place, middle(own.place))
            && holds(own.place, middle(other.place))
    })
}

/// A button with marks in these widgets.
pub(super) fn marked(field: &FormField, widgets: impl Iterator<Item = usize>) -> FormField {
    let state = |widget: usize| field.widgets[widget].state.clone().unwrap_or_default();
    let mut values: Vec<String> = widgets.map(state).collect();
    values.dedup();
    with_options(field, values)
}
