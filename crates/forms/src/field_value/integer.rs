//! Whole numbers within bounds.

use super::{ValueError, quoted, shown};
use crate::{Decimal, Value};

/// The number in a text: digits, with a sign where it is negative.
pub(super) fn read(text: &str, min: i64, max: i64) -> Result<Value, ValueError> {
    let digits = text.trim();
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "{} is no whole number, give digits only",
            quoted(text)
        ));
    }
    within(digits.parse().ok(), &quoted(text), min, max)
}

/// The canonical value of a JSON number.
pub(super) fn accept(number: &Decimal, min: i64, max: i64) -> Result<Value, ValueError> {
    within(number.to_integer(), &shown(number), min, max)
}

fn within(integer: Option<i64>, shown: &str, min: i64, max: i64) -> Result<Value, ValueError> {
    match integer {
        Some(integer) if (min..=max).contains(&integer) => {
            Ok(Value::Number(Decimal::from_integer(integer)))
        }
        _ => Err(format!("{shown} is not a whole number from {min} to {max}")),
    }
}
