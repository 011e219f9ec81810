//! `GET /forms`: which form types there are.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::OpenRequest;
use crate::response::{self, FormTypeListResponse, FormTypeResponse};
use crate::state::State;

pub(super) async fn list_forms(_: OpenRequest, state: Data<State>) -> HttpResponse {
    let packages = state.api.forms.list().iter();
    let body = FormTypeListResponse {
        forms: packages
            .map(|package| FormTypeResponse::from(&package.form_type))
            .collect(),
    };
    response::json(StatusCode::OK, &body)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("listForms", tag::FORMS, "Lists the form types").response(
        DocumentedResponse::json::<FormTypeListResponse>(200, "All form types."),
    )
}
