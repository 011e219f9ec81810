//! `GET /applications/{pa_id}`: its data, its filled form, or the bytes it came from.

use actix_web::http::StatusCode;
use actix_web::http::header::{ETag, EntityTag};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use domain::Application;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use usecases::FindApplication;

use crate::download::DownloadPlace;
use crate::error::{ApiError, Code};
use crate::extract::{ApplicationReaderInBrowser, AuthorizedRequest};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag as group};
use crate::query::{ApplicationFormat, Parameters};
use crate::response::ApplicationResponse;
use crate::state::State;
use crate::{conditions, limits, response};

/// Takes the key in the query too, for browsers.
pub(super) async fn get_application(
    authorized: AuthorizedRequest<ApplicationReaderInBrowser<FindApplication>>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let application = authorized.granted;
    let pa_id = application.pa_id;
    let applications = &state.api.applications;
    let name = pa_id.to_string();
    match Parameters::of(&request).application_format()? {
        ApplicationFormat::Json => Ok(data(&request, &application)),
        ApplicationFormat::Pdf { flatten } => {
            let pdf = applications
                .filled_pdf(limits::client(&request)?, pa_id, flatten)
                .await?;
            let tag = conditions::content_tag(&Sha256::digest(&pdf).into());
            Ok(unless_known(&request, tag, || response::pdf(&name, pdf)))
        }
        ApplicationFormat::Original => {
            let place = DownloadPlace::acquire(&request, &state).await?;
            let original = applications.original(&application).await?;
            let sent = place.send(original.bytes);
            Ok(response::original(&name, original.size_bytes, sent))
        }
    }
}

fn data(request: &HttpRequest, application: &Application) -> HttpResponse {
    unless_known(request, conditions::entity_tag(application), || {
        response::json(StatusCode::OK, &ApplicationResponse::from(application))
    })
}

/// What a tag names, or 304 where the client has it already.
fn unless_known(
    request: &HttpRequest,
    tag: EntityTag,
    answer: impl FnOnce() -> HttpResponse,
) -> HttpResponse {
    let mut response = if conditions::holds_known(request, &tag) {
        HttpResponse::NotModified().finish()
    } else {
        answer()
    };
    response::set_etag(&mut response, ETag(tag));
    response
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getApplication",
        group::APPLICATIONS,
        "Shows an application",
    )
    .parameter(parameter::in_query(
        "format",
        "`json`: its data; `pdf`: the filled form; `original`: the uploaded bytes, as a download.",
        json!({"type": "string", "enum": ["json", "pdf", "original"], "default": "json"}),
    ))
    .parameter(parameter::in_query(
        "flatten",
        "With `format=pdf`: whether the form is without fillable fields.",
        json!({"type": "boolean", "default": false}),
    ))
    .parameter(parameter::if_none_match())
    .response(
        DocumentedResponse::json::<ApplicationResponse>(200, "The application, or its form.")
            .bytes("application/pdf")
            .headers(&["ETag", "Content-Disposition", "Cache-Control"]),
    )
    .response(
        DocumentedResponse::empty(304, "The client has this state of the data already.")
            .headers(&["ETag", "Cache-Control"]),
    )
    .refused(&[
        Code::FlattenUnknown,
        Code::FormVersionMissing,
        Code::FormatUnknown,
        Code::ParameterRepeated,
    ])
}
