//! Surveys a target before anything is written to it.

use std::sync::Arc;

use domain::{Application, PaId};
use futures::TryStreamExt as _;
use ports::{Counters, Store, StoreError, Transaction};

use super::Transfer;
use crate::loose_blobs::{erase_all, remove_application};
use crate::{InternalError, StorageFault};

/// The applications of a target that are no copies of those of the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SurveyReport {
    /// The source has used this number but has no such application: it was erased there, or this is
    /// not a copy of that source.
    pub absent_at_source: Vec<PaId>,
    /// The source never used this number, or used it for another application; or this one was
    /// changed in the target.
    pub not_a_copy: Vec<PaId>,
}

impl Transfer {
    /// Compares what the target holds with the source. Changes nothing. A row of the target that
    /// makes no sense is an error.
    pub async fn survey(&self) -> Result<SurveyReport, InternalError> {
        self.see_target_makes_sense().await?;
        let from = &self.ports.from.store;
        let given = from.read::<_, StoreError>(|rows| rows.find_counters());
        let given = given.await?;
        let mut survey = SurveyReport::default();
        let mut pages = self.ports.to.pa_id_pages();
        while let Some(page) = pages.try_next().await? {
            for pa_id in page {
                self.look_at(pa_id, &given, &mut survey).await?;
            }
        }
        Ok(survey)
    }

    /// Erases the copies of applications that the source does not have any more. Answers how many
    /// there were.
    pub async fn erase_absent(&self, survey: &SurveyReport) -> Result<usize, InternalError> {
        let to = &self.ports.to;
        for pa_id in &survey.absent_at_source {
            let now = self.ports.clock.now();
            let may_go = |_: &mut dyn Transaction| Ok::<_, StoreError>(());
            let loose = remove_application(&to.store, *pa_id, now, may_go).await?;
            erase_all(&to.store, &to.blobs, loose.unwrap_or_default()).await;
        }
        Ok(survey.absent_at_source.len())
    }

    async fn see_target_makes_sense(&self) -> Result<(), InternalError> {
        let senseless = self.ports.to.senseless_rows().await?;
        match senseless.into_iter().next() {
            Some(fault) => Err(InternalError::Failed(fault.into())),
            None => Ok(()),
        }
    }

    async fn look_at(
        &self,
        pa_id: PaId,
        given: &Counters,
        survey: &mut SurveyReport,
    ) -> Result<(), InternalError> {
        let (from, to) = (&self.ports.from.store, &self.ports.to.store);
        let source = match find(from, pa_id).await {
            Ok(source) => source,
            // Named when it is to be copied. What was copied of it before is worth more by now.
            Err(error) => {
                StorageFault::of(error)?;
                return Ok(());
            }
        };
        match (source, find(to, pa_id).await?) {
            (_, None) => {}
            (None, Some(_)) if was_given(pa_id, given) => survey.absent_at_source.push(pa_id),
            // The key of the original is random, so it tells one application from any other.
            (Some(source), Some(target))
                if source.original == target.original && source.revision >= target.revision => {}
            (_, Some(_)) => survey.not_a_copy.push(pa_id),
        }
        Ok(())
    }
}

fn was_given(pa_id: PaId, given: &Counters) -> bool {
    let last = given.last_numbers.get(&pa_id.year());
    last.is_some_and(|last| pa_id.number() <= *last)
}

async fn find(store: &Arc<dyn Store>, pa_id: PaId) -> Result<Option<Application>, StoreError> {
    store.read(move |rows| rows.find_application(pa_id)).await
}
