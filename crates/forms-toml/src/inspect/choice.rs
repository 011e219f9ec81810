//! The choices of lists and of groups of buttons, each with its key, label and export value.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldOption};
use forms::form_type::{Choice, FieldType};

use super::button_texts::ButtonTexts;
use super::key::Keys;
use super::proposed_kind::ProposedKind;
use super::vocabulary::{is_answer_word, is_speaking};

pub(super) fn of_list(field: &FormField) -> FieldType {
    choice(field, field.multiple, shown)
}

/// Called by their states, or by what is printed beside them where a state says nothing (`0`, `1`)
/// or the PDF calls several of them the same.
pub(super) fn of_buttons(field: &FormField, printed: Option<&ButtonTexts>) -> ProposedKind {
    let Some(reason) = no_names(field) else {
        return ProposedKind {
            kind: choice(field, false, shown),
            doubt: None,
        };
    };
    let (kind, doubt) = match printed {
        None => (choice(field, false, shown), format!("choices: {reason}")),
        Some(printed) => {
            let beside = |option| printed.of_state(option).unwrap_or(shown(option));
            let doubt = "choices: called by what is printed beside the buttons, since";
            (choice(field, false, beside), format!("{doubt} {reason}"))
        }
    };
    ProposedKind {
        kind,
        doubt: Some(doubt),
    }
}

/// Why the PDF's own names do not tell the buttons of a group from each other, if so.
fn no_names(field: &FormField) -> Option<String> {
    let states: Vec<&str> = different(field).map(shown).collect();
    let mut known = HashSet::new();
    if let Some(state) = states.iter().find(|state| !known.insert(**state)) {
        return Some(format!("the PDF calls several of them {state:?}"));
    }
    let says_nothing = |state: &&&str| !is_speaking(state) && !is_answer_word(state);
    let unnamed = states.iter().find(says_nothing)?;
    Some(format!(
        "the PDF calls one of them {unnamed:?}, which says nothing"
    ))
}

/// The options that say something. A list that a script fills may have a blank one alone.
pub(super) fn options(field: &FormField) -> impl Iterator<Item = &FormFieldOption> {
    let options = field.options.iter();
    options.filter(|option| !option.export.trim().is_empty())
}

/// The options that say something, each value once.
fn different(field: &FormField) -> impl Iterator<Item = &FormFieldOption> {
    let mut exports = HashSet::new();
    options(field).filter(move |option| exports.insert(option.export.as_str()))
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
    let choices = different(field).map(|option| {
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
