//! `GET /redoc`: this document to be read, in Redoc.

use actix_web::{HttpRequest, HttpResponse};

use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::OpenRequest;
use crate::response::pages;

pub(super) async fn redoc(_: OpenRequest, request: HttpRequest) -> HttpResponse {
    pages::answer(&request, &pages::REDOC)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("showRedoc", tag::SERVICE, "Shows this document to be read")
        .parameter(parameter::if_none_match())
        .response(DocumentedResponse::file("text/html", "The page."))
        .response(DocumentedResponse::known_file())
}
