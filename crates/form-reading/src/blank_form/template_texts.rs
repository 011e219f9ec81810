//! What a template says beside the plain values of its fields, which nobody typed.

use std::collections::BTreeMap;

use forms::form_content::{FormField, FormattedText, LookDigest};

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
