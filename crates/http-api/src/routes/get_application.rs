//! `GET /applications/{pa_id}`: its data, its filled form, or the bytes it came from.

use actix_web::http::StatusCode;
use actix_web::http::header::ETag;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use domain::PaId;
use serde_json::json;

use crate::answer::ApplicationAnswer;
use crate::error::{ApiError, Code};
use crate::extract::{ApplicationKeyHolderInBrowser, AuthorizedRequest};
use crate::openapi::{Answer, Facts, Operation, parameter, tag};
use crate::query::{ApplicationFormat, Parameters};
use crate::state::State;
use crate::{answer, conditions};

/// Takes the key in the query too, for browsers.
pub(super) async fn get_application(
    authorized: AuthorizedRequest<ApplicationKeyHolderInBrowser>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = authorized.granted.pa_id;
    let applications = &state.api.applications;
    let name = pa_id.to_string();
    match Parameters::of(&request).application_format()? {
        ApplicationFormat::Json => data(&request, &state, pa_id).await,
        ApplicationFormat::Pdf { flatten } => {
            let pdf = applications.filled_pdf(pa_id, flatten).await?;
            Ok(answer::pdf(&name, pdf))
        }
        ApplicationFormat::Original => {
            let bytes = applications.original(pa_id).await?;
            Ok(answer::original(&name, bytes))
        }
    }
}

async fn data(request: &HttpRequest, state: &State, pa_id: PaId) -> Result<HttpResponse, ApiError> {
    let application = state.api.applications.find(pa_id).await?;
    let mut response = if conditions::is_known(request, application.revision) {
        HttpResponse::NotModified().finish()
    } else {
        answer::json(StatusCode::OK, &ApplicationAnswer::from(&application))
    };
    answer::tag(
        &mut response,
        ETag(conditions::entity_tag(application.revision)),
    );
    Ok(response)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getApplication",
        tag::APPLICATIONS,
        "Shows an application")
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
    .answer(
        Answer::json::<ApplicationAnswer>(200, "The application, or its form.")
            .bytes("application/pdf")
            .headers(&["ETag", "Content-Disposition", "Cache-Control"]),
    )
    .answer(
        Answer::empty(304, "The client has this state of the data already.")
            .headers(&["ETag", "Cache-Control"]),
    )
    .refused(&[
        Code::FlattenUnknown,
        Code::FormVersionMissing,
        Code::FormatUnknown,
        Code::ParameterRepeated,
    ])
}
