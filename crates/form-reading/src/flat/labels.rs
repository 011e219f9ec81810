//! The texts that a form prints of itself: labels, headings, furniture. What is none of them was
//! filled in.

use std::collections::HashSet;

use forms::codes;
use forms::form_type::FormType;
use forms::words;
use forms::words::TemplateWords;

use crate::steps::step;
use crate::text_layout::hyphens;
use crate::text_layout::ligatures::taken_apart;

/// What a run of text is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// The label of a field, in normal spelling.
    FieldLabel(String),
    /// The heading of a column, in normal spelling.
    ColumnLabel(String),
    /// The heading of a section or the caption of a table, in normal spelling.
    Heading(String),
    /// An option printed under the label of its choice.
    Option,
    /// The title of a continuation page.
    Continued,
    /// Printed by the form and no label: title, hints, page numbers.
    Furniture,
    /// Printed by the form in this place, and none of these.
    Own,
    /// Anything else.
    Content,
}

/// Ends a label where no colon does. A wider gap makes two runs.
const GAP: &str = "  ";

/// All printed texts of a form type; none by default.
#[derive(Default)]
pub(super) struct Labels {
    fields: HashSet<String>,
    columns: HashSet<String>,
    headings: HashSet<String>,
    furniture: HashSet<String>,
    continued: Option<String>,
    own_words: Option<&'static TemplateWords>,
}

impl Labels {
    pub(super) fn of(form_type: &FormType) -> Self {
        let columns = form_type
            .tables()
            .flat_map(|table| &table.columns)
            .map(|column| normal(&column.label));
        let captions = form_type.tables().map(|table| normal(&table.label));
        let hints = form_type
            .fields()
            .filter_map(|field| field.hint.as_deref())
            .map(normal);
        let own = [Some(&form_type.title), form_type.introduction.as_ref()]
            .into_iter()
            .flatten()
            .map(|text| normal(text));
        let own_words = TemplateWords::of(&form_type.language);
        let fixed = words::FURNITURE.into_iter().chain([own_words.required]);
        let fixed = fixed.map(normal);
        Self {
            fields: form_type
                .fields()
                .map(|field| normal(&field.label))
                .collect(),
            columns: columns.collect(),
            headings: form_type
                .sections
                .iter()
                .map(|section| normal(&section.title))
                .chain(captions)
                .collect(),
            furniture: hints.chain(own).chain(fixed).collect(),
            continued: Some(continued(form_type)),
            own_words: Some(own_words),
        }
    }

    /// What a run is, and the text after its label where both stand in one run: `Projektname:
    /// Sommerfest`, `Projektname   Sommerfest`.
    pub(super) fn meaning<'text>(&self, text: &'text str) -> (Meaning, Option<&'text str>) {
        step();
        let whole = normal(text);
        if self.fields.contains(&whole) {
            return (Meaning::FieldLabel(whole), None);
        }
        if self.columns.contains(&whole) {
            return (Meaning::ColumnLabel(whole), None);
        }
        if self.headings.contains(&whole) {
            return (Meaning::Heading(whole), None);
        }
        if self.continued.as_ref() == Some(&whole) {
            return (Meaning::Continued, None);
        }
        let mut own_words = self.own_words.iter();
        let is_numbered = own_words.any(|own| own.is_page_of(text))
            || words::is_page_number(text)
            || words::is_version(text);
        if is_numbered || self.furniture.contains(&whole) {
            return (Meaning::Furniture, None);
        }
        [":", GAP]
            .into_iter()
            .filter_map(|end| text.trim_start().split_once(end))
            .map(|(label, rest)| (normal(label), rest.trim()))
            .find(|(label, _)| self.fields.contains(label))
            .map_or((Meaning::Content, None), |(label, value)| {
                (Meaning::FieldLabel(label), Some(value))
            })
    }
}

/// The heading of continuation pages, in normal spelling.
pub(super) fn continued(form_type: &FormType) -> String {
    normal(&words::continuation_title(&form_type.title))
}

/// A label as it is compared: lower case, single spaces, without the marks around it, with the
/// characters that a form draws as codes, soft hyphens as they are seen, and the letters of
/// ligatures.
pub(super) fn normal(label: &str) -> String {
    let label = codes::decoded(label);
    let label = hyphens::as_seen(&label);
    let label = taken_apart(&label);
    let bare = label.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '*' | ':')
    });
    bare.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// A label as it is compared where it may be broken within a word: without spaces.
pub(super) fn bare(label: &str) -> String {
    normal(label).replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn a_label_that_is_written_with_soft_hyphens_is_the_one_that_is_seen() {
        assert_eq!(normal("E\u{AD}Mail *"), normal("E-Mail"));
    }

    #[test]
    fn a_label_that_is_written_with_ligatures_is_the_one_with_their_letters() {
        assert_eq!(normal("Pro\u{FB01}l:"), normal("Profil"));
    }
}
