//! `GET /forms/{form_type}`: the JSON Schema of its data, or the blank template.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::ApiError;
use crate::query::{FormFormat, Parameters};
use crate::state::State;
use crate::{answer, schema};

/// Needs no key.
pub(super) async fn get_form(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let key = request.match_info().query("form_type");
    let package = state.api.forms.find(key).ok_or_else(|| {
        let known = state.api.forms.keys();
        ApiError::FormTypeNotFound { known }
    })?;
    Ok(match Parameters::of(&request).form_format()? {
        FormFormat::Json => answer::json(StatusCode::OK, &schema::of(&package.form_type)),
        FormFormat::Pdf => answer::pdf(&package.form_type.key, package.template.clone()),
    })
}
