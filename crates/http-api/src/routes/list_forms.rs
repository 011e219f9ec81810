//! `GET /forms`: which form types there are.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use serde_json::{Value as Json, json};

use crate::answer;
use crate::state::State;

/// Needs no key.
pub(super) async fn list_forms(state: Data<State>) -> HttpResponse {
    let packages = state.api.forms.list().iter();
    let forms: Vec<Json> = packages
        .map(|package| {
            let form_type = &package.form_type;
            json!({
                "form_type": form_type.key,
                "title": form_type.title,
                "version": form_type.version,
            })
        })
        .collect();
    answer::json(StatusCode::OK, &json!({ "forms": forms }))
}
