//! Where in a file the values of its data were read.

use crate::form_content::PagePlace;

/// Where a value was read.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ValueSource {
    /// The path of the value in `data`. For another field `otherFields.` and its name, unescaped.
    pub path: String,
    /// How it was found.
    pub kind: SourceKind,
    /// The name of the field, or the label of the text; `None` where neither led to it.
    pub name: Option<String>,
    /// The text in the file, before it was read as a value; empty for a box that is off.
    pub raw: String,
    /// The rectangle in which it stands, on the first page of several; `None` where it is not
    /// known.
    pub place: Option<PagePlace>,
}

/// How a value was found in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SourceKind {
    /// It was the value of its field.
    Field,
    /// It was printed in the place of its field, which is blank.
    TextInPlace,
    /// It was printed at its label.
    TextAtLabel,
    /// It belongs to a field that the form type does not know.
    UnknownField,
    /// It was printed on a page and belongs to no field.
    PageText,
}

impl SourceKind {
    /// Every kind, in the order in which the API document lists them.
    pub const ALL: [Self; 5] = [
        Self::Field,
        Self::TextInPlace,
        Self::TextAtLabel,
        Self::UnknownField,
        Self::PageText,
    ];

    /// The word for it in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::TextInPlace => "text_in_place",
            Self::TextAtLabel => "text_at_label",
            Self::UnknownField => "unknown_field",
            Self::PageText => "page_text",
        }
    }
}
