//! Holding a definition against the fields of its template.

use std::collections::HashMap;

use domain::form_content::{FormField, FormFieldKind};
use domain::form_type::{FieldType, FormType};
use domain::{Fault, FormContent};
use ports::FormPackage;

/// Every disagreement: fields that only one of them has, kinds that do not go together, lengths, options. The path of a fault is the
/// definition's, or the template's own name of a field that the definition does not know.
pub fn check(package: &FormPackage, content: &FormContent) -> Vec<Fault> {
    let form_type = &package.form_type;
    let FormContent::Fields(form_fields) = content else {
        return vec![Fault::new(
            "template.pdf",
            "has no form fields, make it fillable",
        )];
    };
    let by_path: HashMap<&str, &FormField> = form_fields
        .iter()
        .map(|field| (form_type.path_of_template_name(&field.name), field))
        .collect();
    let mut faults = Vec::new();
    for (path, kind, required) in expected(form_type) {
        match by_path.get(path.as_str()) {
            None => faults.push(Fault::new(
                path,
                "has no field in the template, its value would stand on a continuation page",
            )),
            Some(field) => faults.extend(
                disagreements(kind, required, field)
                    .into_iter()
                    .map(|problem| Fault::new(&path, problem)),
            ),
        }
    }
    let holds_text = |field: &&FormField| {
        !matches!(
            field.kind,
            FormFieldKind::Signature | FormFieldKind::PushButton
        )
    };
    let unknown = form_fields
        .iter()
        .filter(holds_text)
        .filter(|field| form_type.place_of_template_name(&field.name).is_none());
    faults.extend(unknown.map(|field| {
        Fault::new(
            &field.name,
            "is in the template but not in the definition, its value would be kept in otherFields",
        )
    }));
    faults
}

/// Every field and every cell of the rows that the template should show.
fn expected(form_type: &FormType) -> Vec<(String, &FieldType, bool)> {
    let mut expected: Vec<(String, &FieldType, bool)> = form_type
        .fields()
        .map(|field| (field.path.clone(), &field.kind, field.required))
        .collect();
    for table in form_type.tables() {
        for row in 0..table.rows {
            expected.extend(table.columns.iter().map(|column| {
                (
                    format!("{}.{row}.{}", table.path, column.key),
                    &column.kind,
                    false,
                )
            }));
        }
    }
    expected
}

fn disagreements(kind: &FieldType, required: bool, field: &FormField) -> Vec<String> {
    let mut problems = Vec::new();
    let button = matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio);
    match kind {
        FieldType::Boolean if !button => {
            problems.push("is boolean, but the template has no box for it".to_owned())
        }
        FieldType::Boolean if field.options.len() > 1 => {
            problems.push("is boolean, but its box has several states, make it a choice".to_owned())
        }
        FieldType::Boolean => {}
        FieldType::Choice { choices, .. } => {
            let stored = |export: &str| {
                field
                    .options
                    .iter()
                    .any(|option| option.export == export || option.display == export)
            };
            let shown = (button || field.kind == FormFieldKind::Choice) && !field.editable;
            for choice in choices
                .iter()
                .filter(|choice| shown && !stored(choice.export()))
            {
                problems.push(format!(
                    "has the choice {}, but the template has no option {:?}",
                    choice.key,
                    choice.export()
                ));
            }
            let known = |text: &str| {
                choices.iter().any(|choice| {
                    choice.export() == text || choice.key == text || choice.label == text
                })
            };
            for option in field.options.iter().filter(|option| {
                shown
                    && !option.export.trim().is_empty()
                    && !known(&option.export)
                    && !known(&option.display)
            }) {
                problems.push(format!(
                    "lacks a choice for the template's option {:?}",
                    option.export
                ));
            }
        }
        _ if button => problems.push("takes a text, but the template has a box for it".to_owned()),
        FieldType::Text {
            max_length,
            multiline,
        } => {
            if let Some(template) = field.max_length.filter(|template| template < max_length) {
                problems.push(format!(
                    "takes {max_length} characters, but the template only {template}"
                ));
            }
            if *multiline && field.kind == FormFieldKind::Text && !field.multiple {
                problems.push("is multiline, but the template's field has one line".to_owned());
            }
        }
        _ => {}
    }
    if field.required && !required && !matches!(kind, FieldType::Boolean) {
        problems.push("is required in the template but not in the definition".to_owned());
    }
    problems
}
