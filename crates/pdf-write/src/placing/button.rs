//! The values that check boxes and radio buttons store and show.

use forms::writing::WrittenContent;
use pdf_syntax::button_state::OFF;

use super::{FieldValue, StoredValue, WidgetAppearance};
use crate::blank::{FieldKind, TemplateField};

/// The value of the button for a content; `None` where none of its states stands for it.
pub(super) fn value(field: &TemplateField, content: &WrittenContent) -> Option<FieldValue> {
    state(field, content).map(|state| with_state(field, state))
}

/// The value of a button whose namesake holds the content: both are one field (PDF 32000-1,
/// 12.7.3.2) and store one value, which this one shows as off.
pub(super) fn value_of_other(
    field: &TemplateField,
    other: &TemplateField,
    content: &WrittenContent,
) -> Option<FieldValue> {
    let are_buttons = [field, other].map(|one| one.kind) == [FieldKind::Button; 2];
    if !are_buttons || field.first_state().is_none() {
        return None;
    }
    state(other, content).map(|state| with_state(field, state))
}

fn with_state(field: &TemplateField, state: Vec<u8>) -> FieldValue {
    let appearances = field.widgets.iter().map(|_| WidgetAppearance::State);
    FieldValue {
        stored: StoredValue::State(state),
        cells: None,
        appearances: appearances.collect(),
    }
}

/// The state that stands for a content; `None` where the button has none for it.
fn state(field: &TemplateField, content: &WrittenContent) -> Option<Vec<u8>> {
    let has_states = field.first_state().is_some();
    match content {
        WrittenContent::Boolean(false) => Some(OFF.into()),
        WrittenContent::Boolean(true) => {
            Some(field.first_state().unwrap_or_else(|| b"Yes".to_vec()))
        }
        WrittenContent::Choice(choices) => match choices.as_slice() {
            [choice] if has_states => field
                .state(&choice.export)
                .or_else(|| field.state(&choice.label))
                .or_else(|| field.unseen_state(&choice.export)),
            [choice] if field.widgets.len() == 1 => Some(choice.export.clone().into_bytes()),
            _ => None,
        },
        WrittenContent::Text(text) => field.state(text),
    }
}
