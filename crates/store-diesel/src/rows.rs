//! Rows of the tables, and their conversion to and from domain types. A row that cannot be
//! converted is an error with its table, column and primary key.
//!
//! Rows are inserted with every column (`treat_none_as_default_value = false`): SQLite knows no
//! `DEFAULT` as a value, so diesel would leave columns out and prepare each insertion anew.

mod application;
mod attachment;
mod cleared_costs;
mod cost_position;
mod form_package;
mod history;
mod history_end;
mod key;
mod numbered_position;
mod replay;
mod senseless;
mod shown_text;

pub(crate) use application::{ApplicationRow, StampRow, SummaryRow, data_text};
pub(crate) use attachment::{AttachmentRow, NewAttachmentRow, blob_key};
pub(crate) use cleared_costs::{cost_names, cost_names_text};
pub(crate) use cost_position::{NewOfferRow, OfferRow, PositionRow, offer_index, positions};
pub(crate) use form_package::{FormPackageFiles, FormPackageRow, form_package_count, form_version};
pub(crate) use history::{HistoryRow, NewHistoryRow, chain_end};
pub(crate) use history_end::HistoryEndRow;
pub(crate) use key::KeyRow;
pub(crate) use numbered_position::{NumberedPosition, numbered_positions};
pub(crate) use replay::{NewReplayRow, ReplayRow};
pub(crate) use senseless::{SenselessRow, take as take_senseless_row};
pub(crate) use shown_text::ShownText;

use domain::Timestamp;
use ports::StoreError;

/// The error for a column that makes no sense. The one place where it is made, so that each is
/// noted.
pub(crate) fn corrupt(table: &'static str, column: &'static str, row: impl ToString) -> StoreError {
    let row = SenselessRow {
        table,
        column,
        row: row.to_string(),
    };
    senseless::note(row.clone());
    row.into_error()
}

/// The time in a column.
fn time(microseconds: i64, wrong: impl FnOnce() -> StoreError) -> Result<Timestamp, StoreError> {
    Timestamp::from_microseconds(microseconds).ok_or_else(wrong)
}

/// The digest in a column.
fn digest(bytes: Vec<u8>, wrong: impl FnOnce() -> StoreError) -> Result<[u8; 32], StoreError> {
    <[u8; 32]>::try_from(bytes).map_err(|_| wrong())
}
