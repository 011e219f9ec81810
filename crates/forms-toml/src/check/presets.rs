//! Fields of the template that are filled in: everybody is given it as the blank form, and what
//! stands in it may be somebody's.

use std::collections::BTreeSet;

use forms::form_content::{FormField, FormFieldKind};

/// Whether it holds a text that somebody has typed. Ticked boxes and chosen options are the form's
/// own words.
pub(crate) fn holds_typed_text(field: &FormField) -> bool {
    let is_typed = |value: &String| match field.kind {
        FormFieldKind::Text => !value.trim().is_empty(),
        FormFieldKind::Choice => !is_option(field, value) && !value.trim().is_empty(),
        _ => false,
    };
    field.values.iter().any(is_typed)
}

fn is_option(field: &FormField, value: &str) -> bool {
    let mut options = field.options.iter();
    options.any(|option| option.export == value || option.display == value)
}

/// What is wrong with it as a part of a blank form, as a clause. The text itself is not told.
pub(super) fn filled_in(presets: &BTreeSet<String>, field: &FormField) -> Option<String> {
    let is_meant = presets.contains(&field.name);
    (holds_typed_text(field) && !is_meant).then(|| {
        format!(
            "is filled in, and everybody is given the template as the blank form: empty it, or \
             add {:?} to presets in form.toml",
            field.name
        )
    })
}

/// Names in `presets` that lead to nothing: misspelt, or emptied since.
pub(super) fn without_text<'form>(
    presets: &'form BTreeSet<String>,
    form_fields: &[FormField],
) -> Vec<&'form String> {
    let filled = form_fields.iter().filter(|field| holds_typed_text(field));
    let filled: BTreeSet<&String> = filled.map(|field| &field.name).collect();
    let names = presets.iter();
    names.filter(|name| !filled.contains(name)).collect()
}
