//! What an uploaded file is expected to be: all that it takes to tell it from other forms and to
//! read its data, in a value that can be sent to where the file is parsed.

use std::fmt;

use crate::form_content::{FormField, PaintedShape, PlacedText};
use crate::reading::left_over::{TemplateTexts, without_left_over};
use crate::reading::notes::without_own;
use crate::reading::{BlankForm, ContentError, lies_like, read_with_sources};
use crate::recognition::{RecognitionError, recognise};
use crate::{Data, FormContent, FormType, ValueSource};

/// What a file is read as.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExpectedForm {
    /// The form type that it was sent as.
    pub form_type: FormType,
    /// The form types that it may be instead.
    pub others: Vec<FormType>,
    /// What the form prints of itself.
    pub blank: BlankTexts,
}

/// What the blank form prints, and where its fields stand. Without them the same data is read, as
/// far as labels say what it is, and texts of the form that are no labels are kept among its other
/// fields.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BlankTexts {
    /// Printed flat: what its fields show then is among them.
    pub flat: Vec<PlacedText>,
    /// The small shapes that it paints in its boxes then, which are off.
    pub shapes: Vec<PaintedShape>,
    /// Beside its fields.
    pub beside_fields: Vec<PlacedText>,
    /// The fields that stand on its pages.
    pub fields: Vec<FormField>,
    /// What the template holds beside plain values.
    pub template: TemplateTexts,
    /// The pages that print just that beside their fields.
    pub pages: Vec<PageDigest>,
}

/// SHA-256 of a page by its number: where it has two files alike, both print the same there beside
/// their fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PageDigest(pub [u8; 32]);

/// Why a file that could be parsed is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FormContentError {
    /// It is no form of this type.
    NotRecognised(RecognitionError),
    /// Values are not of their types.
    ValuesWrong(ContentError),
}

impl ExpectedForm {
    /// The data of a file that holds this.
    pub fn data(&self, content: &FormContent) -> Result<Data, FormContentError> {
        match recognise(content, &self.form_type, &self.others) {
            // A form made elsewhere may print none of the labels that it was given here.
            Err(RecognitionError::NotThisForm { .. }) if self.prints_this_form(content) => {}
            recognised => recognised.map_err(FormContentError::NotRecognised)?,
        }
        self.read(content).map_err(FormContentError::ValuesWrong)
    }

    fn prints_this_form(&self, content: &FormContent) -> bool {
        match content {
            FormContent::Text(runs, ..) => lies_like(runs, &self.blank.flat),
            FormContent::Fields(..) => false,
        }
    }

    /// The same, whatever form it is.
    pub fn read(&self, content: &FormContent) -> Result<Data, ContentError> {
        self.read_with_sources(content).map(|(data, _)| data)
    }

    /// The same, and where each value was read.
    pub fn read_with_sources(
        &self,
        content: &FormContent,
    ) -> Result<(Data, Vec<ValueSource>), ContentError> {
        let template = &self.blank.template;
        let settled = match content {
            FormContent::Fields(fields, runs) => {
                without_left_over(&self.form_type, fields, template)?
                    .map(|fields| FormContent::Fields(fields, runs.clone()))
            }
            FormContent::Text(runs, comments, shapes) => without_own(comments, template)
                .map(|comments| FormContent::Text(runs.clone(), comments, shapes.clone())),
        };
        let content = settled.as_ref().unwrap_or(content);
        read_with_sources(&self.form_type, content, self.blank.of(content))
    }
}

impl BlankTexts {
    /// What the content of a filled form is held against.
    pub fn of(&self, content: &FormContent) -> BlankForm<'_> {
        BlankForm {
            texts: match content {
                FormContent::Fields(..) => &self.beside_fields,
                FormContent::Text(..) => &self.flat,
            },
            fields: &self.fields,
            shapes: &self.shapes,
        }
    }
}

impl fmt::Display for FormContentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRecognised(error) => error.fmt(formatter),
            Self::ValuesWrong(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for FormContentError {}

#[cfg(test)]
mod tests {
    use super::{BlankTexts, ExpectedForm, FormContentError};
    use crate::form_content::{FormField, FormattedText, FormattedTextRole, PagePlace, PlacedText};
    use crate::form_type::sample::sample;
    use crate::reading::left_over::TemplateText;
    use crate::{FormContent, Value};

    fn expected() -> ExpectedForm {
        let place = PagePlace {
            page: 0,
            left: 0.0,
            top: 0.0,
            width: 9.0,
            height: 9.0,
        };
        let run = |text: &str| PlacedText {
            text: text.to_owned(),
            place,
            words: Vec::new(),
            clipped_by: None,
            line_end: None,
        };
        ExpectedForm {
            form_type: sample(),
            others: vec![sample()],
            blank: BlankTexts {
                flat: vec![run("flach")],
                beside_fields: vec![run("neben Feldern")],
                ..BlankTexts::default()
            },
        }
    }

    fn field(name: &str, value: &str) -> FormField {
        FormField {
            name: name.to_owned(),
            values: vec![value.to_owned()],
            ..FormField::default()
        }
    }

    #[test]
    fn data_compares_with_the_blank_form_of_the_same_kind() {
        let expected = expected();
        let printed = expected.blank.beside_fields.clone();
        let content = FormContent::Fields(vec![field("participants", "7")], printed);
        let data = expected.data(&content).unwrap();
        assert!(data.at("participants").is_some());
        assert_eq!(data.at("otherFields"), None);
        let printed = expected.blank.flat.clone();
        let content = FormContent::Fields(vec![field("participants", "7")], printed);
        let data = expected.data(&content).unwrap();
        assert_eq!(data.at("otherFields.Seite 1"), Some(&Value::text("flach")));
    }

    #[test]
    fn data_knows_what_is_left_over_of_the_template() {
        let formatted = |text: &str| FormattedText {
            text: text.to_owned(),
            role: FormattedTextRole::Shown,
        };
        let mut expected = expected();
        let own = TemplateText {
            formatted: Some(formatted("Anzahl")),
            xfa_data: None,
            note: None,
        };
        let left_over = ("participants".to_owned(), own);
        expected.blank.template.extend([left_over]);
        let mut filled = field("participants", "7");
        for (text, is_taken) in [("Anzahl", true), ("8", false)] {
            filled.formatted = Some(formatted(text));
            let read = expected.data(&FormContent::Fields(vec![filled.clone()], Vec::new()));
            assert_eq!(read.is_ok(), is_taken, "{text}");
        }
    }

    #[test]
    fn data_refuses_other_forms_before_it_reads_values() {
        let fields = vec![field("absender", "x")];
        let refused = expected().data(&FormContent::Fields(fields, Vec::new()));
        assert!(matches!(refused, Err(FormContentError::NotRecognised(_))));
        let fields = vec![field("participants", "viele")];
        let refused = expected().data(&FormContent::Fields(fields, Vec::new()));
        assert!(matches!(refused, Err(FormContentError::ValuesWrong(_))));
    }
}
