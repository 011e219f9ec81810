//! `GET /openapi.json`: the OpenAPI document.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::OpenRequest;
use crate::state::State;

pub(super) async fn get_document(
    _: OpenRequest,
    request: HttpRequest,
    state: Data<State>,
) -> HttpResponse {
    state.document.answer(&request)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("getDocument", tag::SERVICE, "Answers this document")
        .parameter(parameter::if_none_match())
        .response(DocumentedResponse::document(
            "application/json",
            "This document, OpenAPI 3.0.",
        ))
        .response(DocumentedResponse::known_file())
}
