//! Calendar days. In data `YYYY-MM-DD`; in a form as its template writes them, German by default.

use time::{Date, Month};

use super::{ValueError, quoted};
use crate::Value;

/// How German forms write a day.
pub const GERMAN: &str = "dd.mm.yyyy";

/// Whether a format can be read and written: day, month and year once each, as `d`, `dd`, `m`,
/// `mm`, `yy` or `yyyy`, with other characters than letters and digits between them.
pub fn is_format(format: &str) -> bool {
    let parts = parts(format);
    let count = |letter: char| parts.iter().filter(|part| part.starts_with(letter)).count();
    let known = |part: &&str| {
        matches!(*part, "d" | "dd" | "m" | "mm" | "yy" | "yyyy")
            || !part.contains(char::is_alphanumeric)
    };
    let separated = parts.windows(2).all(|pair| {
        pair[0].starts_with(char::is_alphabetic) != pair[1].starts_with(char::is_alphabetic)
    });
    parts.iter().all(known)
        && separated
        && ['d', 'm', 'y'].into_iter().all(|letter| count(letter) == 1)
}

/// The day in a text: in the template's format, as `1.2.2026` or `01.02.26` (2000 to 2099), or as
/// `2026-02-01`.
pub fn read(text: &str, format: &str) -> Result<Date, ValueError> {
    let trimmed = text.trim();
    read_format(trimmed, format.trim())
        .or_else(|| read_format(trimmed, GERMAN))
        .or_else(|| read_iso(trimmed))
        .ok_or_else(|| {
            format!(
                "{} is no date, give it as {}",
                quoted(text),
                example(format)
            )
        })
}

/// Refuses a text that is one day in the form type's format and another one in that of the file.
pub(super) fn judge_order(text: &str, format: &str, own: &str) -> Result<(), ValueError> {
    let in_file = read_format(text.trim(), own.trim());
    match (read(text, format), in_file) {
        (Ok(day), Some(other)) if day != other => Err(format!(
            "{} is another day as the PDF writes days ({own}) than as the form does ({format}); \
             fill in the present form",
            quoted(text)
        )),
        _ => Ok(()),
    }
}

/// A day in this format that shows which number is the day and which the month.
fn example(format: &str) -> String {
    let last_day = Date::from_calendar_date(2026, Month::December, 31);
    write_date(last_day.unwrap_or(Date::MIN), format)
}

/// The day in a JSON text, `YYYY-MM-DD` only.
pub fn accept(text: &str) -> Result<Date, ValueError> {
    read_iso(text).ok_or_else(|| format!("{} is no date, give it as YYYY-MM-DD", quoted(text)))
}

/// The day as it stands in data.
pub(super) fn value(date: Date) -> Value {
    Value::Text(format!(
        "{:04}-{:02}-{:02}",
        date.year(),
        u8::from(date.month()),
        date.day()
    ))
}

/// A day of the data in the template's format.
pub(super) fn write(text: &str, format: &str) -> String {
    read_iso(text).map_or_else(|| text.to_owned(), |date| write_date(date, format))
}

fn write_date(date: Date, format: &str) -> String {
    let format = if is_format(format) { format } else { GERMAN };
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    let part = |part: &str| match part {
        "d" => day.to_string(),
        "dd" => format!("{day:02}"),
        "m" => month.to_string(),
        "mm" => format!("{month:02}"),
        // A two-digit year says nothing about other centuries.
        "yy" if (2000..=2099).contains(&year) => format!("{:02}", year - 2000),
        "yy" | "yyyy" => format!("{year:04}"),
        separator => separator.to_owned(),
    };
    parts(format).into_iter().map(part).collect()
}

fn read_iso(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return None;
    };
    if (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    calendar_day(number(year)?, number(month)?, number(day)?)
}

fn read_format(text: &str, format: &str) -> Option<Date> {
    if !is_format(format) {
        return None;
    }
    let (mut year, mut month, mut day, mut rest) = (0, 0, 0, text);
    for part in parts(format) {
        if !part.starts_with(char::is_alphabetic) {
            rest = rest.strip_prefix(part)?;
            continue;
        }
        let digits = rest
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(rest.len());
        let (digits, after) = rest.split_at(digits);
        rest = after;
        match (part.chars().next(), digits.len()) {
            (Some('d'), 1 | 2) => day = number(digits)?,
            (Some('m'), 1 | 2) => month = number(digits)?,
            (Some('y'), 2) => year = 2000 + number(digits)?,
            (Some('y'), 4) => year = number(digits)?,
            _ => return None,
        }
    }
    if rest.is_empty() {
        calendar_day(year, month, day)
    } else {
        None
    }
}

fn calendar_day(year: u16, month: u16, day: u16) -> Option<Date> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let day = u8::try_from(day).ok()?;
    if year == 0 {
        None
    } else {
        Date::from_calendar_date(i32::from(year), month, day).ok()
    }
}

fn number(digits: &str) -> Option<u16> {
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}

/// The runs of a format: each the same letter, or no letters at all.
fn parts(format: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut previous: Option<char> = None;
    for (index, character) in format.char_indices() {
        let same = previous.is_some_and(|previous| {
            previous == character || (!previous.is_alphabetic() && !character.is_alphabetic())
        });
        if !same && index > start {
            parts.push(&format[start..index]);
            start = index;
        }
        previous = Some(character);
    }
    if start < format.len() {
        parts.push(&format[start..]);
    }
    parts
}
