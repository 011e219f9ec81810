//! Telling the form that was meant from another form, from a letter and from a scan.

mod fit;

use std::cmp::Reverse;
use std::fmt;

use forms::FormContent;
use forms::excerpt::cut_to;
use forms::form_type::FormType;

use self::fit::{Fit, fits};
use crate::flat::labels_count;

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

impl RecognitionError {
    /// The same error with texts of at most so many bytes each.
    pub fn with_texts_cut_to(mut self, bytes_max: usize) -> Self {
        match &mut self {
            Self::WithoutText => {}
            Self::NotThisForm { form_type } => cut_to(form_type, bytes_max),
            Self::OtherFormType { form_type, best } => {
                cut_to(form_type, bytes_max);
                cut_to(best, bytes_max);
            }
        }
        self
    }
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
    form_type: &'form FormType,
    others: impl IntoIterator<Item = &'form FormType>,
) -> Result<(), RecognitionError> {
    if matches!(content, FormContent::Text(pages) if pages.texts.is_empty()) {
        return Err(RecognitionError::WithoutText);
    }
    let form_types: Vec<&FormType> = std::iter::once(form_type).chain(others).collect();
    let mut fits = fits(content, &form_types).into_iter();
    let own_fit = fits.next().unwrap_or_default();
    let rivals = form_types.into_iter().skip(1).zip(fits);
    let mut rivals = rivals.filter(|(_, fit)| *fit >= own_fit).peekable();
    // Labels take long to count: most files are known by their fields.
    if own_fit.known > 0 && rivals.peek().is_none() {
        return Ok(());
    }
    let labels = |form_type| labels_count(form_type, content.texts());
    let own = (own_fit, labels(form_type));
    let best = rivals
        .map(|(other, fit)| ((fit, labels(other)), other))
        .filter(|(likeness, _)| *likeness > own)
        .min_by_key(|(likeness, other)| (Reverse(*likeness), size(other)));
    let form_type = form_type.key.clone();
    match best {
        Some((_, best)) => Err(RecognitionError::OtherFormType {
            form_type,
            best: best.key.clone(),
        }),
        None if own_fit.known == 0 && own.1 == 0 => {
            Err(RecognitionError::NotThisForm { form_type })
        }
        None => Ok(()),
    }
}

/// The form type that a PDF is most likely of: most of its fields are in it, then of the form type
/// the fewest fields are missing, then most of its labels, then its title. Of several that fit
/// alike the one with the fewest fields of its own, of those the first. `None` without form types.
pub fn best_match<'form>(
    content: &FormContent,
    form_types: impl IntoIterator<Item = &'form FormType>,
) -> Option<&'form FormType> {
    let form_types: Vec<&FormType> = form_types.into_iter().collect();
    let fits = fits(content, &form_types);
    // What is printed decides only between types that fit the fields as well: labels are alike on
    // many forms.
    let misfit = |(form_type, fit): &(&FormType, Fit)| {
        let labels = labels_count(form_type, content.texts());
        let likeness = (*fit, labels, has_title(content, form_type));
        (Reverse(likeness), size(form_type))
    };
    let best = form_types.into_iter().zip(fits).min_by_key(misfit)?;
    Some(best.0)
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

#[cfg(test)]
mod tests;
