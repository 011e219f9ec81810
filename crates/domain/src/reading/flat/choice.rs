//! Boxes and options of a printed form: the marks beside them.

use super::area::Area;
use super::page::{Line, Run};
use crate::field_value::Problem;
use crate::form_type::Choice;
use crate::value::Value;

/// What viewers and pens put into a box that is on.
const MARKS: [&str; 14] = [
    "x", "X", "✓", "✔", "✕", "✗", "✘", "☒", "☑", "●", "•", "■", "◉", "⬤",
];

/// A mark stands within this many points of what it marks.
const MARK_DISTANCE_MAX: f32 = 30.0;

/// The marked options, or the only one that is printed at all (a combo box shows just its choice).
pub(super) fn read(
    choices: &[Choice],
    multiple: bool,
    area: &Area<'_, '_>,
) -> Result<Option<Value>, Problem> {
    let mut printed: Vec<&Choice> = Vec::new();
    let mut marked: Vec<&Choice> = Vec::new();
    let mut mark: Option<&Run<'_>> = None;
    for run in area.runs() {
        let (marked_here, label) = split_mark(run.text);
        let near = mark.is_some_and(|mark| run.left - mark.right < MARK_DISTANCE_MAX);
        mark = is_mark(run.text).then_some(run);
        let Some(choice) = choices
            .iter()
            .find(|choice| choice.label == label || choice.key == label)
        else {
            continue;
        };
        printed.push(choice);
        if marked_here || near {
            marked.push(choice);
        }
    }
    let chosen = match (marked.as_slice(), printed.as_slice()) {
        ([], [only]) => vec![*only],
        _ => marked,
    };
    match chosen.as_slice() {
        [] => Ok(None),
        chosen if multiple => Ok(Some(Value::List(
            chosen
                .iter()
                .map(|choice| Value::text(&*choice.key))
                .collect(),
        ))),
        [choice] => Ok(Some(Value::text(&*choice.key))),
        several => Err(format!("has {} marked options, mark one", several.len())),
    }
}

/// Whether a box is on: a mark just before its label, or a mark or a word behind it.
pub(super) fn read_boolean(
    lines: &[Line<'_>],
    line: usize,
    label: usize,
    area: &Area<'_, '_>,
) -> Result<bool, Problem> {
    let runs = &lines[line].runs;
    let own = &runs[label];
    let before = label.checked_sub(1).and_then(|position| runs.get(position));
    if before.is_some_and(|run| is_mark(run.text) && own.left - run.right < MARK_DISTANCE_MAX) {
        return Ok(true);
    }
    let behind = area
        .lines
        .first()
        .and_then(|line| line.first())
        .filter(|run| run.top < own.top + own.height);
    match behind.map(|run| run.text.trim().to_lowercase()) {
        Some(word) if word == "ja" || is_mark(&word) => Ok(true),
        _ => Ok(false),
    }
}

/// Whether a run is nothing but a mark.
pub(super) fn is_mark(text: &str) -> bool {
    MARKS.contains(&text.trim())
}

/// An option whose mark stands in one run with it: `● Fachschaft`.
fn split_mark(text: &str) -> (bool, &str) {
    match text.trim().split_once(' ') {
        Some((mark, label)) if is_mark(mark) => (true, label.trim()),
        _ => (false, text.trim()),
    }
}
