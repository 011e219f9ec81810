//! Applications: their numbers, their locks, their data.

use data_json::list_length;
use diesel::prelude::*;
use domain::application::NUMBER_MAX;
use domain::known_paths::COSTS;
use domain::{Application, PaId, Revision, Timestamp};
use forms::{Data, Status};
use ports::{
    ApplicationRows, ApplicationStamp, ApplicationSummary, ListFilter, ListPlace, ListedRow,
    StoreError, StoredKey,
};

use super::super::hold_application;
use super::{LockedApplication, Rows, listing};
use crate::cached::Cached;
use crate::rows::{ApplicationRow, KeyRow, StampRow, corrupt, data_text};
use crate::schema::{application_keys, applications, form_packages, year_counters};

impl ApplicationRows for Rows<'_> {
    fn next_pa_id(&mut self, year: u8) -> Result<Option<PaId>, StoreError> {
        use diesel::query_dsl::methods::FilterDsl as _;
        use year_counters::last_number;
        let number = self.change(|connection| {
            let counted_up = diesel::insert_into(year_counters::table)
                .values((year_counters::year.eq(i32::from(year)), last_number.eq(1)))
                .on_conflict(year_counters::year)
                .do_update()
                .set(last_number.eq(last_number + 1))
                .filter(last_number.lt(i32::from(NUMBER_MAX)))
                .returning(last_number);
            Cached(counted_up).get_result::<i32>(connection).optional()
        })?;
        number
            .map(|number| {
                u16::try_from(number)
                    .ok()
                    .and_then(|number| PaId::new(year, number))
                    .ok_or_else(|| corrupt("year_counters", "last_number", year))
            })
            .transpose()
    }

    fn find_last_number(&mut self, year: u8) -> Result<Option<u16>, StoreError> {
        let last = self.query(|connection| {
            year_counters::table
                .find(i32::from(year))
                .select(year_counters::last_number)
                .get_result::<i32>(connection)
                .optional()
        })?;
        let number = |last| u16::try_from(last);
        let last = last.map(number).transpose();
        last.map_err(|_| corrupt("year_counters", "last_number", year))
    }

    fn lock(&mut self, pa_id: PaId) -> Result<Option<Revision>, StoreError> {
        self.count_all_up()?;
        let before = self.change(|connection| hold_application(connection, pa_id))?;
        let Some(before) = before else {
            return Ok(None);
        };
        self.locked.retain(|locked| locked.pa_id != pa_id);
        self.locked.push(LockedApplication {
            pa_id,
            is_counted: false,
        });
        Ok(Some(before.saturating_add(1)))
    }

    fn add_application(
        &mut self,
        application: &Application,
        key: &StoredKey,
    ) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::insert_into(applications::table)
                .values((
                    ApplicationRow::of(application),
                    applications::name.eq(ApplicationSummary::name_in(&application.data)),
                ))
                .execute(connection)?;
            diesel::insert_into(application_keys::table)
                .values(KeyRow::of(key))
                .execute(connection)
        })?;
        self.locked.push(LockedApplication {
            pa_id: application.pa_id,
            is_counted: true,
        });
        Ok(())
    }

    fn exists(&mut self, pa_id: PaId) -> Result<bool, StoreError> {
        self.query(|connection| {
            applications::table
                .find(pa_id.to_string())
                .count()
                .get_result::<i64>(connection)
        })
        .map(|count| count > 0)
    }

    fn find_stamp(&mut self, pa_id: PaId) -> Result<Option<ApplicationStamp>, StoreError> {
        self.count_all_up()?;
        self.query(|connection| {
            applications::table
                .find(pa_id.to_string())
                .select(StampRow::as_select())
                .get_result::<StampRow>(connection)
                .optional()
        })?
        .map(|row| row.into_stamp(pa_id))
        .transpose()
    }

    fn find_application(&mut self, pa_id: PaId) -> Result<Option<Application>, StoreError> {
        self.count_all_up()?;
        self.query_of(("applications", pa_id), |connection| {
            applications::table
                .find(pa_id.to_string())
                .left_join(form_packages::table)
                .select((
                    ApplicationRow::as_select(),
                    form_packages::version.nullable(),
                ))
                .get_result::<(ApplicationRow, Option<i64>)>(connection)
                .optional()
        })?
        .map(|(row, form_number)| row.into_application(form_number))
        .transpose()
    }

    fn count_costs(&mut self, pa_id: PaId) -> Result<Option<usize>, StoreError> {
        let data = self.query_of(("applications", pa_id), |connection| {
            applications::table
                .find(pa_id.to_string())
                .select(applications::data)
                .get_result::<String>(connection)
                .optional()
        })?;
        let count = |data: String| {
            list_length(&data, COSTS).ok_or_else(|| corrupt("applications", "data", pa_id))
        };
        data.map(count).transpose()
    }

    fn list_applications(
        &mut self,
        filter: &ListFilter,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<ListedRow>, u64), StoreError> {
        let (page, total_count) = self.query(|connection| {
            let total_count = listing::count(connection, filter)?;
            let total = u64::try_from(total_count).unwrap_or_default();
            let page = listing::page(connection, filter, count_max, offset, total)?;
            Ok((page, total_count))
        })?;
        Ok((page, listing::count_of(total_count)?))
    }

    fn list_applications_after(
        &mut self,
        filter: &ListFilter,
        place: ListPlace,
        count_max: usize,
    ) -> Result<Vec<ListedRow>, StoreError> {
        self.query(|connection| {
            if listing::is_of_no_text(filter) {
                return Ok(Vec::new());
            }
            listing::page_after(connection, filter, place, count_max)
        })
    }

    fn replace_data(
        &mut self,
        pa_id: PaId,
        data: &Data,
        status: Status,
        updated_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            let replaced = diesel::update(applications::table.find(pa_id.to_string()))
                .set((
                    applications::data.eq(data_text(data)),
                    applications::name.eq(ApplicationSummary::name_in(data)),
                    applications::status.eq(status.as_str()),
                    applications::updated_at.eq(updated_at.microseconds()),
                ))
                .returning(applications::revision);
            Cached(replaced).get_result::<i64>(connection).optional()
        })
        .map(drop)
    }

    fn remove_application(&mut self, pa_id: PaId) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::delete(applications::table.find(pa_id.to_string())).execute(connection)
        })?;
        self.locked.retain(|locked| locked.pa_id != pa_id);
        self.erased = true;
        Ok(())
    }
}

impl Rows<'_> {
    /// Writes the new revisions of all locked applications that are not written yet.
    pub(super) fn count_all_up(&mut self) -> Result<(), StoreError> {
        while let Some(waiting) = self.locked.iter().find(|locked| !locked.is_counted) {
            let pa_id = waiting.pa_id;
            let counted = self.revision_step(pa_id);
            self.change(|connection| {
                let counted_up = diesel::update(applications::table.find(pa_id.to_string()))
                    .set(applications::revision.eq(applications::revision + counted))
                    .returning(applications::revision);
                Cached(counted_up).get_result::<i64>(connection).optional()
            })?;
        }
        Ok(())
    }

    /// By how much a statement must count up the revision of an application whose row it changes:
    /// the first one by one, and no other.
    pub(super) fn revision_step(&mut self, pa_id: PaId) -> i64 {
        let waits = |locked: &&mut LockedApplication| locked.pa_id == pa_id && !locked.is_counted;
        let waiting = self.locked.iter_mut().find(waits);
        waiting.map_or(0, |locked| {
            locked.is_counted = true;
            1
        })
    }
}
