//! What a field says a second time, beside its plain value, and programs leave as it was.
//!
//! Acrobat writes a value plain (`V`), formatted (`RV`) and into the XFA data of a hybrid form;
//! most programs change the plain one alone. What is said the second time counts only where it is
//! not what the template says: there nobody typed it. The same goes for notes on its pages, and for
//! the looks of fields that store nothing, as some forms show a prompt in them.

use forms::Faults;
use forms::form_content::{FormField, FormattedText, FormattedTextRole};
use forms::form_type::FormType;

use super::notes::OwnNotes;
use super::{changed_kinds, xfa_data};
use crate::blank_form::template_texts::{TemplateText, TemplateTexts};
use crate::outcome::content_error::ContentError;
use crate::outcome::data_reader::DataReader;

/// The fields without what the template put there: formatted texts that count as values, and lines
/// of notes. `None` where nothing has to be taken out. A formatted text or XFA data that differs
/// from the plain value and is not the template's is an error, and so is a field that shows what it
/// does not store. `blank` are the fields of the template that a person can fill in.
pub(crate) fn without_left_over(
    form_type: &FormType,
    fields: &[FormField],
    blank: &[FormField],
    template: &TemplateTexts,
) -> Result<Option<Vec<FormField>>, ContentError> {
    let mut reading = DataReader::default();
    changed_kinds::name_all(form_type, fields, blank, template, &mut reading);
    let mut settled = Vec::new();
    let mut own_notes = OwnNotes::of(template);
    for (position, field) in fields.iter().enumerate() {
        let path = form_type.path_of_template_name(&field.name);
        let own = template.get(&field.name);
        match formatted(field, own.and_then(|own| own.formatted.as_ref())) {
            Formatted::Agrees => {}
            Formatted::LeftOver => settled.push((position, Vec::new())),
            Formatted::Differs => {
                reading.ambiguous(
                    path,
                    "has another formatted text than plain text".to_owned(),
                );
            }
        }
        if shows_more_than_it_stores(field, own) {
            reading.ambiguous(path, "shows a text, but stores no value".to_owned());
        }
        if let Some(typed) = own_notes.take_from(field) {
            settled.push((position, typed));
        }
        if is_contradicted_by_xfa_data(form_type, field, own) {
            let problem = "has another value in the XFA data of the PDF, which Acrobat shows";
            reading.ambiguous(path, problem.to_owned());
        }
    }
    Faults::unless_none(reading.faults, ()).map_err(|faults| ContentError {
        faults,
        ambiguous: true,
    })?;
    Ok((!settled.is_empty()).then(|| {
        let mut fields = fields.to_vec();
        for (position, values) in settled {
            fields[position].values = values;
        }
        fields
    }))
}

/// Whether it shows a text that is neither a stored value nor one that the template shows there.
fn shows_more_than_it_stores(field: &FormField, own: Option<&TemplateText>) -> bool {
    let own_looks = own.map_or(&[][..], |own| &own.looks);
    let is_own = |look| own_looks.contains(look);
    field.shows_what_it_stores() && !field.unstored_looks.iter().all(is_own)
}

fn is_contradicted_by_xfa_data(
    form_type: &FormType,
    field: &FormField,
    own: Option<&TemplateText>,
) -> bool {
    if field.xfa_data.as_ref() == own.and_then(|own| own.xfa_data.as_ref()) {
        return false;
    }
    let place = form_type.place_of_template_name(&field.name);
    xfa_data::contradicts(place.map(|at| at.kind()), field)
}

enum Formatted {
    Agrees,
    /// It is the only value, and the template's beside another one.
    LeftOver,
    Differs,
}

fn formatted(field: &FormField, own: Option<&FormattedText>) -> Formatted {
    let Some(formatted) = &field.formatted else {
        return Formatted::Agrees;
    };
    match own.filter(|own| formatted.says(&own.text)) {
        Some(own) if is_value(formatted) && !is_value(own) => Formatted::LeftOver,
        Some(_) => Formatted::Agrees,
        // Without a plain text it is the value, or a caption of the form.
        None if formatted.role != FormattedTextRole::Shown => Formatted::Agrees,
        None if formatted.says(&field.values.concat()) => Formatted::Agrees,
        None => Formatted::Differs,
    }
}

fn is_value(formatted: &FormattedText) -> bool {
    formatted.role == FormattedTextRole::Value
}

#[cfg(test)]
mod tests;
