//! International bank account numbers (ISO 13616), kept in upper case without spaces.

use super::{ValueError, quoted};
use crate::Value;

/// Country code, check digits, up to 30 characters of the account.
pub const IBAN_LENGTH_MAX: usize = 34;
const LENGTH_MIN: usize = 15;
const GERMAN_LENGTH: usize = 22;

/// The number in canonical form.
pub(super) fn check(text: &str) -> Result<Value, ValueError> {
    let iban: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| character.to_ascii_uppercase())
        .collect();
    if !has_shape(&iban) {
        return Err(format!(
            "{} is no IBAN, give it as DE02 1203 0000 0000 2020 51",
            quoted(text)
        ));
    }
    if remainder(&iban) != 1 {
        return Err(format!(
            "{} has wrong check digits, compare it with the bank card",
            quoted(text)
        ));
    }
    Ok(Value::Text(iban))
}

fn has_shape(iban: &str) -> bool {
    let bytes = iban.as_bytes();
    (LENGTH_MIN..=IBAN_LENGTH_MAX).contains(&bytes.len())
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
        && bytes[4..]
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && (!iban.starts_with("DE") || bytes.len() == GERMAN_LENGTH)
}

/// ISO 7064, MOD 97-10, over the number with its first four characters moved to the end; letters
/// count from A = 10.
fn remainder(iban: &str) -> u32 {
    let (head, account) = iban.split_at(4);
    account
        .chars()
        .chain(head.chars())
        .filter_map(|character| character.to_digit(36))
        .fold(0, |remainder, digit| {
            let shift = if digit < 10 { 10 } else { 100 };
            (remainder * shift + digit) % 97
        })
}
