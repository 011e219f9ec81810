//! Answers about a filled form.

use crate::error::upload_refusal;
use forms::fill_report::{FilledPlace, FilledValue};
use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use serde_json::Value as Json;
use usecases::{FilledFormReport, ReadBackDifference, ReadBackOutcome};

/// Where each value stands in the filled form, and what is read from it.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "FillReport")]
pub(crate) struct FillReportResponse {
    /// Whether every value is shown, each of its characters as it is, and reads back the same.
    complete: bool,
    /// The pages of the filled form.
    page_count: usize,
    /// How many of them follow those of the blank form, with what has no room there.
    continuation_page_count: usize,
    /// The values that were written, in the order of the form.
    values: Vec<FilledValueResponse>,
    /// What the service finds in the filled form when it reads it like an upload.
    read_back: ReadBackResponse,
}

/// What became of a value in the filled form.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "FilledValue")]
pub(crate) struct FilledValueResponse {
    /// Its path in `data`.
    path: String,
    /// Whether a person finds all of it.
    shown: bool,
    /// Characters that no font has. Each is drawn as its code point in brackets: `[U+1C50]`.
    missing_characters: Vec<String>,
    /// Everywhere it was written to.
    places: Vec<FilledPlaceResponse>,
}

/// A place in the filled form that a value was written to.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "FilledPlace")]
pub(crate) struct FilledPlaceResponse {
    /// What a person sees there: the `whole` value; a `part` of it that goes on over the page; a
    /// `reference` to the page on which it stands; or `nothing`.
    shows: String,
    /// The name of the field in the PDF; null where the value is printed beside fields.
    field: Option<String>,
    /// From 1; null where it stands on no page.
    page: Option<usize>,
    /// Whether that is a continuation page.
    continuation: bool,
    /// From the left edge of the page as it is shown, in points (1/72 inch); null as `page` is.
    left: Option<f64>,
    /// From its upper edge, in points.
    top: Option<f64>,
    /// From left to right, in points.
    width: Option<f64>,
    /// From top to bottom, in points.
    height: Option<f64>,
    /// The size of the type, in points; null where there is no text of the value.
    size: Option<f64>,
    /// The size that the field asks for; null where it asks for none. Smaller type was shrunk.
    asked_size: Option<f64>,
}

const SAME: &str = "same";
const DIFFERENT: &str = "different";
const REFUSED: &str = "refused";

/// What the filled form holds, read like an upload.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "ReadBack")]
pub(crate) struct ReadBackResponse {
    /// `same`, `different`, or `refused`: it would not be taken as an upload.
    outcome: String,
    /// The code with which it would be refused; null unless it would.
    code: Option<String>,
    /// Why it would be refused, in a sentence; null unless it would.
    detail: Option<String>,
    /// The values that read otherwise than they were written.
    differences: Vec<ReadBackDifferenceResponse>,
}

/// A value that reads otherwise than it was written.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "ReadBackDifference")]
pub(crate) struct ReadBackDifferenceResponse {
    /// Where it stands.
    path: String,
    /// What was written; null where that was nothing.
    written: Json,
    /// What was read; null where that was nothing.
    read: Json,
}

impl ReadBackResponse {
    /// Every `outcome`.
    pub(crate) const OUTCOMES: [&str; 3] = [SAME, DIFFERENT, REFUSED];
}

/// The JSON that HTTP clients get for a report, for the command line.
pub fn fill_report_json(report: &FilledFormReport) -> serde_json::Result<Json> {
    serde_json::to_value(FillReportResponse::from(report))
}

impl From<&FilledFormReport> for FillReportResponse {
    fn from(report: &FilledFormReport) -> Self {
        let placed = &report.placed;
        let value = |value| FilledValueResponse::new(value, placed.template_page_count);
        Self {
            complete: report.is_complete(),
            page_count: placed.page_count,
            continuation_page_count: placed.page_count - placed.template_page_count,
            values: placed.values.iter().map(value).collect(),
            read_back: ReadBackResponse::from(&report.read_back),
        }
    }
}

impl FilledValueResponse {
    fn new(value: &FilledValue, template_page_count: usize) -> Self {
        let missing = value.missing_characters.iter();
        let place = |place| FilledPlaceResponse::new(place, template_page_count);
        Self {
            path: value.path.clone(),
            shown: value.is_shown(),
            missing_characters: missing
                .map(|character| format!("U+{:04X}", u32::from(*character)))
                .collect(),
            places: value.places.iter().map(place).collect(),
        }
    }
}

impl FilledPlaceResponse {
    fn new(filled: &FilledPlace, template_page_count: usize) -> Self {
        let page = filled.place.map(|place| place.page);
        Self {
            shows: filled.shows.as_str().to_owned(),
            field: filled.field.clone(),
            page: page.map(|page| page + 1),
            continuation: page.is_some_and(|page| page >= template_page_count),
            left: filled.place.map(|place| points(place.left)),
            top: filled.place.map(|place| points(place.top)),
            width: filled.place.map(|place| points(place.width)),
            height: filled.place.map(|place| points(place.height)),
            size: filled.size.map(points),
            asked_size: filled.asked_size.map(points),
        }
    }
}

impl From<&ReadBackOutcome> for ReadBackResponse {
    fn from(read_back: &ReadBackOutcome) -> Self {
        let outcome = match read_back {
            ReadBackOutcome::Same => SAME,
            ReadBackOutcome::Different(_) => DIFFERENT,
            ReadBackOutcome::Refused(_) => REFUSED,
        };
        let differences = match read_back {
            ReadBackOutcome::Different(differences) => differences.as_slice(),
            ReadBackOutcome::Same | ReadBackOutcome::Refused(_) => &[],
        };
        let refusal = match read_back {
            ReadBackOutcome::Refused(error) => Some(upload_refusal(error)),
            ReadBackOutcome::Same | ReadBackOutcome::Different(_) => None,
        };
        let (code, detail) = refusal.unzip();
        Self {
            outcome: outcome.to_owned(),
            code: code.map(|code| code.to_string()),
            detail,
            differences: differences
                .iter()
                .map(ReadBackDifferenceResponse::from)
                .collect(),
        }
    }
}

impl From<&ReadBackDifference> for ReadBackDifferenceResponse {
    fn from(difference: &ReadBackDifference) -> Self {
        Self {
            path: difference.path.clone(),
            written: data_json::to_json(&difference.written),
            read: data_json::to_json(&difference.read),
        }
    }
}

/// A length in points, rounded to hundredths.
pub(super) fn points(number: f32) -> f64 {
    (f64::from(number) * 100.0).round() / 100.0
}
