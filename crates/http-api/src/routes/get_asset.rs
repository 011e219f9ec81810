//! `GET /assets/{file}`: what the pages of the documentation load, and the licences of it.

use actix_web::{HttpRequest, HttpResponse};

use serde_json::json;

use crate::error::{ApiError, Code};
use crate::extract::OpenRequest;
use crate::openapi::{Answer, Facts, Operation, parameter, tag};
use crate::pages;

pub(super) async fn get_asset(
    _: OpenRequest,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let file = pages::asset(request.match_info().query("file"));
    Ok(file.ok_or(ApiError::RouteNotFound)?.answer(&request))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getAsset",
        tag::SERVICE,
        "Answers a file of the documentation",
    )
    .parameter(parameter::if_none_match())
    .answer(
        Answer::file("text/javascript", "The file.")
            .content("text/css", json!({"type": "string"}))
            .content("text/plain", json!({"type": "string"})),
    )
    .answer(Answer::known_file())
    .refused(&[Code::RouteNotFound])
}
