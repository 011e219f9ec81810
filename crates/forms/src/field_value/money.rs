//! Amounts in euros, exact to the cent.

use super::{ValueError, quoted, shown};
use crate::{Decimal, Value, words};

/// The largest amount.
pub const CENTS_MAX: i64 = 9_999_999_999;

const CURRENCIES: [&str; 4] = [words::CURRENCY, "EUR", "Eur", "eur"];

/// The cents in a text such as `1.234,50 €`, `1234.5`, `EUR 1,234.50`: where both marks stand the
/// last one is the decimal mark; one mark followed by exactly three digits separates thousands.
/// Anything that this does not settle is refused.
pub(super) fn read(text: &str) -> Result<i64, ValueError> {
    let refused = || format!("{} is no amount, give it as 1.234,50 €", quoted(text));
    let number = without_currency(text.trim()).ok_or_else(refused)?;
    if number.starts_with('-') {
        return Err(format!("{} is negative, {}", quoted(text), bounds()));
    }
    let (whole, fraction) = split(number).ok_or_else(refused)?;
    let plain = if fraction.is_empty() {
        whole
    } else {
        format!("{whole}.{fraction}")
    };
    let decimal = Decimal::parse(plain.trim_start_matches('0'))
        .or_else(|| Decimal::parse(&format!("0{}", plain.trim_start_matches('0'))));
    cents(&decimal.ok_or_else(refused)?, &quoted(text))
}

/// The canonical amount of a JSON number.
pub(super) fn accept(number: &Decimal) -> Result<Value, ValueError> {
    cents(number, &shown(number)).map(|cents| Value::Number(Decimal::from_cents(cents)))
}

/// The amount as a German form shows it.
pub(super) fn write(number: &Decimal) -> String {
    let Some(cents) = number.to_cents() else {
        return number.to_string();
    };
    let whole = (cents / 100).to_string();
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    format!("{grouped},{:02} {}", cents % 100, words::CURRENCY)
}

/// Cents that may be too many. `text` is what they were read from.
pub(super) fn within_bounds(cents: i64, text: &str) -> Result<i64, ValueError> {
    self::cents(&Decimal::from_cents(cents), &quoted(text))
}

/// `shown` is the amount as it was given.
fn cents(number: &Decimal, shown: &str) -> Result<i64, ValueError> {
    let cents = number.to_cents();
    match cents {
        Some(cents) if (0..=CENTS_MAX).contains(&cents) => Ok(cents),
        None if number
            .as_str()
            .rsplit_once('.')
            .is_some_and(|(_, fraction)| fraction.len() > 2) =>
        {
            Err(format!(
                "{shown} has more than two decimal places, give cents at the finest"
            ))
        }
        _ => Err(format!("{shown} is out of range, {}", bounds())),
    }
}

/// What would be right, for a sentence.
fn bounds() -> String {
    let max = Decimal::from_cents(CENTS_MAX);
    format!("give an amount from 0 to {max}")
}

/// The number without one currency sign before or after it.
fn without_currency(text: &str) -> Option<&str> {
    let before = CURRENCIES.into_iter().find(|sign| text.starts_with(sign));
    let after = CURRENCIES.into_iter().find(|sign| text.ends_with(sign));
    match (before, after) {
        (Some(before), None) => Some(text[before.len()..].trim_start()),
        (None, Some(after)) => Some(text[..text.len() - after.len()].trim_end()),
        (None, None) => Some(text),
        (Some(_), Some(_)) => None,
    }
}

/// The digits before and after the decimal mark, without separators of thousands, of an amount
/// without sign and currency.
pub fn split(number: &str) -> Option<(String, &str)> {
    let allowed = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b',';
    if number.is_empty() || !number.bytes().all(allowed) {
        return None;
    }
    let (whole, fraction, separator) = match (number.rfind('.'), number.rfind(',')) {
        (None, None) => (number, "", None),
        (Some(point), Some(comma)) => {
            let mark = point.max(comma);
            (
                &number[..mark],
                &number[mark + 1..],
                Some(if point > comma { ',' } else { '.' }),
            )
        }
        (Some(mark), None) | (None, Some(mark)) => {
            let separator = char::from(number.as_bytes()[mark]);
            let thousands = number.len() - mark - 1 == 3 || number.matches(separator).count() > 1;
            if thousands {
                (number, "", Some(separator))
            } else {
                (&number[..mark], &number[mark + 1..], None)
            }
        }
    };
    let has_mark = whole.len() < number.len();
    if has_mark && (fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    Some((ungrouped(whole, separator)?, fraction))
}

/// The digits of a whole number whose thousands are separated by `separator`, if they are.
fn ungrouped(whole: &str, separator: Option<char>) -> Option<String> {
    let groups: Vec<&str> =
        separator.map_or_else(|| vec![whole], |separator| whole.split(separator).collect());
    let digits =
        |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if let [first, rest @ ..] = groups.as_slice()
        && !rest.is_empty()
    {
        let grouped = (1..=3).contains(&first.len())
            && !first.starts_with('0')
            && rest.iter().all(|group| group.len() == 3);
        if !grouped {
            return None;
        }
    }
    groups.iter().all(digits).then(|| groups.concat())
}
