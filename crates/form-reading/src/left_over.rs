//! What a field says a second time, beside its plain value, and programs leave as it was.
//!
//! Acrobat writes a value plain (`V`), formatted (`RV`) and into the XFA data of a hybrid form;
//! most programs change the plain one alone. What is said the second time counts only where it is
//! not what the template says: there nobody typed it. The same goes for notes on its pages, and for
//! the looks of fields that store nothing, as some forms show a prompt in them.

use std::collections::BTreeMap;

use forms::Faults;
use forms::form_content::{FormField, FormattedText, FormattedTextRole, LookDigest};
use forms::form_type::FormType;

use crate::content_error::ContentError;
use crate::data_reader::DataReader;
use crate::notes::OwnNotes;
use crate::{changed_kinds, xfa_data};

/// What the fields of a template say beside their plain values, by their names.
pub type TemplateTexts = BTreeMap<String, TemplateText>;

/// What a field of a template says beside its plain value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TemplateText {
    /// Its formatted text.
    pub formatted: Option<FormattedText>,
    /// What the XFA data holds for it.
    pub xfa_data: Option<String>,
    /// Its looks that show a text though it stores none.
    pub looks: Vec<LookDigest>,
    /// The lines of the notes on a page, where it is no field but these.
    pub note: Option<String>,
}

/// Collects these texts from the fields of a template. Of fields without a name, which are many by
/// one name, only the looks of all of them are kept.
pub fn template_texts(fields: Vec<FormField>) -> TemplateTexts {
    let mut texts = TemplateTexts::new();
    for mut field in fields {
        let looks = match field.shows_what_it_stores() {
            true => std::mem::take(&mut field.unstored_looks),
            false => Vec::new(),
        };
        let is_nameless = field.name.is_empty();
        let text = texts.entry(field.name).or_default();
        if is_nameless {
            text.looks.extend(looks);
        } else if field.kind.is_annotation() {
            let note = text.note.get_or_insert_default();
            note.push_str(&field.values.concat());
            note.push('\n');
        } else {
            (text.formatted, text.xfa_data) = (field.formatted, field.xfa_data);
            text.looks = looks;
        }
    }
    texts.retain(|_, text| *text != TemplateText::default());
    texts
}

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
