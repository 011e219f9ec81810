//! Numbers in XFA data, and how fields show them: grouped, rounded, as a percentage, with a unit.

use forms::field_value::split_number;

/// What may stand before or behind a number and is money.
const CURRENCIES: [&str; 9] = ["€", "EUR", "Eur", "eur", "Euro", "CHF", "USD", "$", "£"];
/// What else may stand behind a number. Letters alone are none: `12 a` is the number of a house.
const UNITS: [&str; 7] = ["km", "cm", "mm", "m²", "kg", "Std.", "Stück"];
/// Finer than that no amount is; what is stored finer was calculated, and is shown rounded.
const AMOUNT_PLACES: usize = 2;

/// A number without zeros that say nothing.
#[derive(Debug, PartialEq)]
pub(super) struct Number {
    is_negative: bool,
    whole: String,
    fraction: String,
}

/// A text without the signs and the unit around its digits.
struct Shown {
    is_negative: bool,
    digits: String,
    is_amount: bool,
    is_percentage: bool,
}

impl Number {
    /// The number that XFA stores like this: `-1234.5`. Digits behind a zero are no number, but a
    /// code such as that of a town.
    pub(super) fn of(data: &str) -> Option<Self> {
        let (is_negative, digits) = match data.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, data),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_code = whole.len() > 1 && whole.starts_with('0');
        let is_empty = whole.is_empty() && fraction.is_empty();
        let is_number = is_digits(whole) && is_digits(fraction);
        (is_number && !is_empty && !is_code).then(|| Self::new(is_negative, whole, fraction))
    }

    fn new(is_negative: bool, whole: &str, fraction: &str) -> Self {
        let whole = whole.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        Self {
            is_negative: is_negative && !(whole.is_empty() && fraction.is_empty()),
            whole: whole.to_owned(),
            fraction: fraction.to_owned(),
        }
    }

    /// Whether a text shows the number; `None` where it shows none. Of one mark before three digits
    /// only a field for amounts tells whether it separates thousands.
    pub(super) fn is_shown_as(&self, text: &str, is_money: bool) -> Option<bool> {
        let shown = Shown::of(text);
        let digits = shown.digits.as_str();
        let by_rule = split_number(digits);
        let as_decimal = digits.rsplit_once(['.', ',']).filter(|(whole, fraction)| {
            !is_money && fraction.len() == 3 && is_digits(whole) && is_digits(fraction)
        });
        if by_rule.is_none() && as_decimal.is_none() {
            return None;
        }
        let by_rule = by_rule.iter().map(|(whole, rest)| (whole.as_str(), *rest));
        let is_amount = is_money || shown.is_amount;
        Some(by_rule.chain(as_decimal).any(|(whole, fraction)| {
            let other = Self::new(shown.is_negative, whole, fraction);
            self.rounds_to(&other, fraction.len(), is_amount)
                || shown.is_percentage
                    && self
                        .in_percent()
                        .rounds_to(&other, fraction.len(), is_amount)
        }))
    }

    /// Whether it is the other number with so many places.
    fn rounds_to(&self, other: &Self, places: usize, is_amount: bool) -> bool {
        let places = match is_amount {
            true => places.max(AMOUNT_PLACES),
            false => places,
        };
        let is_rounded = self.fraction.len() > AMOUNT_PLACES.max(places);
        self == other || is_rounded && self.rounded(places) == *other
    }

    fn rounded(&self, places: usize) -> Self {
        let (kept, rest) = self.fraction.split_at(places);
        let mut digits = format!("0{}{kept}", self.whole).into_bytes();
        if rest.as_bytes().first().is_some_and(|digit| *digit >= b'5') {
            for digit in digits.iter_mut().rev() {
                if *digit < b'9' {
                    *digit += 1;
                    break;
                }
                *digit = b'0';
            }
        }
        let digits: String = digits.into_iter().map(char::from).collect();
        let (whole, fraction) = digits.split_at(digits.len() - places);
        Self::new(self.is_negative, whole, fraction)
    }

    fn in_percent(&self) -> Self {
        let fraction = format!("{:0<2}", self.fraction);
        let (hundredths, rest) = fraction.split_at(2);
        let whole = format!("{}{hundredths}", self.whole);
        Self::new(self.is_negative, &whole, rest)
    }
}

impl Shown {
    fn of(text: &str) -> Self {
        let (text, is_percentage) = match text.trim().strip_suffix('%') {
            Some(number) => (number, true),
            None => (text, false),
        };
        let (text, outside) = without_unit(text.trim());
        let (is_negative, text) = without_sign(text);
        let (text, inside) = without_unit(text.trim());
        let is_between = |sign: char| sign.is_whitespace() || matches!(sign, '\'' | '\u{2019}');
        let is_group = |group: &str| group.bytes().take_while(u8::is_ascii_digit).count() == 3;
        let digits = match text.split(is_between).skip(1).all(is_group) {
            true => text.replace(is_between, ""),
            false => text.to_owned(),
        };
        Self {
            is_negative,
            digits: match digits.starts_with(['.', ',']) {
                true => format!("0{digits}"),
                false => digits,
            },
            is_amount: outside || inside,
            is_percentage,
        }
    }
}

/// The text without a unit, and whether that is money.
fn without_unit(text: &str) -> (&str, bool) {
    let strip = |unit: &&str| text.strip_suffix(*unit);
    let money = CURRENCIES
        .iter()
        .find_map(|unit| strip(unit).or_else(|| text.strip_prefix(*unit)));
    match money.or_else(|| UNITS.iter().find_map(strip)) {
        Some(number) => (number.trim(), money.is_some()),
        None => (text, false),
    }
}

/// Whether the text is negative, and what is behind its sign.
fn without_sign(text: &str) -> (bool, &str) {
    let is_minus = |sign: char| matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let bare = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let bare = bare.or_else(|| text.strip_prefix(is_minus));
    match bare.or_else(|| text.strip_suffix(is_minus)) {
        Some(bare) => (true, bare),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn is_shown_as_knows_amounts_by_their_cents() {
        for (data, shown, is_shown) in [
            ("1234.5678", "1.234,57", true),
            ("1234.5678", "1.234,57 €", true),
            ("1234.5678", "1.235 €", false),
            ("1234.5678", "1.234,56", false),
            ("999.996", "1.000,00", true),
            ("1.5", "2", false),
            ("1.25", "1.250 €", true),
            ("-5.5", "5,50- €", true),
            ("-5.5", "(5,50 €)", true),
            ("5", "\u{2013}5", false),
            ("0", "-0,00", true),
            ("0.5", ",50", true),
            ("1000000", "1'000'000", true),
            ("1000000.5", "1 000 000,50", true),
        ] {
            let number = Number::of(data).unwrap();
            assert_eq!(number.is_shown_as(shown, false), Some(is_shown), "{shown}");
        }
        for (data, shown, is_shown) in [
            ("1234", "1.234", true),
            ("1.234", "1.234", false),
            ("1234.567", "1235", false),
            ("1234.567", "1.234,57", true),
        ] {
            let number = Number::of(data).unwrap();
            assert_eq!(number.is_shown_as(shown, true), Some(is_shown), "{shown}");
        }
    }

    #[test]
    fn is_shown_as_tells_what_shows_no_number() {
        let number = Number::of("12").unwrap();
        for shown in [
            "Hauptstrasse 12",
            "12 a",
            "12a",
            "",
            "1.2.",
            "(1) 2",
            "x",
            "1 2",
        ] {
            assert_eq!(number.is_shown_as(shown, false), None, "{shown}");
        }
    }

    #[test]
    fn of_reads_what_xfa_writes() {
        for data in [
            "", "-", ".", "1,5", "1.234,50", "01067", "1e3", "1.2.3", "+1",
        ] {
            assert_eq!(Number::of(data), None, "{data}");
        }
        assert_eq!(Number::of("1.50"), Number::of("1.5"));
        assert_eq!(Number::of(".5"), Number::of("0.5"));
        assert_eq!(Number::of("-0.0"), Number::of("0"));
    }
}
