//! Compares a definition with the fields of its template.

mod kind;
mod presets;

use std::collections::HashMap;

use forms::form_content::{FormField, FormFieldKind, PagePlace};
use forms::form_type::{FieldRef, FieldType, FormType};
use forms::{Fault, FormContent};
use ports::FormPackage;

pub(crate) use self::presets::holds_typed_text;

/// Every disagreement: fields that only one of them has, kinds that do not go together, lengths,
/// options, texts that are filled in; with the place of the template's field, where it has one. The
/// path of a fault is the definition's, or the template's own name of a field; empty where all of
/// the template is meant.
pub fn check(package: &FormPackage, content: &FormContent) -> Vec<Fault> {
    let form_type = &package.form_type;
    let FormContent::Fields(form_fields, _) = content else {
        return vec![Fault::new("", "has no form fields, make it fillable")];
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
                kind::disagreements(kind, required, field)
                    .into_iter()
                    .map(|problem| fault_at(&path, problem, field)),
            ),
        }
    }
    faults.extend(
        form_fields
            .iter()
            .filter_map(|field| misplaced(form_type, field)),
    );
    faults.extend(shared(form_type, form_fields));
    faults.extend(filled_in(form_type, form_fields));
    faults
}

/// What is wrong with a field of the template, and where it stands.
fn fault_at(path: &str, problem: String, field: &FormField) -> Fault {
    let place = field.place.as_ref().map(place_clause).unwrap_or_default();
    Fault::new(path, problem + &place)
}

/// ` (page 2, 57 to 283 points from the left, 638 to 656 from the top)`.
fn place_clause(place: &PagePlace) -> String {
    format!(
        " (page {}, {:.0} to {:.0} points from the left, {:.0} to {:.0} from the top)",
        place.page + 1,
        place.left,
        place.right(),
        place.top,
        place.bottom()
    )
}

/// A field of the template for which the definition has no place, or only one that it does not
/// show.
fn misplaced(form_type: &FormType, field: &FormField) -> Option<Fault> {
    let problem = match form_type.place_of_template_name(&field.name) {
        // What stands on no page cannot be filled in either.
        None if field.name.is_empty()
            || field.kind.is_annotation()
            || field.stands_on_no_page() =>
        {
            return None;
        }
        None if matches!(
            field.kind,
            FormFieldKind::Signature | FormFieldKind::PushButton
        ) =>
        {
            return None;
        }
        None => {
            "is in the template but not in the definition, its value would be kept in otherFields"
                .to_owned()
        }
        Some(FieldRef::Cell { table, row, .. }) if row >= table.rows => format!(
            "is in row {} of the template, but the definition says {} rows",
            row + 1,
            table.rows
        ),
        Some(_) => return None,
    };
    Some(fault_at(&field.name, problem, field))
}

/// Fields of the template that hold the same value: filled in differently, an upload would be
/// refused.
fn shared(form_type: &FormType, form_fields: &[FormField]) -> Vec<Fault> {
    let mut first: HashMap<&str, &str> = HashMap::new();
    let mut faults = Vec::new();
    for field in form_fields {
        let path = form_type.path_of_template_name(&field.name);
        match first.get(path) {
            Some(other) if *other != field.name => {
                let problem = format!(
                    "holds {path} as {other} does, rename the field or its line in [names]"
                );
                faults.push(fault_at(&field.name, problem, field));
            }
            _ => {
                first.insert(path, &field.name);
            }
        }
    }
    faults
}

/// Fields of the template that are filled in without being [`FormType::presets`], and the reverse.
fn filled_in(form_type: &FormType, form_fields: &[FormField]) -> Vec<Fault> {
    let presets = &form_type.presets;
    let filled = form_fields.iter().filter_map(|field| {
        let problem = presets::filled_in(presets, field)?;
        Some(fault_at(&field.name, problem, field))
    });
    let empty = presets::without_text(presets, form_fields).into_iter();
    let empty = empty.map(|name| {
        let problem = "is in presets, but the template has no text in a field of this name";
        Fault::new(name.as_str(), problem)
    });
    filled.chain(empty).collect()
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

#[cfg(test)]
mod tests;
