//! What `check` looks at.

use std::sync::Arc;

use cli::{CommandError, ServiceChecks};
use ports::{RequestLimiter, Scanner};
use usecases::StorageLimits;

use crate::adapters::lost_rows;
use crate::settings::Settings;
use crate::wiring::workers;

impl ServiceChecks for Settings {
    fn check_master_keys(&self) -> Result<&'static str, CommandError> {
        self.master_keys.check(self.database.file())
    }

    fn check_pepper(&self) -> Result<&'static str, CommandError> {
        Ok(self.pepper.check(self.database.file())?)
    }

    fn is_first_start(&self) -> Result<bool, CommandError> {
        lost_rows::is_first_start(&self.database, &self.blobs)
    }

    fn database_risks(&self) -> Vec<String> {
        self.database.risks()
    }

    fn database_protection(&self) -> Option<&'static str> {
        self.database.protection()
    }

    fn see_blobs_can_be_made(&self) -> Result<(), CommandError> {
        Ok(self.blobs.see_can_be_made()?)
    }

    fn storage_limits(&self) -> StorageLimits {
        self.storage_limits
    }

    async fn check_workers(&self) -> Result<String, CommandError> {
        workers::check(self.sandbox_required).await
    }

    fn scanner(&self) -> Option<Arc<dyn Scanner>> {
        self.scanner.build()
    }

    fn shared_limiter(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError> {
        self.rate_limit.store.build()
    }

    fn check_fonts(&self) -> Result<String, CommandError> {
        self.fonts.check()
    }
}
