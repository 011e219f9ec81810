//! `GET /openapi.json`: the OpenAPI document.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::openapi::{Answer, Caller, Facts, Operation, parameter, tag};
use crate::state::State;

/// Needs no key.
pub(super) async fn get_document(request: HttpRequest, state: Data<State>) -> HttpResponse {
    state.document.answer(&request)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getDocument",
        tag::SERVICE,
        "Answers this document",
        Caller::Anyone,
    )
    .parameter(parameter::if_none_match())
    .answer(Answer::document(
        "application/json",
        "This document, OpenAPI 3.0.",
    ))
    .answer(Answer::known_file())
}
