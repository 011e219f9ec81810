//! The bodies of answers. Their types are also what the OpenAPI document says of them.
//!
//! Here belongs whatever makes an answer out of what a use case gave: bodies, the headers that go
//! with them, conditions and ranges, which choose how much of a body there is, and the files of the
//! service itself.

mod application;
mod attachment;
pub(crate) mod conditions;
pub(crate) mod content_security_policy;
mod cost_position;
pub(crate) mod disposition;
mod fill_report;
mod form;
mod history;
pub(crate) mod pages;
pub(crate) mod ranges;
pub(crate) mod served_file;
mod source_report;

use std::sync::OnceLock;

use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, EntityTag, HeaderValue};
use actix_web::web::Bytes;
use forms::Data;
use futures::Stream;
use serde::Serialize;
use serde_json::Value as Json;
use usecases::{BlobError, InternalError};

pub(crate) use application::{
    ApplicationListResponse, ApplicationResponse, ApplicationSummaryResponse,
    ChangedApplicationResponse, CheckResponse, NewKeyResponse, ProblemResponse,
    UploadedApplicationResponse,
};
pub(crate) use attachment::{AttachmentListResponse, AttachmentResponse};
pub(crate) use cost_position::{CostPositionResponse, OfferResponse};
pub use fill_report::fill_report_json;
pub(crate) use fill_report::{FillReportResponse, ReadBackResponse};
pub(crate) use form::{
    DoneResponse, FormTypeListResponse, FormTypeResponse, GreetingResponse, HealthResponse,
};
pub(crate) use history::HistoryResponse;
pub(crate) use source_report::{SourceReportResponse, ValueSourceResponse};

pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> HttpResponse {
    HttpResponse::build(status).json(body)
}

/// An answer of 200 whose body is made when it is first asked for, and kept with what it shows.
pub(crate) fn kept_json<Body: Serialize>(
    kept: &OnceLock<Bytes>,
    body: impl FnOnce() -> Body,
) -> Result<HttpResponse, InternalError> {
    let text = match kept.get() {
        Some(text) => text,
        None => {
            let text = json_text(&body())?;
            kept.get_or_init(|| text)
        }
    };
    Ok(written_json(text.clone()))
}

/// A body as it is sent.
pub(crate) fn json_text(body: &impl Serialize) -> Result<Bytes, InternalError> {
    let text = serde_json::to_vec(body);
    let text = text.map_err(|error| InternalError::Failed(error.into()))?;
    Ok(text.into())
}

/// An answer of 200 with a body that [`json_text`] gave.
pub(crate) fn written_json(text: Bytes) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(text)
}

/// A PDF that the service has made, to be shown.
pub(crate) fn pdf(name: &str, bytes: impl Into<Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"{name}.pdf\""),
        ))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            content_security_policy::PDF,
        ))
        .body(bytes.into())
}

/// A PDF as it was uploaded, to be saved; without a length where that is not known.
pub(crate) fn original(
    name: &str,
    size_bytes: Option<u64>,
    bytes: impl Stream<Item = Result<Bytes, BlobError>> + 'static,
) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .content_type("application/pdf")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}-original.pdf\""),
        ))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            content_security_policy::UPLOADED,
        ));
    match size_bytes {
        Some(size_bytes) => response.body(SizedStream::new(size_bytes, bytes)),
        None => response.streaming(bytes),
    }
}

/// `data` on the wire.
pub(crate) fn data(data: &Data) -> Json {
    data_json::members_to_json(data.members())
}

/// Adds the `ETag` of the state that the answer shows. Every tag of the service is a strong one
/// (RFC 9110, 8.8.3), and written as it is here a good deal quicker than by [`header::ETag`].
pub(crate) fn set_etag(response: &mut HttpResponse, tag: &EntityTag) {
    if let Ok(value) = HeaderValue::from_str(&["\"", tag.tag(), "\""].concat()) {
        response.headers_mut().insert(header::ETAG, value);
    }
}

/// 200 with a sentence that says what was done.
pub(crate) fn done(sentence: &str) -> HttpResponse {
    let detail = sentence.to_owned();
    json(StatusCode::OK, &DoneResponse { detail })
}
