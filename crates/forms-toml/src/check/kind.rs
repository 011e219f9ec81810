//! Compares the type of a field with the field of the template that shows it.

use forms::form_content::{FormField, FormFieldKind};
use forms::form_type::{Choice, FieldType};

/// Where the two do not go together, as clauses.
pub(super) fn disagreements(kind: &FieldType, required: bool, field: &FormField) -> Vec<String> {
    let is_button = matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio);
    let mut problems = match kind {
        FieldType::Boolean => Vec::from_iter(boolean(is_button, field)),
        FieldType::Choice { choices, multiple } => [
            selection(*multiple, field),
            options(choices, is_button, field),
        ]
        .concat(),
        _ if is_button => vec!["takes a text, but the template has a box for it".to_owned()],
        FieldType::Text {
            max_length,
            multiline,
        } => text(*max_length, *multiline, field),
        _ => Vec::new(),
    };
    if field.required && !required && *kind != FieldType::Boolean {
        problems.push("is required in the template but not in the definition".to_owned());
    }
    problems
}

fn boolean(is_button: bool, field: &FormField) -> Option<String> {
    if !is_button {
        Some("is boolean, but the template has no box for it".to_owned())
    } else if field.options.len() > 1 {
        Some("is boolean, but its box has several states, make it a choice".to_owned())
    } else {
        None
    }
}

/// Whether one or several options can be chosen in both.
fn selection(multiple: bool, field: &FormField) -> Vec<String> {
    let problem = match (multiple, field.multiple) {
        (true, false) => "is multiple, but the template takes only one option",
        (false, true) => "takes one option, but the template takes several, make it multiple",
        _ => return Vec::new(),
    };
    vec![problem.to_owned()]
}

fn options(choices: &[Choice], is_button: bool, field: &FormField) -> Vec<String> {
    if !(is_button || field.kind == FormFieldKind::Choice) || field.editable {
        return Vec::new();
    }
    let is_stored = |export: &str| {
        let options = &mut field.options.iter();
        options.any(|option| option.export == export || option.display == export)
            || field.unseen_states.iter().any(|state| state == export)
    };
    let is_known = |text: &str| {
        choices
            .iter()
            .any(|choice| choice.export() == text || choice.key == text || choice.label == text)
    };
    let absent = choices.iter().filter(|choice| !is_stored(choice.export()));
    let absent = absent.map(|choice| {
        let export = choice.export();
        format!(
            "has the choice {}, but the template has no option {export:?}",
            choice.key
        )
    });
    let unknown = field.options.iter().filter(|option| {
        let is_blank = option.export.trim().is_empty();
        !is_blank && !is_known(&option.export) && !is_known(&option.display)
    });
    let unknown = unknown.map(|option| {
        format!(
            "lacks a choice for the template's option {:?}",
            option.export
        )
    });
    absent.chain(unknown).collect()
}

fn text(max_length: usize, multiline: bool, field: &FormField) -> Vec<String> {
    let mut problems = Vec::new();
    // A field that begins with more than it takes shows so much.
    let shown = field.values.iter().map(|value| value.chars().count());
    let shown = shown.max().unwrap_or_default();
    let template = field.max_length.map(|length| length.max(shown));
    if let Some(template) = template.filter(|template| *template < max_length) {
        problems.push(format!(
            "takes {max_length} characters, but the template only {template}"
        ));
    }
    if multiline && field.kind == FormFieldKind::Text && !field.multiple {
        problems.push("is multiline, but the template's field has one line".to_owned());
    }
    problems
}
