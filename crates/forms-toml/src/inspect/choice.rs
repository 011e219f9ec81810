//! The choices of lists and of groups of buttons, each with its key, label and export value.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldOption};
use forms::form_type::{Choice, FieldType};

use super::button_texts::ButtonTexts;
use super::key::Keys;
use super::kind::ProposedKind;
use super::vocabulary::{is_answer_word, is_speaking};

pub(super) fn of_list(field: &FormField) -> FieldType {
    choice(field, field.multiple, shown)
}

/// Called by their states, or by what is printed beside them where a state says nothing (`0`, `1`).
pub(super) fn of_buttons(field: &FormField, printed: Option<&ButtonTexts>) -> ProposedKind {
    let says_nothing = |option: &&FormFieldOption| {
        let state = shown(option);
        !is_speaking(state) && !is_answer_word(state)
    };
    let unnamed = options(field).find(says_nothing).map(shown);
    let (kind, doubt) = match (unnamed, printed) {
        (None, _) => (choice(field, false, shown), None),
        (Some(state), None) => {
            let doubt = format!("choices: the PDF calls one of them {state:?}, which says nothing");
            (choice(field, false, shown), Some(doubt))
        }
        (Some(state), Some(printed)) => {
            let beside = |option| printed.of_state(option).unwrap_or(shown(option));
            let doubt = format!(
                "choices: called by what is printed beside the buttons, since the PDF calls one \
                    of them {state:?}"
            );
            (choice(field, false, beside), Some(doubt))
        }
    };
    ProposedKind { kind, doubt }
}

/// The options that say something. A list that a script fills may have a blank one alone.
pub(super) fn options(field: &FormField) -> impl Iterator<Item = &FormFieldOption> {
    let options = field.options.iter();
    options.filter(|option| !option.export.trim().is_empty())
}

fn shown(option: &FormFieldOption) -> &str {
    if option.display.trim().is_empty() {
        &option.export
    } else {
        &option.display
    }
}

fn choice<'form>(
    field: &'form FormField,
    multiple: bool,
    label: impl Fn(&'form FormFieldOption) -> &'form str,
) -> FieldType {
    let mut keys = Keys::default();
    let mut exports = HashSet::new();
    let different = options(field).filter(|option| exports.insert(option.export.as_str()));
    let choices = different.map(|option| {
        let label = label(option).to_owned();
        let key = keys.unique(&label);
        let export = (key != option.export).then(|| option.export.clone());
        Choice { key, label, export }
    });
    FieldType::Choice {
        choices: choices.collect(),
        multiple,
    }
}
