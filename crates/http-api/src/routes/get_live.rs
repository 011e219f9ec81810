//! `GET /health/live`: the process answers.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::OpenRequest;
use crate::response::{self, HealthResponse};

/// Does not ask database or blob store: a service that waits for its database shall not be
/// restarted.
pub(super) async fn get_live(_: OpenRequest) -> HttpResponse {
    let status = "live".to_owned();
    response::json(StatusCode::OK, &HealthResponse { status })
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("getLive", tag::SERVICE, "Tells whether the service runs")
        .described(
            "Nothing is said about what it stands on: one that waits for its database shall \
        not be restarted.",
        )
        .response(DocumentedResponse::json::<HealthResponse>(200, "It runs."))
}
