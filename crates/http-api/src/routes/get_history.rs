//! `GET /applications/{pa_id}/history`: what happened to an application, page by page.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use usecases::HistoryRange;

use crate::connection::ConnectionHandle;
use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::request::list_query;
use crate::request::query::Parameters;
use crate::response::HistoryResponse;
use crate::state::State;
use crate::{rate_limit, response, shares};

/// What a byte of a history, as it is hashed, takes at most while a page is made of it: its values,
/// and their JSON.
const MEMORY_OF_A_BYTE: u64 = 4;

const DESCRIPTION: &str = "\
Every change of the data, of attachments, offers, justifications and of the key, with the values \
before and after; of files name, size and SHA-256. Entries are never changed: each hash is made \
of its entry and of the hash before it.

Paths are those of `data` (`applicant.email`, `costs.0.amount`; a row that came or went is one \
value), or begin with `original`, `attachments.{id}` or `cost_positions.{index}`.

**`hash`** is SHA-256, in hexadecimal digits, of these bytes one after the other: the hash \
before it (32 bytes; zeros for the first); `pa_id`; `number`; `at`; `by`; `action`; the number \
of changes; and of each its path, `before` and `after`. A number or a count is 8 bytes, most \
significant first; a text is the count of its bytes in UTF-8, then these. A value is a letter \
and its content: `n` null, `f` false, `t` true, `d` and a number as text (the shortest decimal \
digits: `12.5`, not `12.50`), `s` and a text, `a` and the count of items, then these, `o` and \
the count of members, then each name and value, by the bytes of their names.";

pub(super) async fn get_history(
    authorized: AuthorizedRequest<ApplicationKeyHolder>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let (count, offset) = list_query::page(&Parameters::of(&request))?;
    let range = HistoryRange {
        pa_id: authorized.granted.pa_id,
        count,
        offset,
    };
    let (applications, client) = (&state.api.applications, rate_limit::client(&request)?);
    let bytes = applications.history_page_bytes(range).await?;
    let in_memory = bytes.saturating_mul(MEMORY_OF_A_BYTE);
    shares::answer::take_ahead(&request, &state, in_memory).await?;
    let shown = applications.shown_history(client, range, bytes, |page| {
        response::json_text(&HistoryResponse::from(page))
    });
    let shown = async { Ok::<_, ApiError>(shown.await??) };
    let text = ConnectionHandle::of(&request).unless_ended(shown).await?;
    Ok(response::written_json(text))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getHistory",
        tag::APPLICATIONS,
        "Shows what happened to an application, oldest first",
    )
    .described(DESCRIPTION)
    .parameter(parameter::limit())
    .parameter(parameter::offset())
    .response(
        DocumentedResponse::json::<HistoryResponse>(200, "A page of it.")
            .headers(&["Cache-Control"]),
    )
    .refused(&[Code::ParameterInvalid, Code::ParameterRepeated])
}
