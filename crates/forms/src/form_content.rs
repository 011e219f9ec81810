//! What was found in an uploaded PDF, before any form type has judged it.
//!
//! The reader of PDFs fills these types and `form-reading` turns them into [`crate::Data`]. All
//! texts are already Unicode: line ends are as they were in the file, names of appearance states
//! are decoded from their `#xx` escapes.

mod page_place;
mod printed_pages;

pub use self::page_place::PagePlace;
pub use self::printed_pages::{
    MISWRITTEN, Outline, PaintedShape, PlacedText, PlacedWord, PrintedPages, UNDECODABLE,
    UndecodableText,
};

/// The content of a PDF: its form fields, its text where it has none, or both.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FormContent {
    /// A fillable form: every terminal field, in document order, then the notes and comments on
    /// its pages, one each, never empty; and the text that its pages print, without what its fields
    /// show.
    Fields(Vec<FormField>, Vec<PlacedText>),
    /// A form of which some fields, those that are told, can still be filled in, and others may be
    /// printed on its pages, with what these show; or one on which something is drawn by hand.
    PartlyFlat(Vec<FormField>, PrintedPages),
    /// A PDF without any form field, printed flat.
    Text(PrintedPages),
}

impl FormContent {
    /// The text that is printed on its pages; that beside the fields where there are any.
    pub fn texts(&self) -> &[PlacedText] {
        match self {
            Self::Fields(_, texts) => texts,
            Self::PartlyFlat(_, pages) | Self::Text(pages) => &pages.texts,
        }
    }

    /// Its fields, where it has any.
    pub fn fields(&self) -> &[FormField] {
        match self {
            Self::Fields(fields, _) | Self::PartlyFlat(fields, _) => fields,
            Self::Text(_) => &[],
        }
    }

    /// A PDF without fields that shows nothing but these texts.
    pub fn printed(texts: Vec<PlacedText>) -> Self {
        Self::Text(PrintedPages {
            texts,
            ..PrintedPages::default()
        })
    }
}

/// A terminal field of an interactive form (PDF 32000-1, 12.7.3).
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormField {
    /// Fully qualified name: the partial names from the root, joined by `.` (12.7.3.2).
    pub name: String,
    /// What kind of field it is, from `FT` and `Ff`.
    pub kind: FormFieldKind,
    /// What is filled in: nothing (blank, or a box that is off), one text, or several selected
    /// options of a list. Of a button this is the name of the appearance state that is on; of a
    /// choice the text as stored in `V`.
    pub values: Vec<String>,
    /// Of a button that looks off in several states, those of them that are no off: as some forms
    /// of the IRS have (`/N`).
    pub unseen_states: Vec<String>,
    /// Those of them in which it is. They are values only where the definition of the form names
    /// them.
    pub unseen_values: Vec<String>,
    /// The formatted text (`RV`) of a text field.
    pub formatted: Option<FormattedText>,
    /// Of a field in which nothing is filled in, or only in a copy of it that nobody sees, the
    /// looks that show a text all the same, or of which that is not known. Those of a list show its
    /// options; of push buttons, signatures and boxes without states these are all looks that they
    /// have, and a caption.
    pub unstored_looks: Vec<LookDigest>,
    /// What the XFA data of a hybrid form holds for the field, as XFA writes it: Acrobat shows it.
    pub xfa_data: Option<String>,
    /// Options of a choice field (`Opt`); of a button its states that are on, with the text of
    /// `Opt` where there is one.
    pub options: Vec<FormFieldOption>,
    /// The alternate name (`TU`), which viewers show as a tooltip.
    pub tooltip: Option<String>,
    /// `MaxLen` of a text field, in characters.
    pub max_length: Option<usize>,
    /// Whether a text field takes several lines, a list several selections.
    pub multiple: bool,
    /// Whether a combo box takes text that is not among its options (`Ff` bit 19).
    pub editable: bool,
    /// Whether a choice shows all of its options, and not only what is chosen (no `Ff` bit 18).
    pub lists_options: bool,
    /// Whether the form itself calls the field required (`Ff` bit 2).
    pub required: bool,
    /// The date format of an Acrobat date script (`AFDate_FormatEx("dd.mm.yyyy")`).
    pub date_format: Option<String>,
    /// The number format of an Acrobat number script (`AFNumber_Format(2, …)`).
    pub number_format: Option<NumberFormat>,
    /// Of a text field that has a number script or is calculated, and stores a number that may not
    /// have been rounded ([`crate::field_value::may_be_unrounded`]): what tells how it is read.
    pub unrounded: Option<UnroundedNumber>,
    /// Whether a text field has a cell for each of its characters (`Ff` bit 25).
    pub comb: bool,
    /// Whether no viewer shows it, though it stands on pages: all of its widgets are hidden or have
    /// no area.
    pub is_hidden: bool,
    /// Where the first widget stands.
    pub place: Option<PagePlace>,
    /// All widgets that stand on a page.
    pub widgets: Vec<FieldWidget>,
}

/// SHA-256 over what the look of a field shows (PDF 32000-1, 12.5.5): looks with the same digest
/// show the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LookDigest(pub [u8; 32]);

/// A place at which a field is shown.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FieldWidget {
    /// Where it stands.
    pub place: PagePlace,
    /// For a button, the name of the appearance state that it shows when it is on.
    pub state: Option<String>,
}

impl FormField {
    /// Whether a person can fill it in and finds it on a page.
    pub fn is_fillable_on_page(&self) -> bool {
        self.kind.is_fillable() && !self.widgets.is_empty()
    }

    /// Whether nothing is filled in in it: white space is nothing.
    pub fn is_blank(&self) -> bool {
        self.values.iter().all(|value| value.trim().is_empty())
    }

    /// Whether its looks show what is filled in in it, and no more: of a text, and of a choice that
    /// does not list its options.
    pub fn shows_what_it_stores(&self) -> bool {
        match self.kind {
            FormFieldKind::Text => true,
            FormFieldKind::Choice => !self.lists_options,
            _ => false,
        }
    }

    /// Whether nobody finds it on a page.
    pub fn stands_on_no_page(&self) -> bool {
        self.place.is_none() && self.widgets.is_empty()
    }

    /// The field without anything that is filled in.
    pub fn blank(self) -> Self {
        Self {
            values: Vec::new(),
            formatted: None,
            unstored_looks: Vec::new(),
            xfa_data: None,
            tooltip: None,
            ..self
        }
    }

    /// What a person sees of a stored value: the text of its option where there is one.
    pub fn shown<'field>(&'field self, value: &'field str) -> &'field str {
        let option = self.options.iter().find(|option| option.export == value);
        option.map_or(value, |option| option.display.as_str())
    }
}

/// What a script says of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberFormat {
    /// Places behind the decimal mark.
    pub decimals: u8,
    /// What stands beside the number, as the script has it: ` €`. Empty where nothing does.
    pub currency: String,
}

/// A number in a field for which viewers run scripts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UnroundedNumber {
    /// Whether a script computes it (`C` in the additional actions of the field).
    pub is_calculated: bool,
    /// The digits and marks that its looks show (`3,71`); `None` where they show no number, are
    /// not understood or differ.
    pub shown: Option<String>,
}

/// The formatted text of a field, without its format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormattedText {
    /// What it says.
    pub text: String,
    /// How it relates to the field's plain text.
    pub role: FormattedTextRole,
}

/// How a formatted text relates to the plain text of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FormattedTextRole {
    /// Viewers show the plain text only, or this one is blank. In a template it is the text that
    /// the field begins with.
    Hidden,
    /// The field is a rich text field, so a viewer may show it in the place of the plain text.
    Shown,
    /// The field stores no plain text, so that this is its value.
    Value,
}

impl FormattedText {
    /// Whether it is the same text but for white space, which formatted text treats in its own way.
    pub fn says(&self, text: &str) -> bool {
        self.text.split_whitespace().eq(text.split_whitespace())
    }
}

/// The kinds of terminal fields that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FormFieldKind {
    /// `Tx`.
    #[default]
    Text,
    /// `Btn` without the radio and push-button flags.
    CheckBox,
    /// `Btn` with the radio flag.
    Radio,
    /// `Ch`, list or combo box.
    Choice,
    /// `Sig`; its value is a short description of the signature.
    Signature,
    /// `Btn` with the push-button flag; holds no value.
    PushButton,
    /// Not a field of the form: text typed onto a page with a viewer (a `FreeText` annotation,
    /// 12.5.6.6).
    Note,
    /// Not a field of the form either: a remark about a place of a page, which viewers show in a
    /// pop-up.
    Comment,
}

impl FormFieldKind {
    /// Whether it was put on a page with a viewer, so that it is not a field of the form.
    pub fn is_annotation(self) -> bool {
        matches!(self, Self::Note | Self::Comment)
    }

    /// Whether a person can fill it in.
    pub fn is_fillable(self) -> bool {
        use FormFieldKind::{CheckBox, Choice, Radio, Text};
        matches!(self, Text | CheckBox | Radio | Choice)
    }
}

/// One option of a choice field or one on-state of a button.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormFieldOption {
    /// What is stored in the file when this option is chosen.
    pub export: String,
    /// What a person sees. Equal to `export` where the file gives no other text.
    pub display: String,
}
