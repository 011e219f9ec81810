//! What is printed beside the buttons of a group.

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, FormFieldOption};

use super::area::PageRectangle;
use super::label_cost::{LABEL_LENGTH_MAX, beside_box, is_button};
use super::piece::PrintedPiece;
use super::vocabulary::bare_label;

/// The text beside the button of each state. No two have the same.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ButtonTexts(HashMap<String, String>);

impl ButtonTexts {
    /// For a group of buttons each of which has a text of its own beside it.
    pub(super) fn of(field: &FormField, pieces: &[PrintedPiece]) -> Option<Self> {
        if !is_button(field) || field.options.len() < 2 {
            return None;
        }
        let mut texts = HashMap::new();
        let mut known = HashSet::new();
        for widget in &field.widgets {
            let state = widget.state.clone()?;
            let area = PageRectangle::from(widget.place);
            let beside = pieces
                .iter()
                .filter(|piece| piece.area.page == area.page)
                .filter_map(|piece| Some((piece, beside_box(&area, &piece.area)?.1)));
            let (closest, _) = beside.min_by(|one, other| one.1.total_cmp(&other.1))?;
            let text = bare_label(&closest.text);
            let is_label = !text.is_empty() && text.chars().count() <= LABEL_LENGTH_MAX;
            if !is_label || !known.insert(text) || texts.insert(state, text.to_owned()).is_some() {
                return None;
            }
        }
        Some(Self(texts))
    }

    pub(super) fn of_state(&self, option: &FormFieldOption) -> Option<&str> {
        self.0.get(&option.export).map(String::as_str)
    }
}
