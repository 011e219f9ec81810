//! The multipart body of an upload: `file` and `form_type`, in any order, each once; others are
//! ignored.
//!
//! What is wrong is collected as far as the body can be read, so that one answer names all of it.
//! Memory is taken from a budget that all uploads share, as the bytes arrive.

mod memory;
mod parts;

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use tokio::time::timeout;
use usecases::FormPackage;

use crate::body::Body;
use crate::error::{ApiError, BodyError};
use crate::multipart::Multipart;
use crate::state::State;

use memory::Memory;
use parts::Parts;

/// A whole upload form.
pub(crate) struct UploadForm {
    /// The form type.
    pub(crate) package: Arc<FormPackage>,
    /// The bytes of the file; not empty.
    pub(crate) file: Bytes,
    /// The share of the budget that the file takes, given back with the form.
    _memory: Memory,
}

impl UploadForm {
    /// Reads the body up to its end, or up to what makes reading on pointless.
    pub(crate) async fn read(
        request: &HttpRequest,
        body: &Body,
        state: &State,
    ) -> Result<Self, ApiError> {
        let mut multipart = Multipart::of(request, body)?;
        let mut parts = Parts::new(state);
        let read = timeout(state.api.settings.body_time_max, parts.read(&mut multipart));
        let outcome = read.await.unwrap_or(Err(BodyError::TooSlow));
        parts.into_form(outcome)
    }
}
