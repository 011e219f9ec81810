//! The paths of `data` that mean something to the service itself. Whatever else a form type has is
//! its own affair; docs/FORMS.md tells those who write one.

use forms::data::below;
use forms::{Data, Value};

/// The name of an application.
pub const NAME: &str = "name";
/// What the applicant asks for.
pub(crate) const REQUESTED_AMOUNT: &str = "requestedAmount";
/// Where cost positions stand.
pub const COSTS: &str = "costs";
/// The columns of a cost position.
const COST_NAME: &str = "name";
const COST_AMOUNT: &str = "amount";

/// How many rows `costs` has.
pub(crate) fn costs_count(data: &Data) -> usize {
    match data.at(COSTS) {
        Some(Value::List(rows)) => rows.len(),
        _ => 0,
    }
}

/// The path of a row of `costs`.
pub(crate) fn cost_path(index: usize) -> String {
    below(COSTS, &index.to_string())
}

/// What a row of `costs` is called, if it has a name.
pub(crate) fn cost_name(data: &Data, index: usize) -> Option<&str> {
    match data.at(&below(&cost_path(index), COST_NAME)) {
        Some(Value::Text(name)) => Some(name),
        _ => None,
    }
}

/// What a row of `costs` costs, if it says so.
pub(crate) fn cost_cents(data: &Data, index: usize) -> Option<i64> {
    cents_at(data, &below(&cost_path(index), COST_AMOUNT))
}

/// What the applicant asks for, if there is such a field and it holds something.
pub(crate) fn requested_cents(data: &Data) -> Option<i64> {
    cents_at(data, REQUESTED_AMOUNT)
}

/// Whether a path is that of `costs`, or of something in it.
pub(crate) fn is_in_costs(path: &str) -> bool {
    let rest = path.strip_prefix(COSTS);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether a path ends at the amount of a row.
pub(crate) fn is_cost_amount(path: &str) -> bool {
    let last_step = path.rsplit_once('.').map(|(_, name)| name);
    last_step == Some(COST_AMOUNT)
}

fn cents_at(data: &Data, path: &str) -> Option<i64> {
    match data.at(path) {
        Some(Value::Number(number)) => number.to_cents(),
        _ => None,
    }
}
