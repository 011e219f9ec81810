//! What a viewer has put on the pages of a form: notes that were typed there, and comments.
//!
//! A note in the place of a field is its value, as any text there is ([`crate::partly_flat`]). All
//! else is kept among the other fields, page by page; a comment is about the form and never a
//! value. What the template has on its own pages nobody typed.

use std::borrow::Cow;
use std::collections::HashMap;

use forms::form_content::FormField;
use forms::form_type::OTHER_FIELDS;
use forms::validation::check_other_field;
use forms::value::{Object, Value};

use crate::blank_form::template_texts::TemplateTexts;
use crate::flat::{free_name, pieces};
use crate::outcome::data_reader::DataReader;

/// The fields of a form, and the notes and comments that stand among them.
pub(crate) fn apart(fields: &[FormField]) -> (Cow<'_, [FormField]>, Vec<FormField>) {
    let is_annotation = |field: &FormField| field.kind.is_annotation();
    if !fields.iter().any(is_annotation) {
        return (Cow::Borrowed(fields), Vec::new());
    }
    let (notes, fields) = fields.iter().cloned().partition(is_annotation);
    (Cow::Owned(fields), notes)
}

/// Keeps notes and comments, which follow each other page by page, among the other fields: those of
/// a page together, in pieces where they are longer than an other field may be.
pub(crate) fn keep(notes: &[FormField], reading: &mut DataReader) {
    if notes.is_empty() {
        return;
    }
    let mut others = match reading.members.shift_remove(OTHER_FIELDS) {
        Some(Value::Object(others)) => others,
        _ => Object::new(),
    };
    for of_page in notes.chunk_by(|one, other| one.name == other.name) {
        let texts = of_page.iter().map(|note| note.values.concat());
        let texts = texts.map(|text| text.trim_end().to_owned());
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        keep_pieces(&of_page[0], pieces(&texts.join("\n")), &mut others, reading);
    }
    if !others.is_empty() {
        let others = Value::Object(others);
        reading.members.insert(OTHER_FIELDS.to_owned(), others);
    }
}

/// Keeps the pieces of what stands on a page; the first one only if no field of the page's name
/// says the same already. Pieces of one text may be alike.
fn keep_pieces(
    note: &FormField,
    pieces: Vec<String>,
    others: &mut Object,
    reading: &mut DataReader,
) {
    let known = others.get(&note.name).cloned();
    for (index, piece) in pieces.into_iter().enumerate() {
        match check_other_field(&note.name, &piece) {
            Ok(Some(value)) if index > 0 || known.as_ref() != Some(&value) => {
                let name = free_name(&note.name, others);
                let source = FormField {
                    values: vec![piece],
                    ..note.clone()
                };
                reading.sources.add_unknown_field(&name, &source);
                others.insert(name, value);
            }
            Ok(_) => {}
            Err(problem) => reading.fault(&note.name, problem),
        }
    }
}

/// The comments on a flat form without those of the template; `None` where the template has none on
/// their pages.
pub(crate) fn without_own(
    comments: &[FormField],
    template: &TemplateTexts,
) -> Option<Vec<FormField>> {
    let mut own = OwnNotes::of(template);
    let mut is_changed = false;
    let typed = comments.iter().map(|comment| match own.take_from(comment) {
        None => comment.clone(),
        Some(values) => {
            is_changed = true;
            FormField {
                values,
                ..comment.clone()
            }
        }
    });
    let typed = typed.collect();
    is_changed.then_some(typed)
}

/// The lines of the notes and comments that a template has on its pages, by the names under which
/// these are kept; each line is taken off once, so that the same line typed again is kept.
pub(crate) struct OwnNotes<'template>(HashMap<&'template str, Vec<&'template str>>);

impl<'template> OwnNotes<'template> {
    pub(crate) fn of(template: &'template TemplateTexts) -> Self {
        let lines = template.iter().filter_map(|(name, text)| {
            let note = text.note.as_ref()?;
            Some((name.as_str(), note.lines().collect()))
        });
        Self(lines.collect())
    }

    /// What a note or comment says that those of the template do not; `None` where they say nothing
    /// on its page.
    pub(crate) fn take_from(&mut self, note: &FormField) -> Option<Vec<String>> {
        let own = self.0.get_mut(note.name.as_str());
        let own = own.filter(|_| note.kind.is_annotation())?;
        let text = note.values.concat();
        let is_typed = |line: &&str| match own.iter().position(|own| own == line) {
            Some(position) => {
                own.remove(position);
                false
            }
            None => true,
        };
        let typed: Vec<&str> = text.lines().filter(is_typed).collect();
        let typed = Some(typed.join("\n")).filter(|typed| !typed.is_empty());
        Some(typed.into_iter().collect())
    }
}

#[cfg(test)]
mod tests;
