//! What has to stand in a filled form: every value of the data, as the text that the form shows.

use crate::form_type::{Entry, FieldType, FormType, OTHER_FIELDS, Section};
use crate::{Data, Value, reading::other_fields};

/// A value on its way into the PDF.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenField {
    /// Its path in `data`; of another field `otherFields.` and the escaped name.
    pub path: String,
    /// The name of its field in the template, if the template has one for it.
    pub template_name: String,
    /// What a person calls it.
    pub label: String,
    /// The heading it stands under.
    pub section: String,
    /// What is written.
    pub content: WrittenContent,
}

/// What is written into a field.
#[derive(Debug, Clone, PartialEq)]
pub enum WrittenContent {
    /// A text, with `\n` between lines.
    Text(String),
    /// A box that is on or off.
    Boolean(bool),
    /// Chosen options.
    Choice(Vec<WrittenChoice>),
}

/// A chosen option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenChoice {
    /// What the PDF stores for it.
    pub export: String,
    /// What a person reads.
    pub label: String,
}
