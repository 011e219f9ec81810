//! `GET /applications`: all applications, newest first, page by page. Only with a master key.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use forms::Status;
use serde_json::json;

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{AdministratorOfAll, AuthorizedRequest};
use crate::request::list_query::{self, cursor};
use crate::request::query::Parameters;
use crate::response::{self, ApplicationListResponse, ApplicationSummaryResponse};
use crate::state::State;

pub(super) async fn list_applications(
    _: AuthorizedRequest<AdministratorOfAll>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let query = list_query::read(&Parameters::of(&request))?;
    let order = query.filter.order;
    let list = &state.api.applications;
    let page = list.list(query.filter, query.limit, query.start).await?;
    let body = ApplicationListResponse {
        applications: page
            .applications
            .iter()
            .map(ApplicationSummaryResponse::from)
            .collect(),
        unreadable: page.unreadable,
        total_count: page.total_count,
        next: page.next.map(|place| cursor::write(order, place)),
    };
    Ok(response::json(StatusCode::OK, &body))
}

/// A time in UTC. The format `date-time` (RFC 3339) demands an offset.
const TIME_WITHOUT_OFFSET: &str = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\
    T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?$";

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    let operation = Operation::new(
        "listApplications",
        tag::ADMINISTRATION,
        "Lists all applications, newest first",
    )
    .parameter(parameter::limit())
    .parameter(parameter::offset())
    .parameter(parameter::in_query(
        "after",
        "The `next` of the page before, asked for with the same `sort`: this page begins after it, \
            however far down that is and whatever came meanwhile. Not with `offset`. What is in it \
            may change.",
        json!({"type": "string"}),
    ));
    with_filters(operation)
        .parameter(parameter::in_query(
            "sort",
            "What comes first: what was uploaded last, or what changed last.",
            json!({"type": "string", "enum": ["created", "activity"], "default": "created"}),
        ))
        .response(
            DocumentedResponse::json::<ApplicationListResponse>(200, "A page of them.")
                .headers(&["Cache-Control"]),
        )
        .refused(&[Code::ParameterInvalid, Code::ParameterRepeated])
}

/// The parameters that say which are listed.
fn with_filters(operation: Operation) -> Operation {
    // An example would be filled in where the document is tried out, and filter.
    let text = || json!({"type": "string"});
    let moment = || {
        json!({"anyOf": [
            {"type": "string", "format": "date"},
            {"type": "string", "pattern": TIME_WITHOUT_OFFSET},
            {"type": "string", "format": "date-time"},
        ]})
    };
    operation
        .parameter(parameter::in_query(
            "form_type",
            "Only those of this form type.",
            text(),
        ))
        .parameter(parameter::in_query(
            "status",
            "Only those of this status.",
            json!({"type": "string", "enum": Status::ALL.map(Status::as_str)}),
        ))
        .parameter(parameter::in_query(
            "created_from",
            "Only those uploaded then or later: a date or a time, UTC, such as 2026-02-01 or \
                2026-02-01T12:00:00.",
            moment(),
        ))
        .parameter(parameter::in_query(
            "created_to",
            "Only those uploaded then or earlier, the whole day if it is a date.",
            moment(),
        ))
        .parameter(parameter::in_query(
            "activity_from",
            "Only those of which anything changed then or later, attachments and offers included. \
                A time may carry an offset.",
            moment(),
        ))
        .parameter(parameter::in_query(
            "activity_to",
            "Only those of which anything last changed then or earlier, the whole day if it is a \
                date.",
            moment(),
        ))
}
