//! What continuation pages print again of a form's fields: their names, and texts that had no room.

use forms::codes;
use forms::form_content::FormField;
use forms::form_type::{FieldType, FormType};
use forms::ignorable::is_ignorable;
use forms::{other_field_name, words};
use unicode_normalization::UnicodeNormalization as _;

/// How much of a line is compared at a time, in bytes.
const PART: usize = size_of::<u128>();

/// Texts that are known before a page is read, as all parts of that length. Sorted, so that a
/// shorter line is found as the beginning of one.
pub(crate) struct KnownTexts(Vec<u128>);

impl KnownTexts {
    /// Names and values of fields, and what the form type prints.
    pub(crate) fn of(form_type: &FormType, fields: &[FormField]) -> Self {
        let mut known = Self(Vec::new());
        for text in own_texts(form_type) {
            known.add(text);
        }
        for field in fields {
            known.add(&other_field_name::name_from_template(&field.name));
            for value in &field.values {
                known.add(field.shown(value));
            }
            if field.values.len() > 1 {
                known.add(&shown_together(form_type, field).unwrap_or_default());
            }
        }
        known.0.sort_unstable();
        known.0.dedup();
        known
    }

    fn add(&mut self, text: &str) {
        let text = letters(text);
        self.0
            .extend((0..text.len()).map(|start| part(text.as_bytes(), start)));
    }

    /// Whether a line is nothing but parts of these texts. So is a line without letters and digits.
    pub(crate) fn have(&self, line: &str) -> bool {
        let line = letters(line);
        let last = line.len().saturating_sub(PART);
        line.is_empty() || (0..=last).all(|start| self.have_part(&line.as_bytes()[start..]))
    }

    fn have_part(&self, line: &[u8]) -> bool {
        let first = part(line, 0);
        let last = first | u128::MAX.checked_shr(8 * line.len() as u32).unwrap_or(0);
        let position = self.0.partition_point(|known| *known < first);
        self.0.get(position).is_some_and(|known| *known <= last)
    }
}

/// The bytes from a place on as one number, the first being the highest; zeros behind the end.
fn part(text: &[u8], start: usize) -> u128 {
    let mut bytes = [0; PART];
    for (byte, of_text) in bytes.iter_mut().zip(&text[start..]) {
        *byte = *of_text;
    }
    u128::from_be_bytes(bytes)
}

/// The chosen words of a list as a continuation page prints them.
fn shown_together(form_type: &FormType, field: &FormField) -> Option<String> {
    let place = form_type.place_of_template_name(&field.name)?;
    let value = place.kind().read(field).ok()??;
    Some(place.kind().write(&value))
}

/// Labels, headings, and the words of choices and boxes.
fn own_texts(form_type: &FormType) -> Vec<&str> {
    let mut texts = vec![words::YES, words::NO, words::OTHER_FIELDS];
    for field in form_type.fields() {
        texts.push(&field.label);
        if let FieldType::Choice { choices, .. } = &field.kind {
            texts.extend(choices.iter().map(|choice| choice.label.as_str()));
        }
    }
    for table in form_type.tables() {
        texts.push(&table.label);
        texts.extend(table.columns.iter().map(|column| column.label.as_str()));
    }
    texts.extend(
        form_type
            .sections
            .iter()
            .map(|section| section.title.as_str()),
    );
    texts
}

/// The letters and digits of a text, without their marks, and without letters that have no shape,
/// which are not printed (the fillers of Hangul). A filled form draws codes in the place of
/// characters that no font has, and composes others with their marks.
fn letters(text: &str) -> String {
    codes::decoded(text)
        .nfd()
        .filter(|character| character.is_alphanumeric() && !is_ignorable(*character))
        .collect()
}
