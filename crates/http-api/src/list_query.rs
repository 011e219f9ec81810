//! The query of the list of applications: a page and filters.

use domain::Timestamp;
use forms::Status;
use time::format_description::well_known::Iso8601;
use time::{Date, PrimitiveDateTime, Time};
use usecases::{Applications, ListFilter};

use crate::error::ApiError;
use crate::query::Parameters;

/// Which applications, and which part of them.
pub(crate) struct ListQuery {
    pub(crate) filter: ListFilter,
    pub(crate) limit: usize,
    pub(crate) offset: u64,
}

/// Reads `limit`, `offset`, `form_type`, `status`, `created_from` and `created_to`.
pub(crate) fn read(parameters: &Parameters) -> Result<ListQuery, ApiError> {
    let (limit, offset) = page(parameters)?;
    let status = parameters.one("status")?.map(|word| {
        Status::parse(word)
            .ok_or_else(|| invalid("The parameter `status` must be complete, incomplete or empty."))
    });
    let filter = ListFilter {
        form_type: parameters.one("form_type")?.map(str::to_owned),
        status: status.transpose()?,
        created_from: time_of(parameters, "created_from", Time::MIDNIGHT)?,
        created_to: time_of(parameters, "created_to", Time::MAX)?,
    };
    Ok(ListQuery {
        filter,
        limit,
        offset,
    })
}

/// Reads `limit` and `offset`.
pub(crate) fn page(parameters: &Parameters) -> Result<(usize, u64), ApiError> {
    let limit = match parameters.one("limit")? {
        None => Applications::PAGE_COUNT_DEFAULT,
        Some(text) => text
            .parse()
            .ok()
            .filter(|limit| (1..=Applications::PAGE_COUNT_MAX).contains(limit))
            .ok_or_else(|| {
                invalid(format!(
                    "The parameter `limit` must be a number from 1 to {}.",
                    Applications::PAGE_COUNT_MAX
                ))
            })?,
    };
    let offset = match parameters.one("offset")? {
        None => 0,
        Some(text) => text
            .parse::<u32>()
            .map(u64::from)
            .map_err(|_| invalid("The parameter `offset` must be a number from 0."))?,
    };
    Ok((limit, offset))
}

/// A date or a time, UTC; a date stands for its first or its last moment.
fn time_of(
    parameters: &Parameters,
    name: &'static str,
    of_day: Time,
) -> Result<Option<Timestamp>, ApiError> {
    let Some(text) = parameters.one(name)? else {
        return Ok(None);
    };
    let moment = if text.contains('T') {
        PrimitiveDateTime::parse(text, &Iso8601::DATE_TIME)
    } else {
        Date::parse(text, &Iso8601::DATE).map(|date| PrimitiveDateTime::new(date, of_day))
    };
    let microseconds = moment
        .ok()
        .map(|moment| moment.assume_utc().unix_timestamp_nanos() / 1000);
    let timestamp = microseconds
        .and_then(|microseconds| i64::try_from(microseconds).ok())
        .and_then(Timestamp::from_microseconds);
    match timestamp {
        Some(timestamp) => Ok(Some(timestamp)),
        None => Err(invalid(format!(
            "The parameter `{name}` must be a date or a time, such as 2026-02-01 or \
                2026-02-01T12:00:00."
        ))),
    }
}

fn invalid(sentence: impl Into<String>) -> ApiError {
    ApiError::ParameterInvalid(sentence.into())
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::query::Parameters;

    #[test]
    fn pages_and_filters_are_read() {
        let query = read(&Parameters::parse(
            "limit=200&offset=7&status=empty&created_from=2026-02-01&created_to=2026-02-01",
        ))
        .ok()
        .unwrap();
        assert_eq!((query.limit, query.offset), (200, 7));
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
    fn what_cannot_be_read_is_refused() {
        for query in [
            "limit=0",
            "limit=201",
            "limit=x",
            "offset=-1",
            "status=done",
            "created_from=gestern",
            "created_to=2026-02-30",
            "limit=1&limit=2",
        ] {
            assert!(read(&Parameters::parse(query)).is_err(), "{query}");
        }
    }
}
