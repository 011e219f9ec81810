//! Answers about form types, and those that hold one sentence.

use forms::FormType;
use paperclip::actix::Apiv2Schema;
use serde::Serialize;

/// A kind of form.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "FormType")]
pub(crate) struct FormTypeResponse {
    /// The word to send as `form_type`.
    form_type: String,
    /// What the form calls itself.
    title: String,
    /// Raised whenever its fields change.
    version: u32,
}

/// All form types.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "FormTypeList")]
pub(crate) struct FormTypeListResponse {
    /// The form types.
    pub(crate) forms: Vec<FormTypeResponse>,
}

/// The service says its name.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Greeting")]
pub(crate) struct GreetingResponse {
    /// The name of the service.
    pub(crate) message: String,
}

/// How the service is.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Health")]
pub(crate) struct HealthResponse {
    /// `live` or `ready`.
    pub(crate) status: String,
}

/// Says that something was done.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Done")]
pub(crate) struct DoneResponse {
    /// A sentence for people.
    pub(crate) detail: String,
}

impl From<&FormType> for FormTypeResponse {
    fn from(form_type: &FormType) -> Self {
        Self {
            form_type: form_type.key.clone(),
            title: form_type.title.clone(),
            version: form_type.version,
        }
    }
}
