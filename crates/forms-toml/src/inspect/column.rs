//! Columns of fields: like fields under each other, at one distance, with names that differ in a
//! number.

use std::collections::{BTreeMap, HashSet};

use super::area::PageRectangle;
use super::label_side::Side;
use super::numbered_name::{NumberedName, counting_number, counting_step};
use super::printed_label::PrintedLabel;
use super::proposal::Proposal;
use super::vocabulary::{is_speaking, words};

/// How far the edges of one column's fields may differ, in points.
const EDGE: f32 = 4.0;
/// The largest gap between two rows of one table, in points.
const GAP_MAX: f32 = 40.0;

/// Cells from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FieldColumn {
    /// Their indexes among the proposals.
    pub(super) cells: Vec<usize>,
    /// Their name without the number that counts the rows.
    pub(super) name: String,
    /// Whether only a step of the names counts the rows, as in forms of LiveCycle.
    pub(super) is_counted_by_step: bool,
    /// Whether labels or tooltips say that each field asks for something else: no column.
    pub(super) is_told_apart: bool,
    /// Whether each field has another tooltip: of rows they say which (`… der zweiten Person`).
    pub(super) has_own_tooltips: bool,
    /// Whether words in front of each row say what the row is about.
    pub(super) has_captions: bool,
    /// Table and column, where the names are paths: `costs`, `name`.
    pub(super) steps: Option<(String, String)>,
}

impl FieldColumn {
    /// Whether the names, and not only the places, show that these are rows.
    pub(super) fn is_named(&self) -> bool {
        is_speaking(&self.name)
    }
}

/// All columns of two cells or more, and those that would be if their fields were not told apart.
pub(super) fn columns(proposals: &[Proposal<'_>]) -> Vec<FieldColumn> {
    let names: Vec<NumberedName> = proposals
        .iter()
        .map(|proposal| NumberedName::of(&proposal.field.name))
        .collect();
    let mut alike: BTreeMap<(usize, String), Vec<(usize, PageRectangle)>> = BTreeMap::new();
    for (index, proposal) in proposals.iter().enumerate() {
        if let Some(area) = proposal.area().filter(|_| !proposal.field.required) {
            let kind = format!("{:?} {}", proposal.field.kind, names[index].skeleton());
            alike
                .entry((area.page, kind))
                .or_default()
                .push((index, area));
        }
    }
    alike
        .into_values()
        .flat_map(stacks)
        .flat_map(regular_runs)
        .filter_map(|mut cells| {
            // Names that speak tell a total from the rows.
            if !is_speaking(&names[cells[0]].skeleton()) {
                cells.truncate(rows_before_totals(&cells, proposals));
            }
            let own: Vec<&NumberedName> = cells.iter().map(|cell| &names[*cell]).collect();
            let single = counting_number(&own);
            let number = single.or_else(|| counting_step(&own))?;
            let labels = cells.iter().map(|cell| proposals[*cell].printed.as_ref());
            let labels: Vec<Option<&PrintedLabel>> = labels.collect();
            let tooltips = own_tooltips(&cells, proposals);
            let is_told_apart =
                have_own_labels(&labels) || !is_speaking(&own[0].without(number)) && tooltips > 1;
            let steps = own[0].steps_around(number);
            Some(FieldColumn {
                name: own[0].without(number),
                is_counted_by_step: single.is_none(),
                is_told_apart,
                has_own_tooltips: tooltips == cells.len(),
                has_captions: have_captions(&labels),
                steps: steps.map(|(table, column)| (table.to_owned(), column.to_owned())),
                cells,
            })
        })
        .collect()
}

/// Groups fields with the same left edge and width, each from top to bottom.
fn stacks(mut fields: Vec<(usize, PageRectangle)>) -> Vec<Vec<(usize, PageRectangle)>> {
    fields.sort_by(|one, other| one.1.left.total_cmp(&other.1.left));
    let mut stacks: Vec<Vec<(usize, PageRectangle)>> = Vec::new();
    for (index, area) in fields {
        let fits = |stack: &&mut Vec<(usize, PageRectangle)>| {
            let first = stack[0].1;
            (area.left - first.left).abs() <= EDGE && (area.right - first.right).abs() <= EDGE
        };
        match stacks.last_mut().filter(fits) {
            Some(stack) => stack.push((index, area)),
            None => stacks.push(vec![(index, area)]),
        }
    }
    for stack in &mut stacks {
        stack.sort_by(|one, other| one.1.top.total_cmp(&other.1.top));
    }
    stacks
}

/// Splits a stack into runs of fields at equal distances.
fn regular_runs(stack: Vec<(usize, PageRectangle)>) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<(usize, PageRectangle)>> = Vec::new();
    for cell in stack {
        let fits = |run: &&mut Vec<(usize, PageRectangle)>| {
            let last = run[run.len() - 1].1;
            let pitch = cell.1.top - last.top;
            let is_row = pitch > last.height() * 0.7 && pitch < last.height() + GAP_MAX;
            let usual = match run.as_slice() {
                [first, second, ..] => second.1.top - first.1.top,
                _ => pitch,
            };
            is_row && (pitch - usual).abs() <= (usual * 0.15).max(2.5)
        };
        match runs.last_mut().filter(fits) {
            Some(run) => run.push(cell),
            None => runs.push(vec![cell]),
        }
    }
    runs.retain(|run| run.len() > 1);
    let cells = |run: Vec<(usize, PageRectangle)>| run.into_iter().map(|cell| cell.0).collect();
    runs.into_iter().map(cells).collect()
}

/// How many fields stand above the first one with a label in front of it, such as `Summe`; all,
/// where the fields above have such labels, too.
fn rows_before_totals(cells: &[usize], proposals: &[Proposal<'_>]) -> usize {
    let label = |row: &usize| proposals[cells[*row]].printed.as_ref();
    let first = (1..cells.len()).find(|row| label(row).is_some());
    let is_total = |row: &usize| {
        let is_head = label(&0).is_none_or(|head| head.side == Side::Above);
        *row > 1 && is_head && label(row).is_some_and(|label| label.side == Side::Before)
    };
    first.filter(is_total).unwrap_or(cells.len())
}

/// Whether each field has a label of its own, as fields that merely stand under each other do. Of
/// the first row a text above it is the head of the column.
fn have_own_labels(labels: &[Option<&PrintedLabel>]) -> bool {
    let own: HashSet<Vec<String>> = labels
        .iter()
        .enumerate()
        .filter_map(|(row, label)| Some((row, (*label)?)))
        .filter(|(row, label)| *row > 0 || label.side != Side::Above)
        .filter(|(_, label)| !is_row_count(&label.text))
        .map(|(_, label)| words(&label.text).collect())
        .collect();
    own.len() > 1
}

/// Whether words in front of each row say what it is about.
fn have_captions(labels: &[Option<&PrintedLabel>]) -> bool {
    let captions = labels.iter().flatten();
    let captions = captions.filter(|label| label.side == Side::Before && is_speaking(&label.text));
    let own: HashSet<Vec<String>> = captions.map(|label| words(&label.text).collect()).collect();
    own.len() == labels.len()
}

/// Whether a label only counts its row, as `10c` and `3.` do.
pub(super) fn is_row_count(label: &str) -> bool {
    let has_digit = label.contains(|character: char| character.is_ascii_digit());
    has_digit && words(label).all(|word| word.chars().count() == 1)
}

/// About how many different things tooltips say that the fields are.
fn own_tooltips(cells: &[usize], proposals: &[Proposal<'_>]) -> usize {
    let tooltips = cells
        .iter()
        .filter_map(|cell| proposals[*cell].field.tooltip.as_deref());
    let own: HashSet<Vec<String>> = tooltips.map(|tooltip| words(tooltip).collect()).collect();
    own.len()
}
