//! `GET /`: the service says its name.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::OpenRequest;
use crate::response::{self, GreetingResponse};

pub(super) async fn root(_: OpenRequest) -> HttpResponse {
    let message = "Application Form Service".to_owned();
    response::json(StatusCode::OK, &GreetingResponse { message })
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("greet", tag::SERVICE, "Says its name").response(DocumentedResponse::json::<
        GreetingResponse,
    >(
        200, "The service is there."
    ))
}
