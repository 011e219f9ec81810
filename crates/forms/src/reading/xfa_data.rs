//! Whether the XFA data of a hybrid form says the same as its fields.
//!
//! XFA stores values raw, fields mostly as they are shown: dates, numbers and what is grouped by
//! signs differ in their writing and not in what they say. Blank data says nothing, and so does `0`
//! where nothing else is: a box that is off, or a number that nobody has typed.

use crate::form_content::{FormField, FormFieldKind};

/// What stands for nothing where the field is blank.
const ZERO: &str = "0";

/// Whether the data of a field says something else than the field. Several chosen options have no
/// single value there.
pub(super) fn contradicts(field: &FormField) -> bool {
    let Some(data) = field.xfa_data.as_deref().map(str::trim) else {
        return false;
    };
    let values = field.values.iter().map(String::as_str);
    match field.kind {
        FormFieldKind::CheckBox | FormFieldKind::Radio => {
            let is_state = field.options.iter().any(|option| option.export == data);
            is_state && data != ZERO && !values.eq([data])
        }
        FormFieldKind::Text | FormFieldKind::Choice => match field.values.as_slice() {
            _ if data.is_empty() => false,
            [] => data != ZERO,
            [value] => !says(data, value) && !says(data, field.shown(value)),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a raw value may be shown like this.
fn says(data: &str, shown: &str) -> bool {
    match number(data) {
        Some(number) => data.starts_with('-') == is_negative(shown) && shows_number(shown, &number),
        None => {
            letters(data) == letters(shown)
                || date(data).is_some_and(|date| date.is_shown_as(shown))
        }
    }
}

fn is_negative(shown: &str) -> bool {
    shown.starts_with(['-', '\u{2212}'])
        || shown.ends_with('-')
        || (shown.starts_with('(') && shown.ends_with(')'))
}

/// Letters and digits; signs between them group what is shown.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|character| character.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

struct Date {
    year: u32,
    month: u32,
    day: u32,
}

/// A date as XFA stores it: `2026-11-22`, perhaps with a time.
fn date(data: &str) -> Option<Date> {
    let mut parts = data.split('T').next()?.split('-');
    let mut part = |length: usize| {
        let part = parts.next().filter(|part| part.len() == length)?;
        part.parse::<u32>().ok()
    };
    let date = Date {
        year: part(4)?,
        month: part(2)?,
        day: part(2)?,
    };
    parts.next().is_none().then_some(date)
}

impl Date {
    /// Whether its numbers stand in the text, in whatever order; a month may be a word.
    fn is_shown_as(&self, shown: &str) -> bool {
        let numbers = shown.split(|character: char| !character.is_ascii_digit());
        let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
        let month_is_word = shown.chars().any(char::is_alphabetic);
        (numbers.contains(&self.year) || numbers.contains(&(self.year % 100)))
            && numbers.contains(&self.day)
            && (numbers.contains(&self.month) || month_is_word)
    }
}

/// The digits before and behind the decimal point, without zeros that say nothing, of a number as
/// XFA stores it.
fn number(data: &str) -> Option<(String, String)> {
    let digits = data.strip_prefix('-').unwrap_or(data);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!whole.is_empty() && is_number(whole) && is_number(rest)).then(|| trimmed(whole, rest))
}

/// Whether a text shows the number, its last sign between digits being a decimal point, or a
/// separator of thousands where three digits follow.
fn shows_number(shown: &str, number: &(String, String)) -> bool {
    let signs = |character: char| matches!(character, '.' | ',');
    let digits = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    if shown.chars().any(char::is_alphabetic) && digits(shown).is_empty() {
        return false;
    }
    let whole = trimmed(&digits(shown), "");
    let Some((before, behind)) = shown.rsplit_once(signs) else {
        return whole == *number;
    };
    let behind = digits(behind);
    trimmed(&digits(before), &behind) == *number || (behind.len() == 3 && whole == *number)
}

fn trimmed(whole: &str, rest: &str) -> (String, String) {
    (
        whole.trim_start_matches('0').to_owned(),
        rest.trim_end_matches('0').to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::{contradicts, says};
    use crate::form_content::{FormField, FormFieldKind, FormFieldOption};

    #[test]
    fn says_knows_how_raw_values_are_shown() {
        for (data, shown) in [
            ("Anna", "Anna"),
            ("123456789", "123-45-6789"),
            ("2026-11-22", "22.11.2026"),
            ("2026-11-02", "11/2/26"),
            ("2026-11-22T00:00:00", "22. November 2026"),
            ("1234.5", "1.234,50 €"),
            ("1234", "1,234.00"),
            ("1234", "1.234"),
            ("1.234", "1.234"),
            ("0", "0,00"),
            ("1234567890", "(123) 456-7890"),
            ("-5", "(5,00)"),
            ("a\nb", "a b"),
        ] {
            assert!(says(data, shown), "{data} {shown}");
        }
        for (data, shown) in [
            ("Anna", "Anne"),
            ("2026-11-22", "21.11.2026"),
            ("2026-11-22", "22.11.2025"),
            ("2026-11-22", "22.10.2026"),
            ("1234.5", "1.235,50"),
            ("100", "1"),
            ("100", "1,00"),
            ("0", "keine"),
            ("1", ""),
            ("-5", "5"),
            ("5", "-5"),
        ] {
            assert!(!says(data, shown), "{data} {shown}");
        }
    }

    fn field(kind: FormFieldKind, values: &[&str], data: &str) -> FormField {
        let option = |export: &str, display: &str| FormFieldOption {
            export: export.to_owned(),
            display: display.to_owned(),
        };
        FormField {
            kind,
            values: values.iter().map(|&value| value.to_owned()).collect(),
            xfa_data: Some(data.to_owned()),
            options: vec![option("1", "eins"), option("2", "zwei")],
            ..FormField::default()
        }
    }

    #[test]
    fn contradicts_where_data_and_field_hold_two_values() {
        use FormFieldKind::{CheckBox, Choice, Radio, Text};
        for (kind, values, data) in [
            (Text, &["a"][..], "b"),
            (Text, &[], "b"),
            (Text, &["1"], "0"),
            (Choice, &["1"], "2"),
            (Radio, &["1"], "2"),
            (CheckBox, &[], "1"),
        ] {
            assert!(contradicts(&field(kind, values, data)), "{values:?} {data}");
        }
        for (kind, values, data) in [
            (Text, &["a"][..], ""),
            (Text, &[], " "),
            (Text, &[], "0"),
            (Choice, &["1"], "eins"),
            (Choice, &["1"], "1"),
            (Choice, &["1", "2"], "1"),
            (Radio, &["1"], "1"),
            (CheckBox, &["1"], "0"),
            (CheckBox, &[], "0"),
        ] {
            assert!(
                !contradicts(&field(kind, values, data)),
                "{values:?} {data}"
            );
        }
        assert!(!contradicts(&FormField::default()));
    }
}
