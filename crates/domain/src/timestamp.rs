//! A point in time as clients see it: UTC, microseconds, no offset (ISO 8601).

use std::fmt;

use time::format_description::well_known::Iso8601;
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};

/// Microseconds since 1970-01-01T00:00:00 UTC. Shown as `YYYY-MM-DDTHH:MM:SS.ffffff`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// 1970-01-01T00:00:00.
    pub const EPOCH: Self = Self(0);

    /// From microseconds since the epoch, within the years 0001 to 9999; outside of them `None`.
    pub fn from_microseconds(microseconds: i64) -> Option<Self> {
        let moment =
            OffsetDateTime::from_unix_timestamp_nanos(i128::from(microseconds) * 1000).ok()?;
        (1..=9999)
            .contains(&moment.year())
            .then_some(Self(microseconds))
    }

    /// A date and a time (ISO 8601, no offset), as [`Display`](fmt::Display) writes it. What is
    /// finer than a microsecond is cut off.
    pub fn parse(text: &str) -> Option<Self> {
        let moment = PrimitiveDateTime::parse(text, &Iso8601::DATE_TIME).ok()?;
        let nanoseconds = moment.assume_utc().unix_timestamp_nanos();
        Self::from_microseconds(i64::try_from(nanoseconds.div_euclid(1000)).ok()?)
    }

    /// Microseconds since the epoch.
    pub fn microseconds(self) -> i64 {
        self.0
    }

    /// The calendar day (UTC).
    pub fn date(self) -> Date {
        self.moment().date()
    }

    /// The last two digits of its year (UTC).
    pub fn year_of_century(self) -> u8 {
        u8::try_from(self.date().year().rem_euclid(100)).unwrap_or_default()
    }

    /// Seconds until the next year begins (UTC); of one that is not over a whole one.
    pub fn seconds_to_next_year(self) -> u64 {
        let Ok(first) = Date::from_ordinal_date(self.date().year() + 1, 1) else {
            return 0;
        };
        let left = first.midnight().assume_utc() - self.moment();
        let seconds = left.whole_seconds() + i64::from(left.subsec_nanoseconds() > 0);
        u64::try_from(seconds).unwrap_or_default()
    }

    fn time(self) -> Time {
        self.moment().time()
    }

    fn moment(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (date, (hour, minute, second, microsecond)) = (self.date(), self.time().as_hms_micro());
        let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
        write!(
            formatter,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{microsecond:06}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn seconds_to_next_year_end_with_the_year_and_not_before() {
        for (time, seconds, year) in [
            ("2026-12-31T23:59:59.000000", 1, 26),
            ("2026-12-31T23:59:59.999999", 1, 26),
            ("2026-12-31T23:59:58.000001", 2, 26),
            ("2027-01-01T00:00:00.000000", 365 * 86_400, 27),
            ("2028-01-01T00:00:00.000001", 366 * 86_400, 28),
            ("2099-12-31T00:00:00.000000", 86_400, 99),
        ] {
            let moment = Timestamp::parse(time).unwrap();
            assert_eq!(moment.seconds_to_next_year(), seconds, "{time}");
            assert_eq!(moment.year_of_century(), year, "{time}");
        }
    }

    #[test]
    fn shows_microseconds_and_no_offset() {
        let moment = Timestamp::from_microseconds(1_769_904_000_000_042).unwrap();
        assert_eq!(moment.to_string(), "2026-02-01T00:00:00.000042");
        assert_eq!(Timestamp::parse("2026-02-01T00:00:00.000042"), Some(moment));
        assert_eq!(Timestamp::parse("2026-02-30T00:00:00"), None);
        assert_eq!(
            Timestamp::from_microseconds(0).unwrap().to_string(),
            "1970-01-01T00:00:00.000000"
        );
        assert_eq!(Timestamp::from_microseconds(i64::MAX), None);
    }
}
