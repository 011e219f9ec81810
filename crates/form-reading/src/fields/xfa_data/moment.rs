//! Dates and times in XFA data (ISO 8601), and how fields show them.

use forms::field_value::date;
use time::{Date, Time};

use super::number::is_digits;

const MONTHS: [&str; 12] = [
    "januar jänner january jan jän",
    "februar february feb febr",
    "märz march mär mrz mar",
    "april apr",
    "mai may",
    "juni june jun",
    "juli july jul",
    "august aug",
    "september sep sept",
    "oktober october okt oct",
    "november nov",
    "dezember december dez dec",
];
/// They say nothing that the day does not.
const WEEKDAYS: &str = "montag dienstag mittwoch donnerstag freitag samstag sonntag \
    mo di mi do fr sa so monday tuesday wednesday thursday friday saturday sunday \
    mon tue wed thu fri sat sun";

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
        let Some(parts) = parts(text) else {
            return false;
        };
        match self {
            Self::Time(clock) => is_time(*clock, &parts),
            Self::Day(day, clock) => match date::read(text, format) {
                Ok(shown) => shown == *day,
                Err(_) if text.len() == 8 && is_digits(text) => is_written(*day, text),
                Err(_) => behind_day(*day, text, &parts).is_some_and(|rest| {
                    rest.is_empty() || clock.is_some_and(|clock| is_time(clock, rest))
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
#[derive(Debug, PartialEq)]
enum Part {
    Number(u32),
    /// A month that is said as a word, counted from 1.
    Month(usize),
    /// `uhr`, `am` or `pm`.
    Clock(String),
}

/// The parts of a text that holds no other words, without weekdays.
fn parts(text: &str) -> Option<Vec<Part>> {
    let kind = |sign: &char| (sign.is_ascii_digit(), sign.is_alphabetic());
    let signs: Vec<char> = text.to_lowercase().chars().collect();
    let mut parts = Vec::new();
    for run in signs.chunk_by(|sign, next| kind(sign) == kind(next)) {
        let word: String = run.iter().collect();
        let is_among = |words: &&str| words.split(' ').any(|other| other == word);
        match kind(&run[0]) {
            (true, _) => parts.push(Part::Number(word.parse().ok()?)),
            (_, false) => {}
            _ if is_among(&WEEKDAYS) => {}
            _ if is_among(&"uhr am pm") => parts.push(Part::Clock(word)),
            _ => parts.push(Part::Month(MONTHS.iter().position(is_among)? + 1)),
        }
    }
    Some(parts)
}

/// The parts behind those of the day, if it is shown. With points the day stands before the month;
/// with other signs it may stand behind it.
fn behind_day<'parts>(date: Date, text: &str, parts: &'parts [Part]) -> Option<&'parts [Part]> {
    let (shown, rest) = parts.split_at_checked(3)?;
    let number = |part: &Part, number: u32| *part == Part::Number(number);
    let is_day = |part| number(part, u32::from(date.day()));
    let word = Part::Month(usize::from(u8::from(date.month())));
    let is_month = |part| number(part, u32::from(u8::from(date.month()))) || *part == word;
    let year = u32::try_from(date.year()).ok()?;
    let is_year = |part| number(part, year) || number(part, year % 100);
    let is_pointed = text.trim().find(|sign: char| !sign.is_ascii_digit()) == text.trim().find('.');
    let is_shown = match shown {
        [first, second, third] if is_year(third) => {
            (is_day(first) && is_month(second))
                || (is_month(first) && is_day(second) && (!is_pointed || *first == word))
        }
        [first, second, third] => number(first, year) && is_month(second) && is_day(third),
        _ => false,
    };
    is_shown.then_some(rest)
}

fn is_time(time: Time, parts: &[Part]) -> bool {
    let (parts, behind) = match parts {
        [parts @ .., Part::Clock(behind)] => (parts, behind.as_str()),
        _ => (parts, ""),
    };
    let (hour, minute, second) = time.as_hms();
    let hour = match behind {
        "am" | "pm" if (behind == "pm") != (hour >= 12) => return false,
        "am" | "pm" => (hour + 11) % 12 + 1,
        _ => hour,
    };
    let whole = [hour, minute, second].map(|number| Part::Number(u32::from(number)));
    parts == whole
        || parts == &whole[..2]
        || (!behind.is_empty() && minute == 0 && parts == &whole[..1])
}

#[cfg(test)]
mod tests {
    use forms::field_value::date::GERMAN;

    use super::Moment;

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
