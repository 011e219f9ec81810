//! The multipart body of an upload: `file` and `form_type`, in any order, each once; others are
//! ignored.
//!
//! What is wrong is collected as far as the body can be read, so that one answer names all of it.
//! Memory is taken from a budget that all uploads share, as the bytes arrive.

mod memory;
mod parts;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use tokio::time::timeout;
use usecases::NewForm;

use crate::error::{ApiError, BodyError};
use crate::extract::FromBody;
use crate::multipart::Multipart;
use crate::state::State;

use memory::Memory;
use parts::Parts;

/// A whole upload form.
pub(crate) struct UploadForm {
    /// Its file is not empty.
    pub(crate) form: NewForm,
    /// The share of the budget that the file takes, given back with the form.
    _memory: Memory,
}

/// Reads the body up to its end, or up to what makes reading on pointless.
impl FromBody for UploadForm {
    async fn from_body(
        request: &HttpRequest,
        payload: Payload,
        state: &State,
    ) -> Result<Self, ApiError> {
        let mut multipart = Multipart::of(request, payload)?;
        let mut parts = Parts::new(state);
        let read = timeout(state.api.settings.body_time_max, parts.read(&mut multipart));
        let outcome = read.await.unwrap_or(Err(BodyError::TooSlow));
        parts.into_form(outcome)
    }
}
