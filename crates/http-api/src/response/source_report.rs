//! Answers about where values came from.

use forms::value_source::SourceKind;
use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use usecases::{SourceReport, SourcedValue, ValueOrigin};

use super::fill_report::points;
use crate::error::upload_refusal;

const PUT: &str = "put";
const NOTHING: &str = "nothing";
const UNKNOWN: &str = "unknown";

/// Where each value came from.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "SourceReport")]
pub(crate) struct SourceReportResponse {
    /// The values that there are, in the order of the form.
    values: Vec<ValueSourceResponse>,
    /// The code with which the uploaded file would be refused today; null unless it would.
    code: Option<String>,
    /// Why it would be refused, in a sentence; null unless it would.
    detail: Option<String>,
}

/// Where a value came from.
#[derive(Serialize, Apiv2Schema, Default)]
#[openapi(rename = "ValueSource")]
pub(crate) struct ValueSourceResponse {
    /// Its path in `data`.
    path: String,
    /// From the uploaded file: `field`, the value of its field; `text_in_place`, printed in the
    /// place of its field; `text_at_label`, printed at its label; `unknown_field`, a field that
    /// the form type does not know; `page_text`, printed on a page. Else `put`, a change;
    /// `nothing`, a box of which the file says nothing; or `unknown`.
    how: String,
    /// When it was changed, UTC; null unless it was.
    at: Option<String>,
    /// The name of the field in the PDF, or the label of the text; null where neither led to it.
    name: Option<String>,
    /// What stands in the PDF, before it was read as a value; null where it is not from there.
    raw: Option<String>,
    /// From 1; null where it is not known.
    page: Option<usize>,
    /// From the left edge of the page as it is shown, in points (1/72 inch); null as `page` is.
    left: Option<f64>,
    /// From its upper edge, in points.
    top: Option<f64>,
    /// From left to right, in points.
    width: Option<f64>,
    /// From top to bottom, in points.
    height: Option<f64>,
}

impl ValueSourceResponse {
    /// Every word of `how`.
    pub(crate) fn origins() -> impl Iterator<Item = &'static str> {
        let of_file = SourceKind::ALL.into_iter().map(SourceKind::as_str);
        of_file.chain([PUT, NOTHING, UNKNOWN])
    }
}

impl From<&SourceReport> for SourceReportResponse {
    fn from(report: &SourceReport) -> Self {
        let (code, detail) = report.refused.as_ref().map(upload_refusal).unzip();
        Self {
            values: report
                .values
                .iter()
                .map(ValueSourceResponse::from)
                .collect(),
            code: code.map(|code| code.to_string()),
            detail,
        }
    }
}

impl From<&SourcedValue> for ValueSourceResponse {
    fn from(value: &SourcedValue) -> Self {
        let (how, at, source) = match &value.origin {
            ValueOrigin::File(source) => (source.kind.as_str(), None, Some(source)),
            ValueOrigin::Put(at) => (PUT, Some(at.to_string()), None),
            ValueOrigin::Nothing => (NOTHING, None, None),
            ValueOrigin::Unknown => (UNKNOWN, None, None),
        };
        let place = source.and_then(|source| source.place);
        Self {
            path: value.path.clone(),
            how: how.to_owned(),
            at,
            name: source.and_then(|source| source.name.clone()),
            raw: source.map(|source| source.raw.clone()),
            page: place.map(|place| place.page + 1),
            left: place.map(|place| points(place.left)),
            top: place.map(|place| points(place.top)),
            width: place.map(|place| points(place.width)),
            height: place.map(|place| points(place.height)),
        }
    }
}
