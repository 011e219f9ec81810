//! Applications: their numbers, their locks, their data.

use domain::application::NUMBER_MAX;
use domain::known_paths::COSTS;
use domain::{Application, PaId, Revision, Timestamp};
use forms::{Data, Status, Value};
use ports::{
    ApplicationRows, ApplicationStamp, ListFilter, ListPlace, ListedRow, StoreError, StoredKey,
};

use super::MemoryTransaction;

impl ApplicationRows for MemoryTransaction {
    fn next_pa_id(&mut self, year: u8) -> Result<Option<PaId>, StoreError> {
        let last = self.changing()?.last_numbers.entry(year).or_default();
        if *last == NUMBER_MAX {
            return Ok(None);
        }
        *last += 1;
        Ok(PaId::new(year, *last))
    }

    fn find_last_number(&mut self, year: u8) -> Result<Option<u16>, StoreError> {
        let last = self.looking()?.last_numbers.get(&year).copied();
        Ok(last.filter(|last| *last > 0))
    }

    fn lock(&mut self, pa_id: PaId) -> Result<Option<Revision>, StoreError> {
        let Some(application) = self.changing()?.applications.get_mut(&pa_id) else {
            return Ok(None);
        };
        application.revision += 1;
        let revision = application.revision;
        self.locked.push(pa_id);
        Ok(Some(revision))
    }

    fn add_application(
        &mut self,
        application: &Application,
        key: &StoredKey,
    ) -> Result<(), StoreError> {
        if let Some(conflict) = self.changing()?.conflict(application, key) {
            return self.conflict(conflict);
        }
        self.state
            .applications
            .insert(application.pa_id, application.clone());
        self.state.keys.insert(key.lookup.clone(), key.clone());
        self.locked.push(application.pa_id);
        Ok(())
    }

    fn exists(&mut self, pa_id: PaId) -> Result<bool, StoreError> {
        Ok(self.looking()?.applications.contains_key(&pa_id))
    }

    fn find_stamp(&mut self, pa_id: PaId) -> Result<Option<ApplicationStamp>, StoreError> {
        let found = self.looking()?.find_application(pa_id);
        Ok(found.as_ref().map(ApplicationStamp::of))
    }

    fn find_application(&mut self, pa_id: PaId) -> Result<Option<Application>, StoreError> {
        Ok(self.looking()?.find_application(pa_id))
    }

    fn count_costs(&mut self, pa_id: PaId) -> Result<Option<usize>, StoreError> {
        let application = self.looking()?.find_application(pa_id);
        let costs = |application: Application| match application.data.at(COSTS) {
            Some(Value::List(rows)) => rows.len(),
            _ => 0,
        };
        Ok(application.map(costs))
    }

    fn list_applications(
        &mut self,
        filter: &ListFilter,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<ListedRow>, u64), StoreError> {
        let passing = self.looking()?.listed(filter);
        let total_count = u64::try_from(passing.len()).unwrap_or(u64::MAX);
        let page = passing
            .into_iter()
            .skip(usize::try_from(offset).unwrap_or(usize::MAX))
            .take(count_max)
            .map(Ok);
        Ok((page.collect(), total_count))
    }

    fn list_applications_after(
        &mut self,
        filter: &ListFilter,
        place: ListPlace,
        count_max: usize,
    ) -> Result<Vec<ListedRow>, StoreError> {
        let passing = self.looking()?.listed(filter).into_iter();
        let after = passing.filter(|summary| summary.place(filter.order) < place);
        Ok(after.take(count_max).map(Ok).collect())
    }

    fn replace_data(
        &mut self,
        pa_id: PaId,
        data: &Data,
        status: Status,
        updated_at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some(application) = self.changing_locked(pa_id)?.applications.get_mut(&pa_id) {
            application.data = data.clone();
            application.status = status;
            application.updated_at = updated_at;
        }
        Ok(())
    }

    fn remove_application(&mut self, pa_id: PaId) -> Result<(), StoreError> {
        self.changing_locked(pa_id)?.erase(pa_id);
        self.locked.retain(|locked| *locked != pa_id);
        Ok(())
    }
}
