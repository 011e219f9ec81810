//! `GET /docs`: this document to be tried out, in Swagger UI.

use actix_web::{HttpRequest, HttpResponse};

use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::OpenRequest;
use crate::response::pages;

pub(super) async fn docs(_: OpenRequest, request: HttpRequest) -> HttpResponse {
    pages::answer(&request, &pages::DOCS)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "showDocs",
        tag::SERVICE,
        "Shows this document to be tried out",
    )
    .parameter(parameter::if_none_match())
    .response(DocumentedResponse::file("text/html", "The page."))
    .response(DocumentedResponse::known_file())
}
