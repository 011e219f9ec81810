//! What an uploaded file is expected to be: all that it takes to tell it from other forms and to
//! read its data, in a value that can be sent to where the file is parsed.

mod blank_file;

use std::collections::BTreeSet;
use std::fmt;

use forms::form_content::{
    FormField, PagePlace, PaintedShape, PlacedText, PrintedPages, UndecodableText,
};
use forms::{Data, FormContent, FormType, ValueSource};

pub use self::blank_file::{
    BlankFile, KnownBeginning, KnownObject, KnownPage, KnownPiece, KnownPlace, ObjectRange,
    PageDigest, PieceDigest, XfaText,
};
use crate::blank_form::BlankForm;
use crate::blank_form::template_texts::TemplateTexts;
use crate::fields::left_over::without_left_over;
use crate::fields::merged_files;
use crate::fields::notes::without_own;
use crate::outcome::content_error::ContentError;
use crate::reading::{prints_a_page_of, read_with_sources, undecodable_pages};
use crate::recognition::{RecognitionError, recognise};

/// The form type that a file was sent as, with everything that recognising and reading it needs.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExpectedForm {
    /// The form type that it was sent as.
    pub form_type: FormType,
    /// The other known form types: a file that fits one of them better is refused.
    pub others: Vec<FormType>,
    /// What the blank template prints.
    pub blank: BlankTexts,
}

/// What the blank form prints, and where its fields stand. By default nothing is known of it: the
/// same data is read then, as far as labels say what it is, and texts of the form that are no
/// labels are kept among the other fields.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BlankTexts {
    /// The text of its pages once it is flattened, so that what its fields show is among it.
    pub flat: Vec<PlacedText>,
    /// The small shapes that the flattened blank form paints inside its boxes, all of which are
    /// off.
    pub shapes: Vec<PaintedShape>,
    /// What its boxes paint when they are on, as far as nothing else shows it.
    pub shapes_on: Vec<PaintedShape>,
    /// The strings of the flattened blank form that cannot be decoded.
    pub undecodable: Vec<UndecodableText>,
    /// The text of its pages without what its fields show.
    pub beside_fields: Vec<PlacedText>,
    /// The fillable fields that stand on its pages, blank. Files without fields are read by their
    /// places.
    pub fields: Vec<FormField>,
    /// Where it asks for signatures.
    pub signatures: Vec<PagePlace>,
    /// The formatted texts, XFA data and notes that the template itself holds.
    pub template: TemplateTexts,
    /// The texts in its XFA data that somebody would have typed in a form that is not blank,
    /// sorted.
    pub xfa_texts: Vec<XfaText>,
    /// Digests of its pages. A page of an uploaded form with one of these digests prints the same
    /// beside its fields and need not be read.
    pub pages: Vec<PageDigest>,
    /// What files begin with that were made from it.
    pub beginnings: Vec<KnownBeginning>,
}

/// Why a file that could be parsed is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FormContentError {
    /// It is not a form of this type.
    NotRecognised(RecognitionError),
    /// It is one, but values do not fit the types of their fields, or can be read in two ways.
    ValuesWrong(ContentError),
}

impl FormContentError {
    /// The same error with texts of at most so many bytes each.
    pub fn with_texts_cut_to(self, bytes_max: usize) -> Self {
        match self {
            Self::NotRecognised(error) => Self::NotRecognised(error.with_texts_cut_to(bytes_max)),
            Self::ValuesWrong(error) => Self::ValuesWrong(error.with_texts_cut_to(bytes_max)),
        }
    }
}

impl ExpectedForm {
    /// Recognises the form in a file's content, then reads its data.
    pub fn data(&self, content: &FormContent) -> Result<Data, FormContentError> {
        match recognise(content, &self.form_type, &self.others) {
            // A form made elsewhere may print none of the labels that it was given here.
            Err(RecognitionError::NotThisForm { .. }) if self.prints_this_form(content) => {}
            recognised => recognised.map_err(FormContentError::NotRecognised)?,
        }
        self.read(content).map_err(FormContentError::ValuesWrong)
    }

    /// The numbers, from 1, of the pages with text that cannot be decoded and that the blank form
    /// does not print.
    pub fn undecodable_pages(&self, content: &FormContent) -> BTreeSet<usize> {
        match content {
            FormContent::Text(pages) => {
                undecodable_pages(&self.form_type, pages, self.blank.of(content))
            }
            FormContent::Fields(..) | FormContent::PartlyFlat(..) => BTreeSet::new(),
        }
    }

    fn prints_this_form(&self, content: &FormContent) -> bool {
        match content {
            FormContent::Text(pages) => {
                prints_a_page_of(&self.form_type, pages, self.blank.of(content))
            }
            FormContent::Fields(..) | FormContent::PartlyFlat(..) => false,
        }
    }

    /// Reads the data without recognising the form first.
    pub fn read(&self, content: &FormContent) -> Result<Data, ContentError> {
        self.read_with_sources(content).map(|(data, _)| data)
    }

    /// Like [`ExpectedForm::read`], and tells where each value was found.
    pub fn read_with_sources(
        &self,
        content: &FormContent,
    ) -> Result<(Data, Vec<ValueSource>), ContentError> {
        let single = merged_files::settle(&self.form_type, content, &self.blank.fields)?;
        let content = single.as_ref().unwrap_or(content);
        let template = &self.blank.template;
        let without_left_over =
            |fields| without_left_over(&self.form_type, fields, &self.blank.fields, template);
        let settled = match content {
            FormContent::Fields(fields, runs) => {
                without_left_over(fields)?.map(|fields| FormContent::Fields(fields, runs.clone()))
            }
            FormContent::PartlyFlat(fields, pages) => without_left_over(fields)?
                .map(|fields| FormContent::PartlyFlat(fields, pages.clone())),
            FormContent::Text(pages) => without_own(&pages.comments, template).map(|comments| {
                FormContent::Text(PrintedPages {
                    comments,
                    ..pages.clone()
                })
            }),
        };
        let content = settled.as_ref().unwrap_or(content);
        read_with_sources(&self.form_type, content, self.blank.of(content))
    }
}

impl BlankTexts {
    /// What a file with this content is compared with: the text beside the fields, or the flattened
    /// text.
    pub fn of(&self, content: &FormContent) -> BlankForm<'_> {
        BlankForm {
            texts: match content {
                FormContent::Fields(..) | FormContent::PartlyFlat(..) => &self.beside_fields,
                FormContent::Text(..) => &self.flat,
            },
            flat: &self.flat,
            fields: &self.fields,
            signatures: &self.signatures,
            shapes: &self.shapes,
            shapes_on: &self.shapes_on,
            undecodable: &self.undecodable,
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
    use forms::form_content::{FormField, FormattedText, FormattedTextRole, PagePlace, PlacedText};
    use forms::form_type::sample::sample;
    use forms::{FormContent, Value};

    use super::{BlankTexts, ExpectedForm, FormContentError};
    use crate::blank_form::template_texts::TemplateText;

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
            field: None,
            is_ordered: false,
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
            looks: Vec::new(),
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
