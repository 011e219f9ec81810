//! `GET /forms/{form_type}`: the JSON Schema of its data, or the blank template.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{FormTypeKey, OpenRequest};
use crate::request::query::{FormFormat, Parameters};
use crate::state::State;
use crate::{response, schema};

pub(super) async fn get_form(
    form: OpenRequest<FormTypeKey>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let FormTypeKey(key) = form.path;
    let forms = &state.api.forms;
    let package = forms.find(&key).ok_or_else(|| {
        let known = forms.keys();
        ApiError::FormTypeNotFound { known }
    })?;
    Ok(match Parameters::of(&request).form_format()? {
        FormFormat::Json => {
            response::json(StatusCode::OK, &schema::of_complete(&package.form_type))
        }
        FormFormat::Pdf => response::pdf(&package.form_type.key, package.template.clone()),
    })
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getForm",
        tag::FORMS,
        "Describes a form type, or hands out its blank form",
    )
    .parameter(parameter::in_query(
        "format",
        "`json`: the JSON Schema (draft 2020-12) of complete data; `pdf`: the blank form.",
        json!({"type": "string", "enum": FormFormat::WORDS.all(), "default": "json"}),
    ))
    .response(
        DocumentedResponse::empty(200, "The schema or the form.")
            .content(
                "application/json",
                json!({"type": "object", "title": "JSON Schema"}),
            )
            .bytes("application/pdf")
            .headers(&["Content-Disposition"]),
    )
    .refused(&[Code::FormatUnknown, Code::ParameterRepeated])
}
