//! The list of applications: one page of it, and how long it is.

use diesel::prelude::*;
use diesel::result::QueryResult;
use ports::{ListFilter, ListOrder};

use super::{Backend, Connection};
use crate::rows::SummaryRow;
use crate::schema::applications;

/// At most `count_max` rows after the first `offset`, newest first.
///
/// In two steps: what is skipped is skipped in the index alone. In one, a page far down makes
/// PostgreSQL read and sort the whole table.
pub(super) fn page(
    connection: &mut Connection,
    filter: &ListFilter,
    count_max: usize,
    offset: u64,
) -> QueryResult<Vec<SummaryRow>> {
    let query = passing(filter);
    let query = match filter.order {
        ListOrder::Created => query.order(applications::created_at.desc()),
        ListOrder::Activity => query.order(applications::activity_at.desc()),
    };
    let pa_ids = query
        .then_order_by(applications::pa_id.desc())
        .limit(i64::try_from(count_max).unwrap_or(i64::MAX))
        .offset(i64::try_from(offset).unwrap_or(i64::MAX))
        .select(applications::pa_id)
        .load::<String>(connection)?;
    if pa_ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows: Vec<SummaryRow> = applications::table
        .filter(applications::pa_id.eq_any(pa_ids))
        .select(SummaryRow::as_select())
        .load(connection)?;
    rows.sort_by(|one, other| other.age(filter.order).cmp(&one.age(filter.order)));
    Ok(rows)
}

/// How many rows there are in all.
pub(super) fn count(connection: &mut Connection, filter: &ListFilter) -> QueryResult<i64> {
    passing(filter).count().get_result(connection)
}

/// Whether the filter asks for a text that no row can hold: PostgreSQL would not even compare with
/// it.
pub(super) fn is_of_no_text(filter: &ListFilter) -> bool {
    let form_type = filter.form_type.as_deref();
    form_type.is_some_and(|form_type| form_type.contains('\0'))
}

fn passing(filter: &ListFilter) -> applications::BoxedQuery<'_, Backend> {
    let mut query = applications::table.into_boxed();
    if let Some(form_type) = &filter.form_type {
        query = query.filter(applications::form_type.eq(form_type));
    }
    if let Some(status) = filter.status {
        query = query.filter(applications::status.eq(status.as_str()));
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
