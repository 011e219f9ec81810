//! Telling a value that reads like a label from the label, by the size of its letters.

use std::collections::HashSet;

use super::labels::Meaning;
use super::page::{Line, Run};

/// Sizes nearer than this are one, in points.
const TOLERANCE: f32 = 0.25;

/// Takes as content what reads like a label but is larger, or like a heading but is smaller, where
/// the label or heading itself stands elsewhere. Forms that print everything in one size are left
/// as they are.
pub(super) fn free_values(lines: &mut [Line<'_>]) {
    let usual = usual_size(lines).unwrap_or(f32::INFINITY);
    let is_larger = |size: f32| size > usual && !is_same(size, usual);
    let printed: Vec<(Meaning, f32)> = runs(lines)
        .filter(|run| is_label(run) || matches!(run.meaning, Meaning::Heading(_)))
        .map(|run| (run.meaning.clone(), run.height))
        .collect();
    let stands_elsewhere = |run: &Run<'_>, is_printed: &dyn Fn(f32) -> bool| {
        !is_printed(run.height)
            && printed
                .iter()
                .any(|(meaning, size)| *meaning == run.meaning && is_printed(*size))
    };
    for run in lines.iter_mut().flat_map(|line| &mut line.runs) {
        let is_value = if is_label(run) {
            stands_elsewhere(run, &|size| !is_larger(size))
        } else if matches!(run.meaning, Meaning::Heading(_)) {
            let largest = printed
                .iter()
                .filter(|(meaning, _)| *meaning == run.meaning)
                .map(|(_, size)| *size)
                .fold(0.0, f32::max);
            stands_elsewhere(run, &|size| is_same(size, largest))
        } else {
            false
        };
        if is_value {
            run.meaning = Meaning::Content;
        }
    }
}

/// The size in which most of the different labels stand.
fn usual_size(lines: &[Line<'_>]) -> Option<f32> {
    let mut labels: Vec<(f32, &Meaning)> = runs(lines)
        .filter(|run| is_label(run))
        .map(|run| (run.height, &run.meaning))
        .collect();
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let different = |labels: &&[(f32, &Meaning)]| {
        let meanings: HashSet<&Meaning> = labels.iter().map(|label| label.1).collect();
        meanings.len()
    };
    labels
        .chunk_by(|one, other| is_same(one.0, other.0))
        .max_by_key(different)
        .and_then(|labels| labels.first().map(|label| label.0))
}

fn is_label(run: &Run<'_>) -> bool {
    matches!(
        run.meaning,
        Meaning::FieldLabel(_) | Meaning::ColumnLabel(_)
    )
}

pub(super) fn is_same(one: f32, other: f32) -> bool {
    (one - other).abs() < TOLERANCE
}

fn runs<'lines, 'text>(lines: &'lines [Line<'text>]) -> impl Iterator<Item = &'lines Run<'text>> {
    lines.iter().flat_map(|line| &line.runs)
}
