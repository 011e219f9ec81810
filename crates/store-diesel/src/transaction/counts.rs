//! Counts of applications: those that triggers keep, and those of the rows.

use std::collections::BTreeMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::result::QueryResult;
use ports::{CountRows, ListFilter, Miscount, StoreError};

use super::super::hold_applications;
use super::{Connection, Rows, listing};
use crate::rows::ShownText;
use crate::schema::{application_counts, applications};

/// A form type, a status, a number of applications.
type Count = (ShownText, ShownText, i64);

impl CountRows for Rows<'_> {
    fn count_applications(&mut self, filter: &ListFilter) -> Result<u64, StoreError> {
        let count = self.query(|connection| listing::count(connection, filter))?;
        listing::count_of(count)
    }

    fn find_miscounts(&mut self) -> Result<Vec<Miscount>, StoreError> {
        self.query_of(("applications", "(unknown)"), miscounts)
    }

    fn recount_applications(&mut self) -> Result<Vec<Miscount>, StoreError> {
        self.change(|connection| {
            hold_applications(connection)?;
            let wrong = miscounts(connection)?;
            diesel::delete(application_counts::table).execute(connection)?;
            applications::table
                .group_by((applications::form_type, applications::status))
                .select((applications::form_type, applications::status, count_star()))
                .insert_into(application_counts::table)
                .into_columns((
                    application_counts::form_type,
                    application_counts::status,
                    application_counts::applications,
                ))
                .execute(connection)?;
            Ok(wrong)
        })
    }
}

fn miscounts(connection: &mut Connection) -> QueryResult<Vec<Miscount>> {
    let counted: Vec<Count> = applications::table
        .group_by((applications::form_type, applications::status))
        .select((applications::form_type, applications::status, count_star()))
        .load(connection)?;
    let kept: Vec<Count> = application_counts::table
        .select(application_counts::all_columns)
        .load(connection)?;
    let mut both = BTreeMap::<(String, String), (i64, i64)>::new();
    for (ShownText(form_type), ShownText(status), count) in kept {
        let (sum, _) = both.entry((form_type, status)).or_default();
        *sum = sum.saturating_add(count);
    }
    for (ShownText(form_type), ShownText(status), count) in counted {
        let (_, sum) = both.entry((form_type, status)).or_default();
        *sum = sum.saturating_add(count);
    }
    let wrong = both.into_iter().filter(|(_, (kept, there))| kept != there);
    let miscount = |((form_type, status), (kept, applications))| Miscount {
        form_type,
        status,
        kept,
        applications,
    };
    Ok(wrong.map(miscount).collect())
}
