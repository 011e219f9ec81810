//! Fields that the file has as another kind than the blank form.
//!
//! Programs change kinds without harm, and what is stored is read by the form type whatever the
//! kind is. But what a field of one kind shows may be stored nowhere that a field of the other kind
//! is read: then it would be lost without a word, so the file is refused.

use std::collections::HashMap;

use forms::form_content::{FormField, FormFieldKind};
use forms::form_type::FormType;

use crate::blank_form::template_texts::TemplateTexts;
use crate::outcome::data_reader::DataReader;

/// Names all such fields of a file. `blank` are the fields of the blank form that a person can
/// fill in.
pub(crate) fn name_all(
    form_type: &FormType,
    fields: &[FormField],
    blank: &[FormField],
    template: &TemplateTexts,
    reading: &mut DataReader,
) {
    if !fields.iter().any(may_hide_a_value) {
        return;
    }
    let path_of = |name| form_type.path_of_template_name(name);
    let named = blank.iter().filter(|own| !own.name.is_empty());
    let blank: HashMap<&str, &FormField> = named.map(|own| (path_of(&own.name), own)).collect();
    for field in fields.iter().filter(|field| may_hide_a_value(field)) {
        let path = path_of(&field.name);
        if let Some(own) = blank.get(path)
            && hides_a_value(field, own, template)
        {
            let problem = format!(
                "is {} in the PDF and {} in the form, so that what it shows cannot be read; fill \
                 in the present form",
                called(field),
                called(own)
            );
            reading.ambiguous(path, problem);
        }
    }
}

/// Whether it holds no value and is of a kind whose looks are not held against the template's.
fn may_hide_a_value(field: &FormField) -> bool {
    !field.shows_what_it_stores() && !field.kind.is_annotation() && field.is_blank()
}

fn hides_a_value(field: &FormField, own: &FormField, template: &TemplateTexts) -> bool {
    let may_differ = match field.kind {
        FormFieldKind::PushButton | FormFieldKind::Signature => true,
        FormFieldKind::CheckBox | FormFieldKind::Radio => {
            matches!(own.kind, FormFieldKind::Text | FormFieldKind::Choice)
        }
        FormFieldKind::Choice => !own.lists_options,
        _ => false,
    };
    let own = template.get(&own.name);
    let own_looks = own.map_or(&[][..], |own| &own.looks);
    let mut looks = field.unstored_looks.iter();
    may_differ && looks.any(|look| !own_looks.contains(look))
}

fn called(field: &FormField) -> &'static str {
    match field.kind {
        FormFieldKind::CheckBox | FormFieldKind::Radio => "a box",
        FormFieldKind::Choice if field.lists_options => "a list",
        FormFieldKind::Choice => "a choice",
        FormFieldKind::Signature => "a place for a signature",
        FormFieldKind::PushButton => "a push button",
        FormFieldKind::Text | FormFieldKind::Note | FormFieldKind::Comment => "a text field",
    }
}

#[cfg(test)]
mod tests;
