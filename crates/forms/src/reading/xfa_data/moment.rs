//! Dates and times in XFA data (ISO 8601), and how fields show them.

use time::{Date, Time};

use super::number::is_digits;
use crate::field_value::date;

const MONTHS: [&[&str]; 12] = [
    &["januar", "jänner", "january", "jan", "jän"],
    &["februar", "february", "feb", "febr"],
    &["märz", "march", "mär", "mrz", "mar"],
    &["april", "apr"],
    &["mai", "may"],
    &["juni", "june", "jun"],
    &["juli", "july", "jul"],
    &["august", "aug"],
    &["september", "sep", "sept"],
    &["oktober", "october", "okt", "oct"],
    &["november", "nov"],
    &["dezember", "december", "dez", "dec"],
];
const WEEKDAYS: [&str; 28] = [
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "mo",
    "di",
    "mi",
    "do",
    "fr",
    "sa",
    "so",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
];
/// What stands behind hours.
const BEHIND_HOURS: [&str; 3] = ["uhr", "am", "pm"];

/// A day, a time of day, or both.
pub(super) enum Moment {
    Day(Date, Option<Time>),
    Time(Time),
}

impl Moment {
    /// `2026-11-22`, `10:30:00`, `2026-11-22T10:30:00`.
    pub(super) fn of(data: &str) -> Option<Self> {
        match data.split_once('T') {
            Some((day, clock)) => Some(Self::Day(date::accept(day).ok()?, Some(time(clock)?))),
            None => match date::accept(data) {
                Ok(day) => Some(Self::Day(day, None)),
                Err(_) => time(data).map(Self::Time),
            },
        }
    }

    /// Whether a text shows it. A day is read by the format of its field, where it has one; of a
    /// time as much may be shown as a form wants.
    pub(super) fn is_shown_as(&self, text: &str, format: &str) -> bool {
        let Some(parts) = Parts::of(text) else {
            return false;
        };
        match self {
            Self::Time(clock) => parts.month.is_none() && parts.show_time(*clock, &parts.numbers),
            Self::Day(day, clock) => match date::read(text, format) {
                Ok(shown) => shown == *day,
                Err(_) if text.len() == 8 && is_digits(text) => is_written(*day, text),
                Err(_) => parts.behind_day(*day).is_some_and(|rest| match clock {
                    _ if rest.is_empty() => parts.behind_hours.is_none(),
                    Some(clock) => parts.show_time(*clock, rest),
                    None => false,
                }),
            },
        }
    }
}

/// A time of day. What stands behind it is its zone.
fn time(text: &str) -> Option<Time> {
    let is_behind = |sign: char| !sign.is_ascii_digit() && sign != ':';
    let end = text.find(is_behind).unwrap_or(text.len());
    let parts: Vec<&str> = text[..end].split(':').collect();
    if !parts.iter().all(|part| part.len() == 2 && is_digits(part)) {
        return None;
    }
    let mut numbers = parts.iter().filter_map(|part| part.parse().ok());
    let (hour, minute) = (numbers.next()?, numbers.next()?);
    Time::from_hms(hour, minute, numbers.next().unwrap_or(0)).ok()
}

/// Whether eight digits are the day, in one of the orders in use.
fn is_written(day: Date, digits: &str) -> bool {
    let (year, month, day) = (day.year(), u8::from(day.month()), day.day());
    [
        format!("{month:02}{day:02}{year:04}"),
        format!("{day:02}{month:02}{year:04}"),
        format!("{year:04}{month:02}{day:02}"),
    ]
    .contains(&digits.to_owned())
}

/// What a text says of a day or a time.
struct Parts<'text> {
    numbers: Vec<u32>,
    /// The month that is said as a word.
    month: Option<usize>,
    behind_hours: Option<&'static str>,
    first_sign: Option<&'text str>,
}

impl<'text> Parts<'text> {
    /// The parts of a text that holds no other words.
    fn of(text: &'text str) -> Option<Self> {
        let numbers = text.split(|sign: char| !sign.is_ascii_digit());
        let numbers = numbers.filter(|number| !number.is_empty());
        let signs = text.trim().split(|sign: char| sign.is_ascii_digit());
        let mut parts = Self {
            numbers: numbers
                .map(|number| number.parse().ok())
                .collect::<Option<_>>()?,
            month: None,
            behind_hours: None,
            first_sign: signs.into_iter().find(|signs| !signs.is_empty()),
        };
        let words = text.split(|sign: char| !sign.is_alphabetic());
        for word in words.filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            let is_word = |words: &&[&str]| words.contains(&word.as_str());
            if let Some(month) = MONTHS.iter().position(is_word) {
                if parts.month.replace(month + 1).is_some() {
                    return None;
                }
            } else if let Some(behind) = BEHIND_HOURS.into_iter().find(|other| *other == word) {
                parts.behind_hours = Some(behind);
            } else if !WEEKDAYS.contains(&word.as_str()) {
                return None;
            }
        }
        Some(parts)
    }

    /// The numbers behind those of the day, if it is shown. With points the day stands before the
    /// month; with other signs it may stand behind it.
    fn behind_day(&self, date: Date) -> Option<&[u32]> {
        let (day, month) = (u32::from(date.day()), u8::from(date.month()));
        let year = u32::try_from(date.year()).ok()?;
        let is_year = |number: u32| number == year || number == year % 100;
        if let Some(word) = self.month {
            let (first, second, rest) = match self.numbers.as_slice() {
                [first, second, rest @ ..] => (*first, *second, rest),
                _ => return None,
            };
            let is_day = first == day && is_year(second) || first == year && second == day;
            return (word == usize::from(month) && is_day).then_some(rest);
        }
        let month = u32::from(month);
        let (numbers, rest) = self.numbers.split_at_checked(3)?;
        let is_day = match *numbers {
            [first, second, third] if first == year => (second, third) == (month, day),
            [first, second, third] => {
                let is_in_order = (first, second) == (day, month);
                let is_turned = (first, second) == (month, day) && self.first_sign != Some(".");
                is_year(third) && (is_in_order || is_turned)
            }
            _ => false,
        };
        is_day.then_some(rest)
    }

    fn show_time(&self, time: Time, numbers: &[u32]) -> bool {
        let (hour, minute, second) = time.as_hms();
        let is_hour = |shown: u32| match self.behind_hours {
            Some("am" | "pm") => {
                let is_later = self.behind_hours == Some("pm");
                (1..=12).contains(&shown)
                    && shown % 12 + 12 * u32::from(is_later) == u32::from(hour)
            }
            _ => shown == u32::from(hour),
        };
        match *numbers {
            [shown] => self.behind_hours.is_some() && is_hour(shown) && minute == 0,
            [shown, minutes] => is_hour(shown) && minutes == u32::from(minute),
            [shown, minutes, seconds] => {
                is_hour(shown) && (minutes, seconds) == (u32::from(minute), u32::from(second))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use crate::field_value::date::GERMAN;

    fn is_shown(data: &str, shown: &str, format: &str) -> bool {
        Moment::of(data).unwrap().is_shown_as(shown, format)
    }

    #[test]
    fn is_shown_as_reads_days_in_the_order_of_their_signs_and_formats() {
        for (data, shown, same) in [
            ("2026-11-22", "22.11.26", true),
            ("2026-11-22", "Sonntag, 22. November 2026", true),
            ("2026-11-22", "November 22, 2026", true),
            ("2026-11-22", "22. Oktober 2026", false),
            ("2026-11-22", "nicht vor dem 22. November 2026", false),
            ("2026-11-02", "11.02.2026", false),
            ("2026-11-02", "11.02.26", false),
            ("2026-11-02", "11/2/26", true),
            ("2026-11-02", "2/11/26", true),
            ("2026-11-02", "2026/11/02", true),
            ("2026-11-22", "11222026", true),
            ("2026-11-22", "22112026", true),
            ("2026-11-22", "20261122", true),
            ("2026-11-22", "22112027", false),
            ("2026-11-22", "22.11", false),
            ("2022-11-26", "22. November 2026", false),
        ] {
            assert_eq!(is_shown(data, shown, GERMAN), same, "{data} {shown}");
        }
        assert!(is_shown("2026-11-02", "11.02.2026", "mm.dd.yyyy"));
        assert!(!is_shown("2026-11-02", "02/11/2026", "mm/dd/yyyy"));
    }

    #[test]
    fn is_shown_as_reads_times_of_day() {
        for (data, shown, same) in [
            ("10:30:00", "10:30", true),
            ("10:30:00", "10.30 Uhr", true),
            ("10:30:00.000Z", "10:30:00", true),
            ("22:30:00", "10:30 PM", true),
            ("22:30:00", "10:30 AM", false),
            ("22:30:00", "10:30", false),
            ("10:30:00", "10:31", false),
            ("10:00:00", "10 Uhr", true),
            ("10:00:00", "10", false),
            ("10:30:00", "10:30 Personen", false),
            ("2026-11-22T10:30:00", "22.11.2026 10:30", true),
            ("2026-11-22T10:30:00", "22.11.2026", true),
            ("2026-11-22T10:30:00", "22.11.2026 10:31", false),
            ("2026-11-22", "22.11.2026 10:30", false),
        ] {
            assert_eq!(is_shown(data, shown, GERMAN), same, "{data} {shown}");
        }
    }

    #[test]
    fn of_refuses_what_is_no_moment() {
        for data in [
            "",
            "2026",
            "2026-13-01",
            "25:00:00",
            "10",
            "1:2",
            "Tag",
            "2026-11-22Tx",
        ] {
            assert!(Moment::of(data).is_none(), "{data}");
        }
    }
}
