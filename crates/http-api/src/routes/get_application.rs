//! `GET /applications/{pa_id}`: its data, its filled form, what is told of both, or the bytes it
//! came from.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::EntityTag;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;
use usecases::{ApplicationError, ApplicationView, FindApplication, FormOutput};

use crate::connection::ConnectionHandle;
use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag as group};
use crate::request::extract::{ApplicationReaderInBrowser, AuthorizedRequest};
use crate::request::query::{ApplicationFormat, Parameters};
use crate::response::{ApplicationResponse, FillReportResponse, SourceReportResponse, conditions};
use crate::shares::download::DownloadPlace;
use crate::state::State;
use crate::{rate_limit, response, schema};

/// Takes the key in the query too, for browsers.
pub(super) async fn get_application(
    authorized: AuthorizedRequest<ApplicationReaderInBrowser<FindApplication>>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let view = authorized.granted;
    match Parameters::of(&request).application_format()? {
        ApplicationFormat::Json => data(&request, &view),
        ApplicationFormat::Pdf(output) => filled(&request, &state, &view, output).await,
        ApplicationFormat::Report => fill_report(&request, &state, &view).await,
        ApplicationFormat::Sources => sources(&request, &state, &view).await,
        ApplicationFormat::Original => original(&request, &state, &view).await,
        ApplicationFormat::Schema => {
            let form = state
                .api
                .applications
                .unfilled(view, FormOutput::Fillable)
                .await?;
            let schema = schema::of_complete(form.form_type());
            Ok(response::json(StatusCode::OK, &schema))
        }
    }
}

async fn filled(
    request: &HttpRequest,
    state: &State,
    view: &Arc<ApplicationView>,
    output: FormOutput,
) -> Result<HttpResponse, ApiError> {
    let applications = &state.api.applications;
    let form = applications.unfilled(Arc::clone(view), output).await?;
    let tag = conditions::content_tag(&form.digest().0);
    let filling = applications.fill(rate_limit::client(request)?, form);
    let name = view.application.pa_id.to_string();
    unless_known(request, tag, filling, |pdf| response::pdf(&name, pdf)).await
}

async fn fill_report(
    request: &HttpRequest,
    state: &State,
    view: &Arc<ApplicationView>,
) -> Result<HttpResponse, ApiError> {
    let applications = &state.api.applications;
    let form = applications
        .unfilled(Arc::clone(view), FormOutput::Fillable)
        .await?;
    let tag = conditions::content_tag(&form.report_digest().0);
    let filling = applications.fill_report(rate_limit::client(request)?, form);
    let shown = |report| response::json(StatusCode::OK, &FillReportResponse::from(&report));
    unless_known(request, tag, filling, shown).await
}

async fn sources(
    request: &HttpRequest,
    state: &State,
    view: &ApplicationView,
) -> Result<HttpResponse, ApiError> {
    let applications = &state.api.applications;
    let unread = applications.unread_sources(view.application.pa_id).await?;
    let tag = conditions::content_tag(&unread.digest().0);
    let reading = applications.sources(rate_limit::client(request)?, unread);
    let shown = |report| response::json(StatusCode::OK, &SourceReportResponse::from(&report));
    unless_known(request, tag, reading, shown).await
}

async fn original(
    request: &HttpRequest,
    state: &Data<State>,
    view: &ApplicationView,
) -> Result<HttpResponse, ApiError> {
    let application = &view.application;
    let place = DownloadPlace::acquire(request, state).await?;
    let original = state.api.applications.original(application).await?;
    let sent = place.send(original.bytes).await?;
    let name = application.pa_id.to_string();
    Ok(response::original(&name, original.size_bytes, sent))
}

/// What a worker or a processor is needed for, as long as the client waits for it, and only where
/// it has not what this tag stands for.
async fn unless_known<T>(
    request: &HttpRequest,
    tag: EntityTag,
    work: impl Future<Output = Result<T, ApplicationError>>,
    shown: impl FnOnce(T) -> HttpResponse,
) -> Result<HttpResponse, ApiError> {
    if conditions::holds_wanted(request, &tag)? {
        return Ok(not_modified(tag));
    }
    let work = async { Ok::<_, ApiError>(work.await?) };
    let made = ConnectionHandle::of(request).unless_ended(work).await?;
    Ok(tagged(shown(made), tag))
}

fn data(request: &HttpRequest, view: &ApplicationView) -> Result<HttpResponse, ApiError> {
    let tag = conditions::entity_tag(view.state);
    if conditions::holds_wanted(request, &tag)? {
        return Ok(not_modified(tag));
    }
    let shown = response::kept_json(&view.answer, || ApplicationResponse::from(view))?;
    Ok(tagged(shown, tag))
}

/// 304: the client has the state with this tag already.
fn not_modified(tag: EntityTag) -> HttpResponse {
    tagged(HttpResponse::NotModified().finish(), tag)
}

fn tagged(mut response: HttpResponse, tag: EntityTag) -> HttpResponse {
    response::set_etag(&mut response, &tag);
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
        "`json`: its data; `pdf`: the filled form; `report`: where each value stands in the filled \
            form, and what is read back from it; `sources`: where each value came from; \
            `original`: the uploaded bytes, as a download; `schema`: the JSON Schema of its data \
            once that is complete, by the version of its form type that it came in with.",
        json!({
            "type": "string",
            "enum": ApplicationFormat::WORDS.all(),
            "default": "json",
        }),
    ))
    .parameter(parameter::in_query(
        "flatten",
        "With `format=pdf`: whether the form is without fillable fields.",
        json!({"type": "boolean", "default": false}),
    ))
    .parameter(parameter::if_match())
    .parameter(parameter::if_none_match())
    .response(
        DocumentedResponse::json::<ApplicationResponse>(200, "The application, or its form.")
            .or_json::<FillReportResponse>()
            .or_json::<SourceReportResponse>()
            .or_schema(json!({
                "type": "object",
                "title": "JSON Schema",
                "required": ["$schema", "properties"],
                "properties": {
                    "$schema": {"type": "string"},
                    "properties": {"type": "object"},
                },
            }))
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
        Code::PreconditionFailed,
    ])
}
