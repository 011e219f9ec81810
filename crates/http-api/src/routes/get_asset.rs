//! `GET /assets/{file}`: what the pages of the documentation load, and the licences of it.

use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::error::Code;
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::OpenRequest;
use crate::response::served_file::ServedFile;

pub(super) async fn get_asset(
    asset: OpenRequest<&'static ServedFile>,
    request: HttpRequest,
) -> HttpResponse {
    asset.path.answer(&request)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getAsset",
        tag::SERVICE,
        "Answers a file of the documentation",
    )
    .parameter(parameter::if_none_match())
    .response(
        DocumentedResponse::file("text/javascript", "The file.")
            .content("text/css", json!({"type": "string"}))
            .content("text/plain", json!({"type": "string"})),
    )
    .response(DocumentedResponse::known_file())
    .refused(&[Code::RouteNotFound])
}
