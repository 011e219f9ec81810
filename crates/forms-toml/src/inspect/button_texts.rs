//! What is printed beside the buttons of a group.

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, FormFieldOption};

use super::area::PageRectangle;
use super::label_cost::{LABEL_LENGTH_MAX, is_button};
use super::label_side::{Side, gap_beside};
use super::piece::PrintedPiece;
use super::vocabulary::bare_label;

/// The text beside the button of each state. No two have the same.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ButtonTexts(HashMap<String, String>);

impl ButtonTexts {
    /// For a group of buttons each of which has a text of its own beside it, all on one side; where
    /// they have one on both, the closer ones.
    pub(super) fn of(field: &FormField, pieces: &[PrintedPiece]) -> Option<Self> {
        if !is_button(field) || field.options.len() < 2 {
            return None;
        }
        let sides = [Side::Behind, Side::Before].into_iter();
        let found = sides.filter_map(|side| on_side(field, pieces, side));
        let closest = found.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some(Self(closest.0))
    }

    pub(super) fn of_state(&self, option: &FormFieldOption) -> Option<&str> {
        self.0.get(&option.export).map(String::as_str)
    }
}

/// The texts on one side of the buttons, and how far they are from these altogether.
fn on_side(
    field: &FormField,
    pieces: &[PrintedPiece],
    side: Side,
) -> Option<(HashMap<String, String>, f32)> {
    let mut texts = HashMap::new();
    let mut known = HashSet::new();
    let mut gaps = 0.0;
    for widget in &field.widgets {
        let area = PageRectangle::from(widget.place);
        let on_page = pieces.iter().filter(|piece| piece.area.page == area.page);
        let beside = on_page
            .filter_map(|piece| Some((piece, gap_beside(&area, &piece.area, side)?.max(0.0))));
        let (closest, gap) = beside.min_by(|one, other| one.1.total_cmp(&other.1))?;
        let text = bare_label(&closest.text);
        let is_label = !text.is_empty() && text.chars().count() <= LABEL_LENGTH_MAX;
        let state = widget.state.clone()?;
        if !is_label || !known.insert(text) || texts.insert(state, text.to_owned()).is_some() {
            return None;
        }
        gaps += gap;
    }
    Some((texts, gaps))
}
