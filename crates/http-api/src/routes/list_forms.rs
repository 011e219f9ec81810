//! `GET /forms`: which form types there are.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::answer::{self, FormTypeAnswer, FormTypeListAnswer};
use crate::extract::OpenRequest;
use crate::openapi::{Answer, Facts, Operation, tag};
use crate::state::State;

pub(super) async fn list_forms(_: OpenRequest, state: Data<State>) -> HttpResponse {
    let packages = state.api.forms.list().iter();
    let body = FormTypeListAnswer {
        forms: packages
            .map(|package| FormTypeAnswer::from(&package.form_type))
            .collect(),
    };
    answer::json(StatusCode::OK, &body)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("listForms", tag::FORMS, "Lists the form types").answer(Answer::json::<
        FormTypeListAnswer,
    >(
        200, "All form types."
    ))
}
