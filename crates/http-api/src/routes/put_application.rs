//! `PUT /applications/{pa_id}`: a JSON merge patch on its data.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use data_json::{JsonError, NotedJson};
use forms::Fault;
use serde_json::json;
use usecases::{ApplicationError, StateDigest};

use crate::error::{ApiError, BodyError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, RequestBody, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::request::json_body::{FromJson, JsonBody};
use crate::response::{ChangedApplicationResponse, conditions};
use crate::state::State;
use crate::{rate_limit, response};

/// What is to be merged with the data.
pub(super) struct DataPatch(NotedJson);

impl FromJson for DataPatch {
    /// What the data of the built-in form types can need, of which other fields are 1 MB, and twice
    /// that in JSON where each character is escaped. What is too much is given back when the answer
    /// is there, which nobody can refuse any more then.
    const ANSWER_BYTES: u64 = 5 * 512 * 1024;

    fn from_json(json: NotedJson) -> Result<Self, ApiError> {
        Ok(Self(json))
    }
}

pub(super) async fn put_application(
    change: AuthorizedRequest<ApplicationKeyHolder, (), JsonBody<DataPatch>>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let JsonBody(DataPatch(patch)) = change.body;
    let expected = conditions::expected(&request);
    let in_text = patch.faults.clone();
    let applications = &state.api.applications;
    let client = rate_limit::client(&request)?;
    let changed = applications
        .change(client, change.granted, expected, patch)
        .await;
    let application = changed.map_err(|error| refused(error, &in_text))?;
    let mut response = response::json(
        StatusCode::OK,
        &ChangedApplicationResponse {
            pa_id: application.pa_id.to_string(),
            data: response::data(&application.data),
            status: application.status.to_string(),
        },
    );
    let state = StateDigest::of(&application);
    response::set_etag(&mut response, &conditions::entity_tag(state));
    Ok(response)
}

/// The error; if all faults are those of the JSON text, it is one of invalid JSON.
fn refused(error: ApplicationError, in_text: &[Fault]) -> ApiError {
    match error {
        ApplicationError::DataWrong(faults) if faults.iter().all(|one| in_text.contains(one)) => {
            BodyError::JsonInvalid(JsonError::Members(faults)).into()
        }
        error => error.into(),
    }
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "changeApplication",
        tag::APPLICATIONS,
        "Changes the data of an application",
    )
    .described(
        "A JSON merge patch (RFC 7396): given members replace, null removes, objects are merged, \
            arrays are replaced as a whole. Values are in their JSON forms only; a text of white \
            space only, in a field for text, is no value either. A box has always a value: null \
            switches it off. Offers and \
            justifications stay with their row when the list of costs is replaced: with the row of \
            the same name, or with the one at their index where it was renamed; a list that has \
            none for them is refused.",
    )
    .parameter(parameter::in_header(
        "If-Match",
        "The `ETag` of the state that the change builds on: when someone else was faster, the \
            answer is 412.",
        json!({"type": "string"}),
    ))
    .parameter(parameter::in_header(
        "If-None-Match",
        "An `ETag` of a state on which the change must not build: of an application in this state \
            the answer is 412. With `*` it is 412 for every one that is there.",
        json!({"type": "string"}),
    ))
    .body(RequestBody::patch(
        "ApplicationChange",
        json!({"name": "Sommerfest", "projectBeginn": "2026-07-01"}),
    ))
    .response(
        DocumentedResponse::json::<ChangedApplicationResponse>(
            200,
            "All of the data after the change.",
        )
        .headers(&["ETag", "Cache-Control"]),
    )
    .refused(&[
        Code::CostPositionInUse,
        Code::FormVersionMissing,
        Code::HistoryFull,
        Code::PreconditionFailed,
        Code::StorageFull,
    ])
}
