//! Buttons in whose places marks stand.

use forms::field_value::quoted;
use forms::form_content::FormField;
use forms::words;

use super::pieces::{NumberedField, Pieces, with_options};
use crate::flat::spots::holds;
use crate::outcome::data_reader::DataReader;

/// What is wrong where a mark may stand for two options of one field.
const OF_TWO_STATES: &str = "has a mark where two of its options stand in one place";

/// A mark has at most so many letters.
const MARK_LETTERS_MAX: usize = 2;

/// A button with marks where these pieces stand.
pub(super) fn marked_in(
    numbered: NumberedField<'_>,
    pieces: &Pieces,
    reading: &mut DataReader,
) -> FormField {
    let NumberedField { field, path, .. } = numbered;
    let widgets = pieces.iter().map(|(widget, _)| *widget);
    if widgets.clone().any(|widget| shares_place(field, widget)) {
        reading.ambiguous(path, OF_TWO_STATES.to_owned());
    }
    let mut texts = pieces.iter().flat_map(|(_, pieces)| pieces);
    if let Some(text) = texts.find(|piece| !may_be_mark(field, piece.text.trim())) {
        let problem = format!(
            "{} is printed in its box, which is no mark; upload the PDF with its fields, or fill \
             in the present form",
            quoted(text.text.trim())
        );
        reading.ambiguous(path, problem);
    }
    marked(field, widgets)
}

/// Whether a text in a box may be a mark: whatever is short, but for numbers, which are those of
/// rows or pages on a page of another version of the form. Fonts of marks have letters and single
/// digits for them (`4` is a tick in ZapfDingbats).
fn may_be_mark(field: &FormField, text: &str) -> bool {
    let mut states = field
        .widgets
        .iter()
        .filter_map(|widget| widget.state.as_deref());
    if [words::YES, "Yes"].contains(&text) || states.any(|state| state == text) {
        return true;
    }
    let written = text.chars().filter(|character| character.is_alphanumeric());
    let (digits, letters): (Vec<char>, Vec<char>) =
        written.partition(|character| character.is_numeric());
    digits.len() < 2 && letters.len() <= MARK_LETTERS_MAX
}

/// Whether a box stands in the place of another one of its field that means something else.
fn shares_place(field: &FormField, widget: usize) -> bool {
    let own = &field.widgets[widget];
    field.widgets.iter().any(|other| {
        other.state != own.state
            && other.place.page == own.place.page
            && holds(other.place, own.place.middle())
            && holds(own.place, other.place.middle())
    })
}

/// A button with marks in these widgets.
pub(super) fn marked(field: &FormField, widgets: impl Iterator<Item = usize>) -> FormField {
    let state = |widget: usize| field.widgets[widget].state.clone().unwrap_or_default();
    let mut values: Vec<String> = widgets.map(state).collect();
    values.dedup();
    with_options(field, values)
}
