//! Compares what two parsers read of one file: they must agree.
//!
//! Refusals count from either parser: where one of them finds something broken, undecodable or
//! ambiguous, it is not asked whether the other has overlooked it. Where fields stand on their page
//! is not compared, since it is no value and parsers round coordinates differently; of looks only
//! whether there are any that show a text.

use forms::form_content::FormField;
use ports::PdfError;

use crate::ParserOutput;

/// The first reading, if the second agrees with it; else a refusal.
pub(crate) fn agreed(
    first: Result<ParserOutput, PdfError>,
    second: Result<ParserOutput, PdfError>,
) -> Result<ParserOutput, PdfError> {
    let (first, second) = match (first, second) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(one), Err(other)) => {
            return Err(if weight(&one) >= weight(&other) {
                one
            } else {
                other
            });
        }
        (Err(refused), _) | (_, Err(refused)) => return Err(refused),
    };
    match difference(&first.fields, &second.fields) {
        Some(difference) => Err(PdfError::Ambiguous(difference)),
        None if first.notes != second.notes => Err(PdfError::Ambiguous(
            "the notes on its pages read in two ways".to_owned(),
        )),
        None if first.xfa != second.xfa => Err(PdfError::Ambiguous(
            "its XFA data reads in two ways".to_owned(),
        )),
        None => Ok(first),
    }
}

/// Which of two refusals is shown, the higher: one that names a cause or a field says more than
/// that something is broken.
fn weight(refused: &PdfError) -> u8 {
    match refused {
        PdfError::Locked | PdfError::UnsupportedEncryption(_) => 3,
        PdfError::CopiesDiffer(_)
        | PdfError::Undecodable(_)
        | PdfError::UndecodablePages(_)
        | PdfError::TooLargeDecompressed
        | PdfError::TooComplex(_) => 2,
        PdfError::Ambiguous(_) | PdfError::DynamicXfa => 1,
        PdfError::NotAPdf | PdfError::Damaged(_) | PdfError::Hostile | PdfError::TookTooLong => 0,
    }
}

fn difference(first: &[FormField], second: &[FormField]) -> Option<String> {
    for (one, other) in first.iter().zip(second) {
        if one.name != other.name {
            return Some(format!(
                "the field {} may also be the field {}",
                one.name, other.name
            ));
        }
        if one.values != other.values {
            return Some(format!("the field {} has two values", one.name));
        }
        let moved = FormField {
            place: other.place,
            widgets: other.widgets.clone(),
            unstored_looks: match one.unstored_looks.is_empty() {
                true => Vec::new(),
                false => other.unstored_looks.clone(),
            },
            ..one.clone()
        };
        if moved != *other {
            return Some(format!("the field {} has two definitions", one.name));
        }
    }
    let longer = if first.len() > second.len() {
        first
    } else {
        second
    };
    let extra = longer.get(first.len().min(second.len()));
    extra.map(|field| format!("the field {} is in it or is not", field.name))
}

#[cfg(test)]
mod tests {
    use forms::form_content::{FormField, PagePlace};

    use super::difference;

    fn field(name: &str, value: &str) -> FormField {
        FormField {
            name: name.to_owned(),
            values: vec![value.to_owned()],
            ..FormField::default()
        }
    }

    #[test]
    fn every_difference_but_the_place_is_found() {
        let fields = [field("a", "1"), field("b", "2")];
        assert_eq!(difference(&fields, &fields), None);
        let place = PagePlace {
            page: 0,
            left: 1.0,
            top: 1.0,
            width: 1.0,
            height: 1.0,
        };
        let moved = [
            FormField {
                place: Some(place),
                ..field("a", "1")
            },
            field("b", "2"),
        ];
        assert_eq!(difference(&fields, &moved), None);
        for (other, named) in [
            (vec![field("a", "1"), field("b", "3")], "b"),
            (vec![field("a", "1"), field("c", "2")], "c"),
            (vec![field("a", "1")], "b"),
            (
                vec![
                    FormField {
                        required: true,
                        ..field("a", "1")
                    },
                    field("b", "2"),
                ],
                "a",
            ),
        ] {
            let found = difference(&fields, &other).unwrap();
            assert!(found.contains(named), "{found}");
        }
    }
}
