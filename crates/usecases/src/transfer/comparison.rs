//! Compares a copy with its source.

use domain::PaId;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::StoreError;

use super::{PARALLEL, Transfer};
use crate::archive::ApplicationCopy;
use crate::{InternalError, ProgressStep, StorageFault};

impl Transfer {
    /// Compares the rows of every application with those of its copy, and checks that every version
    /// of a form type was copied. Answers the number of faults. Bytes are compared by a
    /// [`Verification`](crate::Verification) of the target.
    pub async fn compare(&self) -> Result<u64, InternalError> {
        let (from, watcher) = (&self.ports.from, &self.ports.watcher);
        watcher.begins(ProgressStep::Compare, from.application_count().await?);
        let mut faults = 0;
        let mut pages = from.pa_id_pages();
        while let Some(page) = pages.try_next().await? {
            faults += self.count_faults(page).await?;
        }
        faults += self.count_missing_form_packages().await?;
        Ok(faults + self.count_copies_of_nothing().await?)
    }

    async fn count_copies_of_nothing(&self) -> Result<u64, InternalError> {
        let mut faults = 0;
        let mut pages = self.ports.to.pa_id_pages();
        while let Some(page) = pages.try_next().await? {
            for pa_id in page {
                let from = &self.ports.from.store;
                // Its row may make no sense by now, but is there.
                if !from
                    .read::<_, StoreError>(move |rows| rows.exists(pa_id))
                    .await?
                {
                    let fault = StorageFault::CopyOfNothing { pa_id };
                    self.ports.watcher.finds(&fault);
                    faults += 1;
                }
            }
        }
        Ok(faults)
    }

    async fn count_faults(&self, page: Vec<PaId>) -> Result<u64, InternalError> {
        stream::iter(page)
            .map(|pa_id| self.is_alike(pa_id))
            .buffer_unordered(PARALLEL)
            .try_fold(0, |faults, is_alike| async move {
                self.ports.watcher.advances();
                Ok(faults + u64::from(!is_alike))
            })
            .await
    }

    async fn is_alike(&self, pa_id: PaId) -> Result<bool, InternalError> {
        let now = self.ports.clock.now();
        let source = match ApplicationCopy::find_in(&self.ports.from.store, pa_id, now).await {
            Ok(source) => source,
            // Named when it was to be copied.
            Err(error) => {
                return StorageFault::of(error)
                    .map(|_| true)
                    .map_err(InternalError::from);
            }
        };
        let copy = ApplicationCopy::find_in(&self.ports.to.store, pa_id, now).await?;
        let is_alike = source == copy;
        if !is_alike {
            let fault = StorageFault::CopyDiffers { pa_id };
            self.ports.watcher.finds(&fault);
        }
        Ok(is_alike)
    }
}
