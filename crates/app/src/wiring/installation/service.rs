//! The service itself, and its description.

use cli::{CommandError, FormLibrary as _, ServeSettings, Service, ServiceBuilder};

use crate::settings::Settings;
use crate::wiring;

impl ServiceBuilder for Settings {
    fn serve_settings(&self) -> ServeSettings {
        self.serve
    }

    async fn service(&self, descriptors: u64) -> Result<Service, CommandError> {
        wiring::service(self, descriptors).await
    }

    fn openapi(&self) -> Result<String, CommandError> {
        let document = http_api::document(&wiring::http_settings(self), &self.form_types(None)?);
        Ok(format!("{document:#}"))
    }
}
