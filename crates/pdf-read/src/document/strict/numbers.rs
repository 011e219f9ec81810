//! Numbers as they are written (PDF 32000-1, 7.3.3).

use super::Unusual;
use crate::document::Object;

/// How many digits a double holds exactly, as it does the power of ten that they are divided by.
const DIGITS_MAX: usize = 15;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Real(f64),
}

impl Number {
    /// The number that these bytes begin with, and of how many bytes it is.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, usize), Unusual> {
        let is_negative = bytes.first() == Some(&b'-');
        let sign = usize::from(is_negative || bytes.first() == Some(&b'+'));
        let (mut digits, mut count, mut value) = (sign, 0, 0_i64);
        let mut point = None;
        while let Some(byte) = bytes.get(digits) {
            match byte {
                b'0'..=b'9' => {
                    count += 1;
                    value = value.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
                }
                b'.' if point.is_none() => point = Some(count),
                _ => break,
            }
            digits += 1;
        }
        if count == 0 || count > DIGITS_MAX {
            return Err(Unusual);
        }
        let value = if is_negative { -value } else { value };
        let number = match point {
            None => Self::Integer(value),
            Some(point) => Self::Real(divided(value, count - point)),
        };
        Ok((number, digits))
    }

    pub(super) fn object(self) -> Object {
        match self {
            Self::Integer(integer) => Object::Integer(integer),
            Self::Real(real) => Object::of_number(real),
        }
    }
}

/// Both operands are exact, so the quotient is the nearest number there is.
#[expect(
    clippy::cast_precision_loss,
    reason = "at most fifteen digits are exact"
)]
fn divided(value: i64, decimals: usize) -> f64 {
    let powers = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ];
    value as f64 / powers[decimals.min(DIGITS_MAX)]
}

#[cfg(test)]
mod tests {
    use super::{Number, Unusual};

    #[test]
    fn numbers_are_read_up_to_what_is_none_of_theirs() {
        for (written, number, length) in [
            (&b"12 0"[..], Number::Integer(12), 2),
            (b"-7]", Number::Integer(-7), 2),
            (b"+3.", Number::Real(3.0), 3),
            (b"-.05/", Number::Real(-0.05), 4),
            (b"123456.789", Number::Real(123_456.789), 10),
            (b"999999999999999", Number::Integer(999_999_999_999_999), 15),
        ] {
            assert_eq!(Number::read(written), Ok((number, length)));
        }
        for written in [&b"-"[..], b".", b"", b"--1", b"1000000000000000", b"x"] {
            assert_eq!(Number::read(written), Err(Unusual));
        }
    }
}
