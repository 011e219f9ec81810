//! What continuation pages print again of a form's fields: their names, and texts that had no room.

use forms::codes;
use forms::form_content::FormField;
use forms::form_type::{FieldType, FormType};
use forms::ignorable::is_ignorable;
use forms::{other_field_name, words};
use unicode_normalization::UnicodeNormalization as _;

use crate::text_layout::drawn_order::{MARKS, is_leftward, runs_left};

/// How much of a line is compared at a time, in bytes.
const PART: usize = size_of::<u128>();

/// Texts that are known before a page is read.
pub(crate) struct KnownTexts {
    /// All parts of that length. Sorted, so that a shorter line is found as the beginning of one.
    parts: Vec<u128>,
    /// The letters of texts that marks of direction put in order.
    turned: Vec<String>,
}

impl KnownTexts {
    /// Names and values of fields, and what the form type prints.
    pub(crate) fn of(form_type: &FormType, fields: &[FormField]) -> Self {
        let mut known = Self {
            parts: Vec::new(),
            turned: Vec::new(),
        };
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
        known.parts.sort_unstable();
        known.parts.dedup();
        known
    }

    /// What looks like a code may be meant so, and be broken where a line ends.
    fn add(&mut self, text: &str) {
        let written = letters(text);
        let decoded = Some(letters(&codes::decoded(text))).filter(|decoded| *decoded != written);
        for text in [Some(written), decoded].into_iter().flatten() {
            self.parts
                .extend((0..text.len()).map(|start| part(text.as_bytes(), start)));
        }
        if text.contains(MARKS) {
            self.turned.push(letters(text));
        }
    }

    /// Whether a line is nothing but parts of these texts. So is a line without letters and digits.
    pub(crate) fn have(&self, line: &str) -> bool {
        let written = letters(line);
        self.have_letters(&written)
            || self.have_letters(&letters(&codes::decoded(line)))
            || (runs_left(line) && self.have_turned(&written))
    }

    /// Whether one of the texts that marks of direction put in order has all of a line.
    fn have_turned(&self, line: &str) -> bool {
        let parts = directions(line);
        let has_all = |text: &String| parts.iter().all(|part| text.contains(part));
        self.turned.iter().any(has_all)
    }

    fn have_letters(&self, line: &str) -> bool {
        let last = line.len().saturating_sub(PART);
        line.is_empty() || (0..=last).all(|start| self.have_part(&line.as_bytes()[start..]))
    }

    fn have_part(&self, line: &[u8]) -> bool {
        let first = part(line, 0);
        let last = first | u128::MAX.checked_shr(8 * line.len() as u32).unwrap_or(0);
        let position = self.parts.partition_point(|known| *known < first);
        let found = self.parts.get(position);
        found.is_some_and(|known| *known <= last)
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

/// The parts of a line, each as it is read, of which it is not known in which order they are: marks
/// of direction, which are not drawn, may have put them in that.
fn directions(line: &str) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let is_alike = |one: &char, other: &char| is_leftward(*one) == is_leftward(*other);
    let parts = characters.chunk_by(is_alike);
    let as_read = parts.map(|part| match is_leftward(part[0]) {
        true => part.iter().rev().collect(),
        false => part.iter().collect(),
    });
    as_read.collect()
}

/// The letters and digits of a text, without their marks, and without letters that have no shape,
/// which are not printed (the fillers of Hangul). A filled form draws codes in the place of
/// characters that no font has, and composes others with their marks.
fn letters(text: &str) -> String {
    text.nfd()
        .filter(|character| character.is_alphanumeric() && !is_ignorable(*character))
        .collect()
}

#[cfg(test)]
mod tests {
    use forms::form_content::FormField;
    use forms::form_type::sample::sample;

    use super::KnownTexts;

    fn known(value: &str) -> KnownTexts {
        let field = FormField {
            values: vec![value.to_owned()],
            ..FormField::default()
        };
        KnownTexts::of(&sample(), &[field])
    }

    #[test]
    fn a_line_is_known_as_it_is_read_and_as_it_is_drawn() {
        let texts = known("שלום\u{200F} 12 zwei");
        for line in ["שלום 12", "12 \u{200F}םולש", "12 zwei"] {
            assert!(texts.have(line), "{line}");
        }
        for line in ["21 םולש", "12 םילש", "iewz", "12 zwei drei"] {
            assert!(!texts.have(line), "{line}");
        }
        // Without such marks a line is told in the order in which it is read.
        assert!(!known("שלום 12 zwei").have("12 םולש"));
    }

    #[test]
    fn a_code_is_known_as_what_it_stands_for_and_as_it_is_written() {
        let literal = known("Das Zeichen [U+0041] in Klammern");
        for line in [
            "Das Zeichen [U+00",
            "41] in Klammern",
            "Zeichen [U+0041] in",
        ] {
            assert!(literal.have(line), "{line}");
        }
        assert!(known("\u{6AA4} und mehr").have("[U+6AA4] und"));
        assert!(!known("und mehr").have("[U+6AA4] und"));
    }
}
