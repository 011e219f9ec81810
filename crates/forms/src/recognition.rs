//! Telling the form that was meant from another form, from a letter and from a scan.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

use crate::FormContent;
use crate::form_type::{FieldRef, FormType};
use crate::reading::labels_count;

/// Why a PDF is not taken for a form of the type that it was sent as.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RecognitionError {
    /// It holds neither fields nor text: only pictures, as from a scanner.
    WithoutText,
    /// None of its fields or texts belongs to the form type.
    NotThisForm {
        /// The key of the form type.
        form_type: String,
    },
    /// More of it belongs to another form type.
    OtherFormType {
        /// The key of the form type that it was sent as.
        form_type: String,
        /// The key of the one that fits best.
        best: String,
    },
}

impl fmt::Display for RecognitionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WithoutText => formatter.write_str(
                "The PDF holds neither form fields nor text, as a scan does. Fill in the form on \
                    a screen, or print it to PDF.",
            ),
            Self::NotThisForm { form_type } => write!(
                formatter,
                "No field and no label of {form_type} is in the PDF. The blank form is at \
                    GET /forms/{form_type}?format=pdf."
            ),
            Self::OtherFormType { form_type, best } => write!(
                formatter,
                "The PDF is a form of the type {best}, it was sent as {form_type}. Send it with \
                    {best} in the part `form_type`."
            ),
        }
    }
}

impl std::error::Error for RecognitionError {}

/// Tells whether a PDF is a form of this type rather than of one of the others.
pub fn recognise<'form>(
    content: &FormContent,
    form_type: &FormType,
    others: impl IntoIterator<Item = &'form FormType>,
) -> Result<(), RecognitionError> {
    if matches!(content, FormContent::Text(pages) if pages.texts.is_empty()) {
        return Err(RecognitionError::WithoutText);
    }
    // Labels take long to count: most files are known by their fields.
    let own_fields = known_fields(content, form_type);
    let rivals = others.into_iter();
    let mut rivals = rivals
        .filter(|other| known_fields(content, other) >= own_fields)
        .peekable();
    if own_fields > 0 && rivals.peek().is_none() {
        return Ok(());
    }
    let own = known_count(content, form_type);
    let best = rivals
        .map(|other| (known_count(content, other), other))
        .filter(|(count, _)| *count > own)
        .min_by_key(|(count, other)| (Reverse(*count), size(other)));
    let form_type = form_type.key.clone();
    match best {
        Some((_, best)) => Err(RecognitionError::OtherFormType {
            form_type,
            best: best.key.clone(),
        }),
        None if own == (0, 0) => Err(RecognitionError::NotThisForm { form_type }),
        None => Ok(()),
    }
}

/// The form type that a PDF is most likely of: most of its fields or labels are in it, then its
/// title. Of several that fit alike the one with the fewest fields of its own, of those the first.
/// `None` without form types.
pub fn best_match<'form>(
    content: &FormContent,
    form_types: impl IntoIterator<Item = &'form FormType>,
) -> Option<&'form FormType> {
    let misfit = |form_type: &&FormType| {
        let fit = (
            known_count(content, form_type),
            has_title(content, form_type),
        );
        (Reverse(fit), size(form_type))
    };
    form_types.into_iter().min_by_key(misfit)
}

/// How many fields and tables a form type has: of those that fit alike the smallest is meant.
fn size(form_type: &FormType) -> usize {
    form_type.fields().count() + form_type.tables().count()
}

fn has_title(content: &FormContent, form_type: &FormType) -> bool {
    match content {
        FormContent::Fields(..) | FormContent::PartlyFlat(..) => false,
        FormContent::Text(pages) => {
            let mut texts = pages.texts.iter();
            texts.any(|run| run.text.contains(&form_type.title))
        }
    }
}

/// How many fields, and how many labels, of the form type are in the PDF. What is printed decides
/// only between types that know as many of its fields: labels are alike on many forms.
fn known_count(content: &FormContent, form_type: &FormType) -> (usize, usize) {
    let runs = content.texts();
    (
        known_fields(content, form_type),
        labels_count(form_type, runs),
    )
}

/// The cells of a column count as one: a long table says no more than a single field does.
fn known_fields(content: &FormContent, form_type: &FormType) -> usize {
    let names: HashSet<&str> = match content {
        FormContent::Fields(fields, _) | FormContent::PartlyFlat(fields, _) => {
            fields.iter().map(|field| field.name.as_str()).collect()
        }
        FormContent::Text(pages) => {
            let texts = pages.texts.iter();
            texts.filter_map(|run| run.field.as_deref()).collect()
        }
    };
    let known = names.into_iter();
    let known = known.filter_map(|name| match form_type.place_of_template_name(name)? {
        FieldRef::Field(field) => Some((field.path.as_str(), "")),
        FieldRef::Cell { table, column, .. } => Some((table.path.as_str(), column.key.as_str())),
    });
    known.collect::<HashSet<(&str, &str)>>().len()
}

#[cfg(test)]
mod tests {
    use super::{RecognitionError, best_match, recognise};
    use crate::form_content::{FormField, PagePlace, PlacedText};
    use crate::form_type::sample::sample;
    use crate::{FormContent, FormType};

    /// A form type that knows only two of the sample's fields.
    fn smaller() -> FormType {
        let mut form_type = sample();
        form_type.key = "smaller_form".to_owned();
        form_type.sections.truncate(1);
        form_type.sections[0].entries.truncate(2);
        form_type
    }

    fn fields(names: &[&str]) -> FormContent {
        let field = |name: &&str| FormField {
            name: (*name).to_owned(),
            ..FormField::default()
        };
        FormContent::Fields(names.iter().map(field).collect(), Vec::new())
    }

    fn texts(texts: &[&str]) -> FormContent {
        let place = |index: usize| PagePlace {
            page: 0,
            left: 40.0,
            top: 20.0 * index as f32,
            width: 100.0,
            height: 9.0,
        };
        let run = |(index, text): (usize, &&str)| PlacedText {
            text: (*text).to_owned(),
            place: place(index),
            words: Vec::new(),
            clipped_by: None,
            line_end: None,
            field: None,
            is_ordered: false,
        };
        FormContent::printed(texts.iter().enumerate().map(run).collect())
    }

    fn recognised(content: &FormContent) -> Result<(), RecognitionError> {
        recognise(content, &smaller(), [&sample(), &smaller()])
    }

    #[test]
    fn recognise_takes_what_fits_no_other_type_better() {
        assert_eq!(recognised(&fields(&["name", "x"])), Ok(()));
        assert_eq!(
            recognised(&texts(&["Projektname   Fest", "Lage: hier"])),
            Ok(())
        );
    }

    #[test]
    fn recognise_names_the_type_that_fits_best() {
        let mismatch = Err(RecognitionError::OtherFormType {
            form_type: "smaller_form".to_owned(),
            best: "sample_form".to_owned(),
        });
        assert_eq!(recognised(&fields(&["name", "costs.0.name"])), mismatch);
        assert_eq!(
            recognised(&texts(&["Projektname *", "E-Mail: a@b.de"])),
            mismatch
        );
        assert_eq!(recognised(&texts(&["Kosten", "Teilnehmende"])), mismatch);
    }

    #[test]
    fn recognise_of_types_that_fit_alike_names_the_one_with_the_fewest_fields() {
        let (small, mut large) = (smaller(), sample());
        large.key = "large_form".to_owned();
        let mut meant = sample();
        meant.key = "meant_form".to_owned();
        meant.sections.clear();
        let content = fields(&["name", "x"]);
        let found = recognise(&content, &meant, [&large, &small]);
        let best = "smaller_form".to_owned();
        let form_type = "meant_form".to_owned();
        assert_eq!(
            found,
            Err(RecognitionError::OtherFormType { form_type, best })
        );
    }

    #[test]
    fn recognise_counts_a_long_table_no_more_than_its_columns() {
        let mut form_type = sample();
        form_type.sections.truncate(1);
        let mut other = sample();
        other.sections[0].entries.truncate(1);
        other.key = "costs_form".to_owned();
        let own = ["name", "projectBeginn", "projectEnd", "applicant.email"];
        let rows = (0..8).map(|row| [format!("costs.{row}.name"), format!("costs.{row}.amount")]);
        let cells: Vec<String> = rows.flatten().collect();
        let names: Vec<&str> = own
            .into_iter()
            .chain(cells.iter().map(String::as_str))
            .collect();
        assert_eq!(recognise(&fields(&names), &form_type, [&other]), Ok(()));
    }

    #[test]
    fn recognise_refuses_letters_and_scans() {
        let none = Err(RecognitionError::NotThisForm {
            form_type: "smaller_form".to_owned(),
        });
        assert_eq!(recognised(&fields(&["absender", "betreff"])), none);
        assert_eq!(
            recognised(&texts(&["Sehr geehrte Damen und Herren,"])),
            none
        );
        assert_eq!(recognised(&texts(&[])), Err(RecognitionError::WithoutText));
    }
    fn matched(content: &FormContent) -> String {
        let mut last = smaller();
        last.key = "last_form".to_owned();
        last.title = "Antrag auf Anderes".to_owned();
        let form_types = [sample(), smaller(), last];
        best_match(content, &form_types).unwrap().key.clone()
    }

    #[test]
    fn best_match_is_the_type_that_knows_most_of_the_pdf() {
        assert_eq!(matched(&fields(&["name", "costs.0.name"])), "sample_form");
        assert_eq!(matched(&texts(&["Kosten", "Teilnehmende"])), "sample_form");
    }

    #[test]
    fn best_match_of_equals_is_the_closest_and_then_the_first() {
        assert_eq!(matched(&fields(&["name"])), "smaller_form");
        assert_eq!(matched(&fields(&["unknown"])), "smaller_form");
        let titled = texts(&["Antrag auf Anderes", "Projektname *"]);
        assert_eq!(matched(&titled), "last_form");
    }
}
