//! The query of the list of applications: a page and filters.

pub(crate) mod cursor;

use domain::Timestamp;
use forms::Status;
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};
use usecases::{Applications, ListFilter, ListOrder, ListPlace, PageStart};

use super::query::{ParameterReader, Parameters};
use crate::error::ApiError;

/// Which applications are listed, and which page of them.
pub(crate) struct ListQuery {
    pub(crate) filter: ListFilter,
    pub(crate) limit: usize,
    pub(crate) start: PageStart,
}

/// Reads `limit`, `offset` or `after`, `sort`, `form_type`, `status`, and the bounds of both times.
pub(crate) fn read(parameters: &Parameters) -> Result<ListQuery, ApiError> {
    let mut reader = ParameterReader::of(parameters);
    let (limit, offset) = page_of(&mut reader);
    let status = reader.read("status", |word| {
        Status::parse(word)
            .ok_or_else(|| invalid("The parameter `status` must be complete, incomplete or empty."))
    });
    let mut time = |name, of_day| reader.read(name, |text| time_of(name, text, of_day));
    let filter = ListFilter {
        created_from: time("created_from", Time::MIDNIGHT),
        created_to: time("created_to", Time::MAX),
        activity_from: time("activity_from", Time::MIDNIGHT),
        activity_to: time("activity_to", Time::MAX),
        form_type: reader.read("form_type", |key| Ok(key.to_owned())),
        status,
        order: reader.read("sort", order).unwrap_or_default(),
    };
    let has_offset = parameters.all("offset").next().is_some();
    let after = reader.read("after", |text| place_of(text, filter.order, has_offset));
    let offset = PageStart::Offset(offset.unwrap_or_default());
    let start = after.map_or(offset, PageStart::After);
    reader.finish(ListQuery {
        filter,
        limit,
        start,
    })
}

/// The place after which a page begins: everything that is wrong with it, first what it is.
fn place_of(text: &str, order: ListOrder, has_offset: bool) -> Result<ListPlace, ApiError> {
    let not_both = "The parameters `after` and `offset` exclude each other.";
    let not_both = has_offset.then(|| invalid(not_both));
    match (cursor::read(text, order), not_both) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(not_both)) => Err(not_both),
        (None, not_both) => {
            let malformed = "The parameter `after` must be the `next` of another page, which was \
                asked for with the same `sort`.";
            let mistakes = [Some(invalid(malformed)), not_both];
            Err(ApiError::Several(mistakes.into_iter().flatten().collect()))
        }
    }
}

/// Reads `limit` and `offset`.
pub(crate) fn page(parameters: &Parameters) -> Result<(usize, u64), ApiError> {
    let mut reader = ParameterReader::of(parameters);
    let (limit, offset) = page_of(&mut reader);
    reader.finish((limit, offset.unwrap_or_default()))
}

fn page_of(reader: &mut ParameterReader<'_>) -> (usize, Option<u64>) {
    let limit = reader.read("limit", |text| {
        text.parse()
            .ok()
            .filter(|limit| (1..=Applications::PAGE_COUNT_MAX).contains(limit))
            .ok_or_else(|| {
                invalid(format!(
                    "The parameter `limit` must be a number from 1 to {}.",
                    Applications::PAGE_COUNT_MAX
                ))
            })
    });
    let offset = reader.read("offset", |text| {
        text.parse::<u32>().map(u64::from).map_err(|_| {
            let largest = u32::MAX;
            invalid(format!(
                "The parameter `offset` must be a number from 0 to {largest}."
            ))
        })
    });
    let limit = limit.unwrap_or(Applications::PAGE_COUNT_DEFAULT);
    (limit, offset)
}

fn order(word: &str) -> Result<ListOrder, ApiError> {
    match word {
        "created" => Ok(ListOrder::Created),
        "activity" => Ok(ListOrder::Activity),
        _ => Err(invalid("The parameter `sort` must be created or activity.")),
    }
}

/// A date or a time; a date becomes its moment at `of_day`.
fn time_of(name: &'static str, text: &str, of_day: Time) -> Result<Timestamp, ApiError> {
    let moment = match text.split_once('T') {
        None => date(text).map(|date| PrimitiveDateTime::new(date, of_day).assume_utc()),
        Some((day, time)) => date(day).and_then(|_| moment(day, time)),
    };
    let microseconds = moment.map(|moment| moment.unix_timestamp_nanos().div_euclid(1000));
    let timestamp = microseconds
        .and_then(|microseconds| i64::try_from(microseconds).ok())
        .and_then(Timestamp::from_microseconds);
    timestamp.ok_or_else(|| {
        invalid(format!(
            "The parameter `{name}` must be a date or a time, such as 2026-02-01, \
                2026-02-01T12:00:00 (UTC) or 2026-02-01T12:00:00+01:00."
        ))
    })
}

/// `YYYY-MM-DD`; ISO 8601 has other notations, which are not taken.
fn date(text: &str) -> Option<Date> {
    let has_shape = text.len() == 10 && text.as_bytes().get(4) == Some(&b'-');
    let parsed = has_shape.then(|| Date::parse(text, &Iso8601::DATE).ok());
    parsed.flatten().filter(|_| !text.contains('W'))
}

/// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.ffffff`, with an offset or in UTC. The plus of an offset that
/// was not escaped in the query arrives as a space.
fn moment(day: &str, time: &str) -> Option<OffsetDateTime> {
    let time = time.replacen(' ', "+", 1);
    let end = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, offset) = time.split_at(end);
    let seconds = if clock.len() == 5 { ":00" } else { "" };
    let offset = if offset.is_empty() { "Z" } else { offset };
    OffsetDateTime::parse(&format!("{day}T{clock}{seconds}{offset}"), &Rfc3339).ok()
}

fn invalid(sentence: impl Into<String>) -> ApiError {
    ApiError::ParameterInvalid(sentence.into())
}

#[cfg(test)]
mod tests {
    use super::{ListOrder, PageStart, page, read};
    use crate::request::query::Parameters;

    #[test]
    fn pages_and_filters_are_read() {
        let query = read(&Parameters::parse(
            "limit=200&offset=7&status=empty&created_from=2026-02-01&created_to=2026-02-01",
        ))
        .ok()
        .unwrap();
        assert_eq!((query.limit, query.start), (200, PageStart::Offset(7)));
        assert_eq!(
            query.filter.created_from.unwrap().to_string(),
            "2026-02-01T00:00:00.000000"
        );
        assert_eq!(
            query.filter.created_to.unwrap().to_string(),
            "2026-02-01T23:59:59.999999"
        );
        let query = read(&Parameters::parse("created_from=2026-02-01T12:30:00"))
            .ok()
            .unwrap();
        assert_eq!(
            (
                query.limit,
                query.filter.created_from.unwrap().to_string().as_str()
            ),
            (50, "2026-02-01T12:30:00.000000")
        );
    }

    #[test]
    fn a_page_of_which_nothing_is_said_is_the_first_fifty() {
        for (query, expected) in [("", (50, 0)), ("offset=7", (50, 7)), ("limit=3", (3, 0))] {
            let read = page(&Parameters::parse(query)).ok();
            assert_eq!(read, Some(expected), "{query}");
        }
        assert!(page(&Parameters::parse("limit=201")).is_err());
    }

    #[test]
    fn times_carry_an_offset_or_are_utc() {
        for (written, expected) in [
            ("2026-02-01T12:30:00", "2026-02-01T12:30:00.000000"),
            ("2026-02-01T12:30", "2026-02-01T12:30:00.000000"),
            ("2026-02-01T12:30:00.25", "2026-02-01T12:30:00.250000"),
            ("2026-02-01T12:30:00Z", "2026-02-01T12:30:00.000000"),
            ("2026-02-01T12:30:00%2B01:00", "2026-02-01T11:30:00.000000"),
            ("2026-02-01T12:30:00+01:00", "2026-02-01T11:30:00.000000"),
            ("2026-02-01T12:30-05:30", "2026-02-01T18:00:00.000000"),
            ("2026-02-01T00:30:00%2B01:00", "2026-01-31T23:30:00.000000"),
        ] {
            let query = Parameters::parse(&format!("activity_to={written}"));
            let filter = read(&query).ok().unwrap().filter;
            assert_eq!(
                filter.activity_to.unwrap().to_string(),
                expected,
                "{written}"
            );
        }
    }

    #[test]
    fn sort_says_what_comes_first() {
        for (query, expected) in [
            ("", ListOrder::Created),
            ("sort=created", ListOrder::Created),
            ("sort=activity", ListOrder::Activity),
        ] {
            let order = read(&Parameters::parse(query)).ok().unwrap().filter.order;
            assert_eq!(order, expected, "{query}");
        }
    }

    #[test]
    fn a_page_begins_after_what_the_one_before_said() {
        for query in ["after=c.7.26-0001", "sort=activity&after=a.7.26-0001"] {
            let query = read(&Parameters::parse(query)).ok().unwrap();
            let PageStart::After(place) = query.start else {
                panic!("{:?}", query.start);
            };
            let read = (place.time.microseconds(), place.pa_id.to_string());
            assert_eq!(read, (7, "26-0001".to_owned()));
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for query in [
            "limit=0",
            "limit=201",
            "limit=x",
            "offset=-1",
            "status=done",
            "created_from=gestern",
            "created_to=2026-02-30",
            "created_from=20260201",
            "created_from=2026-W05-7",
            "created_from=2026-W05",
            "created_from=2026-032",
            "created_from=2026-02",
            "activity_from=20260201T120000",
            "activity_from=2026-02-01T12",
            "activity_from=2026-02-01T1200",
            "activity_from=2026-02-01T12:00:00,5",
            "activity_from=2026-02-01T24:00:00",
            "activity_from=2026-02-01T12:00:00%2B0100",
            "activity_from=2026-02-01T12:00:00%2B01",
            "activity_from=2026-02-01T12:00:00%2B25:00",
            "activity_to=2026-02-01t12:00:00",
            "activity_to=%2B002026-02-01",
            "sort=name",
            "after=",
            "after=26-0001",
            "after=a.7.26-0001",
            "sort=activity&after=c.7.26-0001",
            "after=c.7.26-0001&offset=0",
            "offset=0&after=c.7.26-0001",
            "after=c.7.26-0001&after=c.7.26-0001",
            "limit=1&limit=2",
        ] {
            assert!(read(&Parameters::parse(query)).is_err(), "{query}");
        }
    }
}
