//! Rows of `cleared_costs`.

use data_json::JsonLimits;
use domain::PaId;
use domain::cost_position::CostNames;
use forms::Value;
use ports::StoreError;

use super::corrupt;

/// The names as the row has them: a JSON array of texts.
pub(crate) fn cost_names_text(names: &CostNames) -> String {
    let names = names.as_slice().iter().map(Value::text);
    data_json::to_text(&Value::List(names.collect()))
}

/// The names in such a text; `Corrupt` if it is none, or holds no name.
pub(crate) fn cost_names(pa_id: PaId, text: &str) -> Result<CostNames, StoreError> {
    names_in(text).ok_or_else(|| corrupt("cleared_costs", "names", pa_id))
}

fn names_in(text: &str) -> Option<CostNames> {
    let Ok(Value::List(names)) = data_json::parse(text.as_bytes(), JsonLimits::STORED) else {
        return None;
    };
    let texts = names.iter().map(|name| match name {
        Value::Text(name) => Some(name.as_str()),
        _ => None,
    });
    let names: CostNames = texts.collect::<Option<_>>()?;
    // A list without rows is never cleared.
    (!names.is_empty()).then_some(names)
}
