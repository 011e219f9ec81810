//! What a column of a table is called.

use super::column::{FieldColumn, is_row_count};
use super::proposal::Proposal;
use super::vocabulary::is_speaking;
use super::wording::own_name;

/// What the key of a column is made of.
pub(super) fn column_name(column: &FieldColumn, head: &Proposal<'_>) -> String {
    match &column.steps {
        Some((_, step)) => step.clone(),
        None if column.is_named() && is_speaking(&own_name(&column.name)) => own_name(&column.name),
        None => head.wording.name.clone(),
    }
}

/// The label of a column, without what counts its rows.
pub(super) fn column_label(column: &FieldColumn, head: &Proposal<'_>) -> String {
    let is_count = |character: char| character.is_ascii_digit() || character.is_whitespace();
    let label = uncounted_label(column, head);
    let bare = without_row(label.trim_end_matches(is_count)).trim_end_matches(is_count);
    if is_speaking(bare) {
        bare.to_owned()
    } else {
        label
    }
}

/// Of `Name_Row_` and `Name_` the `Name`, as Acrobat calls cells that it finds.
fn without_row(label: &str) -> &str {
    let is_mark = |character: char| matches!(character, '_' | ' ' | '-');
    let marked = label.trim_end_matches(is_mark);
    let rows = ["Row", "Zeile"].into_iter();
    let mut without = rows.filter_map(|row| marked.strip_suffix(row));
    let without = without.find(|rest| rest.ends_with(is_mark));
    without.unwrap_or(marked).trim_end_matches(is_mark)
}

fn uncounted_label(column: &FieldColumn, head: &Proposal<'_>) -> String {
    let printed = head.printed.as_ref();
    match printed.filter(|label| !is_row_count(&label.text)) {
        None if is_speaking(&own_name(&column.name)) => head
            .field
            .tooltip
            .clone()
            .filter(|tooltip| is_speaking(tooltip))
            .map_or_else(|| own_name(&column.name), |_| head.wording.label.clone()),
        _ => head.wording.label.clone(),
    }
}
