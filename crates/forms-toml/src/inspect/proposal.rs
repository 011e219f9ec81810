//! The proposal for one field of the PDF: its label, key and type.

use forms::form_content::FormField;
use forms::form_type::FieldType;

use super::area::PageRectangle;
use super::printed_label::PrintedLabel;
use super::wording::Wording;

pub(super) struct Proposal<'pdf> {
    pub(super) field: &'pdf FormField,
    pub(super) printed: Option<PrintedLabel>,
    pub(super) wording: Wording,
    pub(super) kind: FieldType,
    /// Why the type is uncertain.
    pub(super) kind_doubt: Option<String>,
}

impl Proposal<'_> {
    pub(super) fn area(&self) -> Option<PageRectangle> {
        self.field.place.map(PageRectangle::from)
    }

    /// Whether it has to be filled in. A box is never required: a required box would have to be on.
    pub(super) fn is_required(&self) -> bool {
        let is_starred = self.printed.as_ref().is_some_and(|label| label.is_starred);
        (self.field.required || is_starred) && self.kind != FieldType::Boolean
    }

    /// All that is uncertain about it.
    pub(super) fn doubts(&self) -> Vec<String> {
        let is_told = self.field.required || !self.is_required();
        let hidden =
            "hidden: no viewer shows this field; take the entry out unless a program is to \
             fill it in"
                .to_owned();
        let asterisk = "required: since its label has an asterisk".to_owned();
        let doubts = self.wording.doubts.iter().cloned();
        let doubts = doubts.chain(self.kind_doubt.clone());
        let doubts = doubts.chain((!is_told).then_some(asterisk));
        doubts
            .chain(self.field.is_hidden.then_some(hidden))
            .collect()
    }
}
