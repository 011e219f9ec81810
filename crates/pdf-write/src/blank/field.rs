//! A terminal field of a template.

use lopdf::ObjectId;
use pdf_syntax::field_flags::{COMB, FILE_SELECT, MULTILINE, MULTIPLE, PASSWORD, RADIO, RICH_TEXT};

use super::Widget;
use crate::text_string;

/// The kinds of fields, as far as they are filled differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// `Tx`.
    Text,
    /// `Btn`, check box or radio button.
    Button,
    /// `Ch` that opens and shows one line.
    Combo,
    /// `Ch` that shows several lines.
    List,
    /// Push buttons and signatures, which hold no value of the data.
    Other,
}

/// An option of a list or combo box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChoiceOption {
    pub(crate) export: String,
    pub(crate) display: String,
}

/// A terminal field before it is filled, inherited attributes included (PDF 32000-1, 12.7.3).
#[derive(Debug, Clone)]
pub(crate) struct TemplateField {
    /// The object whose dictionary takes the value.
    pub(crate) id: ObjectId,
    pub(crate) name: String,
    pub(crate) kind: FieldKind,
    pub(crate) flags: i64,
    /// In characters.
    pub(crate) max_length: Option<usize>,
    /// Options of a list or combo box.
    pub(crate) options: Vec<ChoiceOption>,
    /// Of a button: a text for each widget, in the same order.
    pub(crate) button_texts: Vec<String>,
    pub(crate) widgets: Vec<Widget>,
}

impl TemplateField {
    pub(crate) fn is_multiline(&self) -> bool {
        self.flags & MULTILINE != 0
    }

    pub(crate) fn is_radio(&self) -> bool {
        self.flags & RADIO != 0
    }

    /// The number of cells of a comb field (`Ff` bit 25 and `MaxLen`); `None` for other fields.
    pub(crate) fn cells(&self) -> Option<usize> {
        let is_comb = self.flags & COMB != 0 && !self.is_multiline();
        self.max_length.filter(|cells| is_comb && *cells > 0)
    }

    /// The flags without those that hide, format or divide the text: password, file, comb, rich
    /// text.
    pub(crate) fn plain_flags(&self) -> i64 {
        self.visible_flags() & !COMB
    }

    /// The flags without those that hide or format the text: password, file, rich text.
    pub(crate) fn visible_flags(&self) -> i64 {
        self.flags & !(PASSWORD | FILE_SELECT | RICH_TEXT)
    }

    /// The flags of a list in which several options are chosen.
    pub(crate) fn multiple_flags(&self) -> i64 {
        self.flags | MULTIPLE
    }

    /// Whether a person sees the field on a page.
    pub(crate) fn is_visible(&self) -> bool {
        self.widgets.iter().any(|widget| widget.is_visible)
    }

    /// The appearance state that a stored value or the text beside a widget names.
    pub(crate) fn state(&self, name: &str) -> Option<Vec<u8>> {
        let states = || self.widgets.iter().flat_map(|widget| &widget.states);
        let named = states().find(|state| text_string::decode_name(state) == name);
        named.cloned().or_else(|| {
            let widget = self.button_texts.iter().position(|text| text == name)?;
            self.widgets.get(widget)?.states.first().cloned()
        })
    }

    /// The state of this name that looks like off.
    pub(crate) fn unseen_state(&self, name: &str) -> Option<Vec<u8>> {
        let mut states = self.widgets.iter().flat_map(|widget| &widget.unseen_states);
        let named = states.find(|state| text_string::decode_name(state) == name);
        named.cloned()
    }

    /// Whether nobody sees that it is in this state.
    pub(crate) fn is_unseen(&self, state: &[u8]) -> bool {
        let is_in = |states: &[Vec<u8>]| states.iter().any(|own| own == state);
        let mut widgets = self.widgets.iter();
        widgets.all(|widget| !is_in(&widget.states))
            && self
                .widgets
                .iter()
                .any(|widget| is_in(&widget.unseen_states))
    }

    /// The first state that is on: the one that stands for yes. `None` where the button has none.
    pub(crate) fn first_state(&self) -> Option<Vec<u8>> {
        self.widgets
            .iter()
            .find_map(|widget| widget.states.first().cloned())
    }
}
