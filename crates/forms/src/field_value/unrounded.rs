//! Numbers that a viewer computed or formatted and did not round where it stores them: it stores
//! `3.705` and draws `3,71 €`, as scripts have numbers with a point.
//!
//! A person or a program without scripts writes three thousand seven hundred and five like that
//! too. What the field shows tells which it is; where nothing does, nothing is taken.

use super::{ValueError, money, quoted};
use crate::Decimal;
use crate::form_content::UnroundedNumber;

/// Cents are two decimal places: what a script rounds to more is no amount.
const PLACES_MAX: u8 = 2;

/// Whether a stored text may be such a number: digits, one point and more digits than cents have.
pub fn may_be_unrounded(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.trim()
        .split_once('.')
        .is_some_and(|(whole, fraction)| {
            is_digits(whole) && is_digits(fraction) && fraction.len() > usize::from(PLACES_MAX)
        })
}

/// The cents of such a text: those that the field shows; where that tells nothing, of a calculated
/// field those that viewers show, if the point cannot separate thousands. `decimals` are the places
/// to which the field's script rounds.
pub(super) fn read(
    text: &str,
    number: &UnroundedNumber,
    decimals: Option<u8>,
) -> Result<i64, ValueError> {
    let typed = money::read(text);
    let shown = number
        .shown
        .as_deref()
        .and_then(|shown| money::read(shown).ok());
    let Some(computed) = Rounded::of(text, decimals.unwrap_or(PLACES_MAX)) else {
        return typed;
    };
    if decimals.is_some_and(|decimals| decimals <= PLACES_MAX) {
        if let Some(shown) = shown {
            if [computed.cents, computed.other_cents].contains(&shown) {
                return money::within_bounds(shown, text);
            }
            if typed == Ok(shown) {
                return typed;
            }
        }
        if number.is_calculated && typed.is_err() {
            return money::within_bounds(computed.cents, text);
        }
    }
    let written = |cents| money::write(&Decimal::from_cents(cents));
    typed.and_then(|cents| {
        Err(format!(
            "{} can be read in two ways where a script writes numbers, give it as {} or as {}",
            quoted(text),
            written(cents),
            written(computed.cents)
        ))
    })
}

/// A number as viewers round it.
struct Rounded {
    /// Half away from zero, as Acrobat does.
    cents: i64,
    /// Of a number just between two, the other one: viewers that compute in binary show it.
    other_cents: i64,
}

impl Rounded {
    /// `None` where it is no amount whatever it is rounded to.
    fn of(text: &str, decimals: u8) -> Option<Self> {
        let (whole, fraction) = text.trim().split_once('.')?;
        let places = decimals.min(PLACES_MAX);
        let (kept, rest) = fraction.split_at_checked(usize::from(places))?;
        let down: i64 = format!("{whole}{kept}").parse().ok()?;
        let up = down.checked_add(1)?;
        let (nearest, other) = match rest.trim_end_matches('0') {
            "5" => (up, down),
            rest if rest >= "5" => (up, up),
            _ => (down, down),
        };
        let cents = |number: i64| number.checked_mul(10_i64.pow(u32::from(PLACES_MAX - places)));
        Some(Self {
            cents: cents(nearest)?,
            other_cents: cents(other)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{may_be_unrounded, read};
    use crate::form_content::{FormField, NumberFormat, UnroundedNumber};
    use crate::form_type::FieldType;
    use crate::{Decimal, Value};

    fn cents(text: &str, shown: &str, is_calculated: bool, decimals: Option<u8>) -> Option<i64> {
        let shown = (!shown.is_empty()).then(|| shown.to_owned());
        let number = UnroundedNumber {
            is_calculated,
            shown,
        };
        read(text, &number, decimals).ok()
    }

    #[test]
    fn digits_and_one_point_with_more_than_two_behind_it_may_be_unrounded() {
        for text in ["3.705", "0.705", " 2.5655 ", "1234.1000000001"] {
            assert!(may_be_unrounded(text), "{text}");
        }
        for text in [
            "3.70",
            "3,705",
            "1.234.567",
            "1.234,50",
            ".705",
            "3.",
            "-3.705",
            "3.7e5",
        ] {
            assert!(!may_be_unrounded(text), "{text}");
        }
    }

    #[test]
    fn what_the_field_shows_is_the_amount() {
        for (text, shown, decimals, expected) in [
            ("3.705", "3,71", 2, 371),
            ("3.705", "3.71", 2, 371),
            ("1.005", "1,00", 2, 100),
            ("1.0049", "1,00", 2, 100),
            ("2.5655", "2,57", 2, 257),
            ("0.999", "1,00", 2, 100),
            ("0.705", "0,71", 2, 71),
            ("1234.5678", "1.234,57", 2, 123_457),
            ("3.705", "4", 0, 400),
            ("3.705", "3,7", 1, 370),
            ("3.705", "3.705", 2, 370_500),
            ("3.705", "3.705,00", 2, 370_500),
        ] {
            for is_calculated in [true, false] {
                let read = cents(text, shown, is_calculated, Some(decimals));
                assert_eq!(read, Some(expected), "{text} {shown} {is_calculated}");
            }
        }
    }

    #[test]
    fn a_calculated_amount_without_a_telling_look_is_rounded() {
        for (text, shown, expected) in [
            ("3.7049", "", 370),
            ("3.7051", "9,99", 371),
            ("0.30000000000000004", "", 30),
        ] {
            assert_eq!(cents(text, shown, true, Some(2)), Some(expected), "{text}");
        }
        assert_eq!(cents("99999999.999", "", true, Some(2)), None);
        assert_eq!(cents("99999999999999999999.999", "", true, Some(2)), None);
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_refused_and_told() {
        let number = UnroundedNumber::default();
        assert_eq!(
            read("3.705", &number, Some(2)),
            Err(
                "\"3.705\" can be read in two ways where a script writes numbers, give it as \
                 3.705,00 € or as 3,71 €"
                    .to_owned()
            )
        );
        for is_calculated in [true, false] {
            for shown in ["", "0,00", "9,99", "3 705,00"] {
                assert_eq!(
                    cents("3.705", shown, is_calculated, Some(2)),
                    None,
                    "{shown}"
                );
            }
        }
        assert_eq!(
            cents("3.705", "3,705", false, Some(3)),
            None,
            "finer than cents"
        );
        assert_eq!(
            cents("3.705", "3.705", true, None),
            None,
            "no script rounds it"
        );
        assert_eq!(cents("2.5655", "", false, Some(2)), None);
    }

    #[test]
    fn a_field_for_amounts_is_read_by_its_look_and_a_text_as_it_stands() {
        let mut field = FormField {
            values: vec!["3.705".to_owned()],
            number_format: Some(NumberFormat {
                decimals: 2,
                currency: " €".to_owned(),
            }),
            unrounded: Some(UnroundedNumber {
                is_calculated: true,
                shown: Some("3,71".to_owned()),
            }),
            ..FormField::default()
        };
        let cents = |cents| Ok(Some(Value::Number(Decimal::from_cents(cents))));
        assert_eq!(FieldType::Money.read(&field), cents(371));
        let text = FieldType::Text {
            max_length: 10,
            multiline: false,
        };
        let as_it_stands = Ok(Some(Value::Text("3.705".to_owned())));
        assert_eq!(text.read(&field), as_it_stands);
        field.unrounded = None;
        assert_eq!(FieldType::Money.read(&field), cents(370_500));
    }
}
