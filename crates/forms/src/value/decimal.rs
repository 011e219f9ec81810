//! Exact decimal numbers, as written in JSON (RFC 8259, section 6), compared and converted by value
//! and never through a float.

use std::fmt;

/// More digits than any amount or count has; a number beyond is kept as it was written and fits no
/// field.
const DIGITS_MAX: usize = 40;

/// An exact decimal number in a canonical spelling: `-12.5`, `0`, `1000`. Equal numbers are equal
/// texts (`1.500` is `1.5`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decimal(String);

impl Decimal {
    /// The number in a JSON number literal; `None` if it is none. A literal of more than 40 digits
    /// when written out keeps its spelling.
    pub fn parse(literal: &str) -> Option<Self> {
        let (negative, rest) = literal
            .strip_prefix('-')
            .map_or((false, literal), |rest| (true, rest));
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (rest, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let digits_only =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let exponent_valid =
            exponent.is_none_or(|text| digits_only(text.strip_prefix(['+', '-']).unwrap_or(text)));
        if !digits_only(whole)
            || !fraction.is_none_or(digits_only)
            || !exponent_valid
            || (whole.len() > 1 && whole.starts_with('0'))
        {
            return None;
        }
        let has_spare_zero = literal == "-0" || fraction.is_some_and(|text| text.ends_with('0'));
        if exponent.is_none() && !has_spare_zero && literal.len() <= DIGITS_MAX {
            return Some(Self(literal.to_owned()));
        }
        let canonical = canonical(
            negative,
            whole,
            fraction.unwrap_or(""),
            exponent.unwrap_or("0"),
        );
        Some(Self(canonical.unwrap_or_else(|| literal.to_owned())))
    }

    /// The number of cents as an amount: 1250 is `12.5`.
    pub fn from_cents(cents: i64) -> Self {
        let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
        let text = format!("{sign}{}.{:02}", cents / 100, cents % 100);
        Self(text.trim_end_matches('0').trim_end_matches('.').to_owned())
    }

    /// A whole number.
    pub fn from_integer(integer: i64) -> Self {
        Self(integer.to_string())
    }

    /// The number in cents; `None` if it has more than two decimal places or is too large.
    pub fn to_cents(&self) -> Option<i64> {
        let (negative, rest) = self
            .0
            .strip_prefix('-')
            .map_or((false, self.0.as_str()), |rest| (true, rest));
        let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        if fraction.len() > 2 {
            return None;
        }
        let cents: i64 = format!("{whole}{fraction:0<2}").parse().ok()?;
        Some(if negative { -cents } else { cents })
    }

    /// The number as an integer; `None` if it has decimal places or is too large.
    pub fn to_integer(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// The canonical spelling, which is also a valid JSON number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The number without exponent, leading or trailing zeros; `None` where that takes too many digits.
fn canonical(negative: bool, whole: &str, fraction: &str, exponent: &str) -> Option<String> {
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let exponent: i64 = exponent.parse().ok()?;
    let point = (i64::try_from(whole.len()).ok()?
        - i64::try_from(digits.len() - significant.len()).ok()?)
    .checked_add(exponent)?;
    let significant = significant.trim_end_matches('0');
    let length = i64::try_from(significant.len()).ok()?;
    let limit = i64::try_from(DIGITS_MAX).ok()?;
    if length > limit || !(-limit..=limit).contains(&point) {
        return None;
    }
    let sign = if negative { "-" } else { "" };
    let digits = usize::try_from(point.unsigned_abs()).ok()?;
    Some(if point <= 0 {
        format!("{sign}0.{}{significant}", "0".repeat(digits))
    } else if digits >= significant.len() {
        format!("{sign}{significant:0<digits$}")
    } else {
        let (whole, fraction) = significant.split_at(digits);
        format!("{sign}{whole}.{fraction}")
    })
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn equal_numbers_have_one_spelling() {
        for (literal, canonical) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.00", "0"),
            ("1.500", "1.5"),
            ("15e-1", "1.5"),
            ("0.15E+1", "1.5"),
            ("1e3", "1000"),
            ("1200", "1200"),
            ("0.05", "0.05"),
            ("-12.340", "-12.34"),
            ("-0.5", "-0.5"),
            ("-0.0", "0"),
            ("-0e5", "0"),
            ("5e-3", "0.005"),
        ] {
            assert_eq!(
                Decimal::parse(literal).unwrap().as_str(),
                canonical,
                "{literal}"
            );
        }
    }

    #[test]
    fn what_has_too_many_digits_keeps_its_spelling_and_is_no_amount() {
        for literal in [
            "1e41",
            "0.1e-41",
            "0.1e-9223372036854775808",
            "0.01e-9223372036854775808",
            "10e9223372036854775807",
            "1e9223372036854775808",
        ] {
            let number = Decimal::parse(literal).unwrap();
            assert_eq!(number.as_str(), literal);
            assert_eq!(number.to_cents(), None, "{literal}");
        }
        let [large, small] = ["1e39", "1e-39"].map(|literal| Decimal::parse(literal).unwrap());
        assert_eq!(large.as_str(), format!("1{}", "0".repeat(39)));
        assert_eq!(small.as_str(), format!("0.{}1", "0".repeat(38)));
    }

    #[test]
    fn what_json_forbids_is_no_number() {
        for literal in [
            "", "-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "NaN", "1 ",
        ] {
            assert_eq!(Decimal::parse(literal), None, "{literal}");
        }
    }

    #[test]
    fn cents_are_exact() {
        for (literal, cents) in [
            ("99999999.99", Some(9_999_999_999)),
            ("0.1", Some(10)),
            ("1.005", None),
            ("-0.01", Some(-1)),
            ("1e99999999999", None),
        ] {
            assert_eq!(
                Decimal::parse(literal).unwrap().to_cents(),
                cents,
                "{literal}"
            );
        }
        for cents in [0, 1, 10, 100, 123_450, -5] {
            assert_eq!(Decimal::from_cents(cents).to_cents(), Some(cents));
        }
        assert_eq!(Decimal::from_cents(100_000).as_str(), "1000");
    }
}
