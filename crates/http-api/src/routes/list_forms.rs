//! `GET /forms`: which form types there are.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::answer::{self, FormTypeAnswer, FormTypeListAnswer};
use crate::openapi::{Answer, Caller, Facts, Operation, tag};
use crate::state::State;

/// Needs no key.
pub(super) async fn list_forms(state: Data<State>) -> HttpResponse {
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
    Operation::new(
        "listForms",
        tag::FORMS,
        "Lists the form types",
        Caller::Anyone,
    )
    .answer(Answer::json::<FormTypeListAnswer>(200, "All form types."))
}
