//! Answers about applications.

use data_json::RawJson;
use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use serde_json::Value as Json;
use usecases::{ApplicationSummary, ApplicationView, UploadReport};

/// An application.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Application")]
pub(crate) struct ApplicationResponse {
    /// The identifier: two digits of the year and a number.
    pub(crate) pa_id: String,
    /// When it was uploaded, UTC.
    pub(crate) created_at: String,
    /// When it was last changed, UTC.
    pub(crate) updated_at: String,
    /// The key of its form type.
    pub(crate) form_type: String,
    /// The version of its form type that it came in with, and keeps; null while that is not known.
    pub(crate) form_version: Option<u32>,
    /// Whether its required fields have values.
    pub(crate) status: String,
    /// What the form holds.
    pub(crate) data: JsonText,
}

/// JSON text, which is passed on as it is.
#[derive(Serialize)]
pub(crate) struct JsonText(Box<RawJson>);

impl paperclip::v2::schema::Apiv2Schema for JsonText {}

/// A new application. The key is shown this once.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "UploadedApplication")]
pub(crate) struct UploadedApplicationResponse {
    /// The identifier of the new application.
    pub(crate) pa_id: String,
    /// The secret key, for the header X-PA-KEY. It is not kept and cannot be shown again.
    pub(crate) pa_key: String,
    /// What was read from the form.
    pub(crate) data: Json,
    /// Whether its required fields have values.
    pub(crate) status: String,
}

/// An application after a change.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "ChangedApplication")]
pub(crate) struct ChangedApplicationResponse {
    /// The identifier of the application.
    pub(crate) pa_id: String,
    /// All of its data after the change.
    pub(crate) data: Json,
    /// Whether its required fields have values.
    pub(crate) status: String,
}

/// An application in the list.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "ApplicationSummary")]
pub(crate) struct ApplicationSummaryResponse {
    /// The identifier.
    pub(crate) pa_id: String,
    /// The key of its form type.
    pub(crate) form_type: String,
    /// Whether its required fields have values.
    pub(crate) status: String,
    /// The name of the project; null while it has none.
    pub(crate) name: Option<String>,
    /// When it was uploaded, UTC.
    pub(crate) created_at: String,
    /// When it was last changed, UTC.
    pub(crate) updated_at: String,
    /// When anything of it last changed, attachments and offers included, UTC.
    pub(crate) activity_at: String,
}

/// A page of the list of applications.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "ApplicationList")]
pub(crate) struct ApplicationListResponse {
    /// The applications of this page, newest first.
    pub(crate) applications: Vec<ApplicationSummaryResponse>,
    /// The identifiers of applications that belong on this page and whose rows in the database are
    /// damaged, so that they cannot be shown; usually none. What stands in their place may be no
    /// identifier. `formservice verify` says what is damaged.
    pub(crate) unreadable: Vec<String>,
    /// How many applications there are on all pages, those that are unreadable included.
    pub(crate) total_count: u64,
    /// The `after` of the next page; null where this is the last one.
    pub(crate) next: Option<String>,
}

/// A new key. It is shown this once.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "NewKey")]
pub(crate) struct NewKeyResponse {
    /// The identifier of the application.
    pub(crate) pa_id: String,
    /// The new secret key. The one before is worth nothing any more.
    pub(crate) pa_key: String,
}

/// What is still missing before an application can be decided.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Check")]
pub(crate) struct CheckResponse {
    /// Whether nothing is missing.
    pub(crate) complete: bool,
    /// What is missing.
    pub(crate) problems: Vec<ProblemResponse>,
}

/// Something that is missing.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Problem")]
pub(crate) struct ProblemResponse {
    /// A path in `data`.
    pub(crate) r#where: String,
    /// A sentence for people.
    pub(crate) problem: String,
}

impl From<&ApplicationView> for ApplicationResponse {
    fn from(view: &ApplicationView) -> Self {
        let application = &view.application;
        Self {
            pa_id: application.pa_id.to_string(),
            created_at: application.created_at.to_string(),
            updated_at: application.updated_at.to_string(),
            form_type: application.form_type.clone(),
            form_version: application.form_version.map(|version| version.number),
            status: application.status.to_string(),
            data: JsonText(view.data.clone()),
        }
    }
}

impl From<&UploadReport> for UploadedApplicationResponse {
    fn from(report: &UploadReport) -> Self {
        Self {
            pa_id: report.pa_id.to_string(),
            pa_key: report.key.reveal().to_owned(),
            data: super::data(&report.data),
            status: report.status.to_string(),
        }
    }
}

impl From<&ApplicationSummary> for ApplicationSummaryResponse {
    fn from(summary: &ApplicationSummary) -> Self {
        Self {
            pa_id: summary.pa_id.to_string(),
            form_type: summary.form_type.clone(),
            status: summary.status.to_string(),
            name: summary.name.clone(),
            created_at: summary.created_at.to_string(),
            updated_at: summary.updated_at.to_string(),
            activity_at: summary.activity_at.to_string(),
        }
    }
}
