//! The multipart body of an upload: `file` and `form_type`, in any order, each once; others are
//! ignored.
//!
//! What is wrong is collected as far as the body can be read, so that one answer names all of it.
//! Its share of the bytes of all uploads grows as they arrive.

mod parts;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use usecases::NewForm;

use super::extract::FromBody;
use super::multipart::Multipart;
use crate::error::ApiError;
use crate::shares::upload::UploadShare;
use crate::state::State;

use parts::CollectedParts;

/// An upload whose body has arrived whole.
pub(crate) struct UploadForm {
    /// Its file is not empty.
    pub(crate) form: NewForm,
    /// What the file takes of the memory, given back with the form.
    pub(crate) share: UploadShare,
}

/// Reads the body up to its end, or up to what makes reading on pointless.
impl FromBody for UploadForm {
    async fn from_body(
        request: &HttpRequest,
        payload: Payload,
        state: &State,
    ) -> Result<Self, ApiError> {
        let mut multipart = Multipart::of(request, payload)?;
        let share = UploadShare::of(request, state)?;
        let revocation = share.revocation();
        let mut parts = CollectedParts::new(state, share);
        let outcome = revocation.or(parts.read(&mut multipart)).await;
        parts.into_form(outcome)
    }
}
