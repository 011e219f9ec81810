//! The multipart body of an upload: `file` and `form_type`, in any order, each once, and nothing
//! else.
//!
//! What is wrong is collected as far as the body can be read, so that one answer names all of it.
//! Memory is taken from a budget that all uploads share, as the bytes arrive.

mod memory;
mod parts;

use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::HttpRequest;
use actix_web::web::Bytes;
use futures::StreamExt as _;
use tokio::time::timeout;
use usecases::FormPackage;

use crate::body::{Body, media_type};
use crate::error::{ApiError, BodyError};
use crate::state::State;

use memory::Memory;
use parts::{Next, Parts};

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
        if media_type(request).as_deref() != Some("multipart/form-data") {
            return Err(BodyError::ContentTypeUnsupported("multipart/form-data").into());
        }
        let mut multipart = Multipart::new(request.headers(), body.clone());
        let mut parts = Parts::new(state);
        let read = async {
            while let Some(part) = multipart.next().await {
                let part = part.map_err(|error| BodyError::MultipartBroken(error.to_string()))?;
                if parts.take(part).await? == Next::Stop {
                    break;
                }
            }
            Ok::<_, BodyError>(())
        };
        timeout(state.api.settings.body_time_max, read)
            .await
            .map_err(|_| BodyError::TooSlow)??;
        parts.into_form()
    }
}
