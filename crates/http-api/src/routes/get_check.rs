//! `GET /applications/{pa_id}/check`: what is still missing before the application can be decided.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::response::{self, CheckResponse, ProblemResponse};
use crate::state::State;

pub(super) async fn get_check(
    request: AuthorizedRequest<ApplicationKeyHolder>,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = request.granted.pa_id;
    let found = state.api.applications.check(pa_id).await?;
    let problems: Vec<ProblemResponse> = found
        .into_iter()
        .map(|problem| ProblemResponse {
            r#where: problem.path,
            problem: problem.problem,
        })
        .collect();
    let body = CheckResponse {
        complete: problems.is_empty(),
        problems,
    };
    Ok(response::json(StatusCode::OK, &body))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "checkApplication",
        tag::APPLICATIONS,
        "Names what is still missing before an application can be decided",
    )
    .described(
        "Required fields, positions with fewer than three offers and no justification, positions \
            with offers of which none is preferred, and preferred \
         offers above the amount of their position.",
    )
    .response(
        DocumentedResponse::json::<CheckResponse>(200, "What is missing.")
            .headers(&["Cache-Control"]),
    )
    .refused(&[Code::FormVersionMissing])
}
