//! The list of applications: one page of it, and how long it is.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use domain::{PaId, Timestamp};
use ports::{ListFilter, ListOrder, ListPlace, ListedRow, StoreError};

use super::super::ids::shown_pa_ids;
use super::{Backend, Connection};
use crate::rows::{SummaryRow, corrupt};
use crate::schema::{application_counts, applications};

/// The end from which a list is read.
enum ReadingDirection {
    FromNewest,
    FromOldest,
}

/// At most `count_max` rows after the first `offset` of `total`, newest first.
///
/// What is skipped is skipped in the index alone, from the end that is nearer: in one step a page
/// far down makes PostgreSQL read and sort the whole table.
pub(super) fn page(
    connection: &mut Connection,
    filter: &ListFilter,
    count_max: usize,
    offset: u64,
    total: u64,
) -> QueryResult<Vec<ListedRow>> {
    let rest = total.saturating_sub(offset);
    let length = rest.min(u64::try_from(count_max).unwrap_or(u64::MAX));
    if length == 0 {
        return Ok(Vec::new());
    }
    let below = rest - length;
    let (direction, skipped) = if below < offset {
        (ReadingDirection::FromOldest, below)
    } else {
        (ReadingDirection::FromNewest, offset)
    };
    let rows = ordered(passing(filter), filter.order, &direction)
        .limit(sql_number(length))
        .offset(sql_number(skipped));
    let mut pa_ids = shown_pa_ids(connection, rows)?;
    if matches!(direction, ReadingDirection::FromOldest) {
        pa_ids.reverse();
    }
    rows_of(connection, pa_ids)
}

/// At most `count_max` rows after a place, newest first. The index is entered there.
pub(super) fn page_after(
    connection: &mut Connection,
    filter: &ListFilter,
    place: ListPlace,
    count_max: usize,
) -> QueryResult<Vec<ListedRow>> {
    let (filter, time, pa_id) = (up_to(filter, place), place.time, place.pa_id.to_string());
    let query = passing(&filter);
    let id_is_less = applications::pa_id.lt(pa_id);
    let query = match filter.order {
        ListOrder::Created => query.filter(
            applications::created_at
                .lt(time.microseconds())
                .or(id_is_less),
        ),
        ListOrder::Activity => query.filter(
            applications::activity_at
                .lt(time.microseconds())
                .or(id_is_less),
        ),
    };
    let rows = ordered(query, filter.order, &ReadingDirection::FromNewest)
        .limit(i64::try_from(count_max).unwrap_or(i64::MAX));
    let pa_ids = shown_pa_ids(connection, rows)?;
    rows_of(connection, pa_ids)
}

/// How many rows pass the filter: without bounds of time the sum of the kept counts, else counted.
pub(super) fn count(connection: &mut Connection, filter: &ListFilter) -> QueryResult<i64> {
    if is_of_no_text(filter) {
        return Ok(0);
    }
    if filter.has_bounds() {
        return passing(filter).count().get_result(connection);
    }
    let mut query = application_counts::table.into_boxed();
    if let Some(form_type) = &filter.form_type {
        query = query.filter(application_counts::form_type.eq(form_type));
    }
    if let Some(status) = filter.status {
        query = query.filter(application_counts::status.eq(status.as_str()));
    }
    let counts = query.select(application_counts::applications);
    let counts = counts.load::<i64>(connection)?;
    Ok(counts.into_iter().fold(0, i64::saturating_add))
}

/// A count from the database, which cannot be negative.
pub(super) fn count_of(count: i64) -> Result<u64, StoreError> {
    u64::try_from(count).map_err(|_| corrupt("application_counts", "applications", "all"))
}

/// Whether the filter asks for a text that no row can hold: PostgreSQL would not even compare with
/// it.
pub(super) fn is_of_no_text(filter: &ListFilter) -> bool {
    let form_type = filter.form_type.as_deref();
    form_type.is_some_and(|form_type| form_type.contains('\0'))
}

/// Whether an index of form types or statuses helps: they are in the order of creation. SQLite,
/// which does not know how many there are of each, would use one for the order of activity as well,
/// and read and sort all of them; what is compared with more than the column keeps it from that.
fn is_entered_by_creation(filter: &ListFilter) -> bool {
    let is_bounded = filter.activity_from.is_some() || filter.activity_to.is_some();
    filter.order == ListOrder::Created && !is_bounded
}

/// The filter with the time of the place as its latest: with two such bounds a database enters the
/// index at either.
fn up_to(filter: &ListFilter, place: ListPlace) -> ListFilter {
    let earlier = |bound: Option<Timestamp>| bound.map_or(place.time, |to| to.min(place.time));
    let mut filter = filter.clone();
    match filter.order {
        ListOrder::Created => filter.created_to = Some(earlier(filter.created_to)),
        ListOrder::Activity => filter.activity_to = Some(earlier(filter.activity_to)),
    }
    filter
}

fn ordered<'filter>(
    query: applications::BoxedQuery<'filter, Backend>,
    order: ListOrder,
    direction: &ReadingDirection,
) -> applications::BoxedQuery<'filter, Backend> {
    use applications::{activity_at, created_at, pa_id};
    match (order, direction) {
        (ListOrder::Created, ReadingDirection::FromNewest) => {
            query.order((created_at.desc(), pa_id.desc()))
        }
        (ListOrder::Created, ReadingDirection::FromOldest) => {
            query.order((created_at.asc(), pa_id.asc()))
        }
        (ListOrder::Activity, ReadingDirection::FromNewest) => {
            query.order((activity_at.desc(), pa_id.desc()))
        }
        (ListOrder::Activity, ReadingDirection::FromOldest) => {
            query.order((activity_at.asc(), pa_id.asc()))
        }
    }
}

/// What the list shows of them, in their order.
fn rows_of(connection: &mut Connection, pa_ids: Vec<String>) -> QueryResult<Vec<ListedRow>> {
    let numbers = pa_ids.iter().map(String::as_str);
    let numbers: Vec<&str> = numbers.filter(|text| PaId::parse(text).is_some()).collect();
    let mut found: HashMap<String, SummaryRow> = readable(connection, &numbers)?
        .into_iter()
        .map(|row| (row.pa_id().to_owned(), row))
        .collect();
    let listed = pa_ids.into_iter().map(|text| match found.remove(&text) {
        Some(row) => row.into_summary(),
        None if PaId::parse(&text).is_some() => Err(corrupt("applications", "a text", text)),
        None => Err(corrupt("applications", "pa_id", text)),
    });
    Ok(listed.collect())
}

/// Those of the rows that can be read at all. One text that is none would cost all of them the one
/// look, so then each is looked at by itself.
fn readable(connection: &mut Connection, pa_ids: &[&str]) -> QueryResult<Vec<SummaryRow>> {
    match load(connection, pa_ids) {
        Err(Error::DeserializationError(_)) => {}
        loaded => return loaded,
    }
    let mut rows = Vec::new();
    for pa_id in pa_ids {
        match load(connection, &[pa_id]) {
            Err(Error::DeserializationError(_)) => {}
            loaded => rows.extend(loaded?),
        }
    }
    Ok(rows)
}

fn load(connection: &mut Connection, pa_ids: &[&str]) -> QueryResult<Vec<SummaryRow>> {
    if pa_ids.is_empty() {
        return Ok(Vec::new());
    }
    applications::table
        .filter(applications::pa_id.eq_any(pa_ids))
        .select(SummaryRow::as_select())
        .load(connection)
}

fn sql_number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn passing(filter: &ListFilter) -> applications::BoxedQuery<'_, Backend> {
    use applications::{form_type, status};
    let by_creation = is_entered_by_creation(filter);
    let mut query = applications::table.into_boxed();
    if let Some(of_type) = &filter.form_type {
        query = if by_creation {
            query.filter(form_type.eq(of_type))
        } else {
            query.filter(form_type.concat("").eq(of_type))
        };
    }
    if let Some(of_status) = filter.status {
        query = if by_creation {
            query.filter(status.eq(of_status.as_str()))
        } else {
            query.filter(status.concat("").eq(of_status.as_str()))
        };
    }
    if let Some(from) = filter.created_from {
        query = query.filter(applications::created_at.ge(from.microseconds()));
    }
    if let Some(to) = filter.created_to {
        query = query.filter(applications::created_at.le(to.microseconds()));
    }
    if let Some(from) = filter.activity_from {
        query = query.filter(applications::activity_at.ge(from.microseconds()));
    }
    if let Some(to) = filter.activity_to {
        query = query.filter(applications::activity_at.le(to.microseconds()));
    }
    query
}
