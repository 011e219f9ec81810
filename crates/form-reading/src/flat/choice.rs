//! Boxes and options of a printed form: the marks beside them.

use forms::field_value::ValueError;
use forms::form_type::{Choice, FieldType, FormType};
use forms::value::Value;
use forms::words;

use super::area::Area;
use super::labels::{Meaning, normal};
use super::line::{LabelPlace, Line, Run};
use super::marks::{is_mark, split_mark};

/// A mark stands within this many points of what it marks.
const MARK_DISTANCE_MAX: f32 = 30.0;

/// Tells printed options from content: the lines right under the label of a choice that hold
/// nothing but its options and marks.
pub(super) fn mark_options(form_type: &FormType, lines: &mut [Line<'_>]) {
    for field in form_type.fields() {
        let FieldType::Choice { choices, .. } = &field.kind else {
            continue;
        };
        let label = Meaning::FieldLabel(normal(&field.label));
        let starts: Vec<usize> = (0..lines.len())
            .filter(|&line| lines[line].runs.iter().any(|run| run.meaning == label))
            .collect();
        for start in starts {
            let page = lines[start].page;
            let under = lines[start + 1..].iter_mut().take_while(|line| {
                line.page == page && line.runs.iter().all(|run| is_option(choices, run))
            });
            under
                .flat_map(|line| &mut line.runs)
                .for_each(|run| run.meaning = Meaning::Option);
        }
    }
}

fn is_option(choices: &[Choice], run: &Run<'_>) -> bool {
    let (_, label) = split_mark(run.text);
    matches!(run.meaning, Meaning::Content | Meaning::Own)
        && (is_mark(run.text)
            || choices
                .iter()
                .any(|choice| choice.label == label || choice.key == label))
}

/// The marked options, or the only one that is printed (a combo box shows just its choice) unless
/// the blank form prints it as well.
pub(super) fn read(
    choices: &[Choice],
    multiple: bool,
    area: &Area<'_, '_>,
) -> Result<Option<Value>, ValueError> {
    let mut printed: Vec<&Choice> = Vec::new();
    let mut marked: Vec<&Choice> = Vec::new();
    let mut mark: Option<&Run<'_>> = None;
    for run in area.runs() {
        let (marked_here, label) = split_mark(run.text);
        let before = mark.filter(|mark| run.left - mark.right < MARK_DISTANCE_MAX);
        // A bullet of the form stands between the mark and what that marks.
        if !(is_mark(run.text) && run.is_own) {
            mark = is_mark(run.text).then_some(run);
        }
        let Some(choice) = choices
            .iter()
            .find(|choice| choice.label == label || choice.key == label)
        else {
            continue;
        };
        run.take();
        if !run.is_own {
            printed.push(choice);
        }
        if (marked_here && !run.is_own) || before.is_some() {
            before.map(Run::take);
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
            choices
                .iter()
                .filter(|choice| chosen.contains(choice))
                .map(|choice| Value::text(&*choice.key))
                .collect(),
        ))),
        [choice] => Ok(Some(Value::text(&*choice.key))),
        several => Err(format!("has {} marked options, mark one", several.len())),
    }
}

/// Whether a run is a mark that the blank form does not print there itself, as a bullet.
fn is_filled_in_mark(run: &Run<'_>) -> bool {
    is_mark(run.text) && !run.is_own
}

/// Whether a box is on: a mark just before its label, or a mark or a word behind it.
pub(super) fn read_boolean(
    lines: &[Line<'_>],
    label: LabelPlace,
    area: &Area<'_, '_>,
) -> Result<bool, ValueError> {
    let runs = &lines[label.line].runs;
    let own = &runs[label.run];
    let before = label
        .run
        .checked_sub(1)
        .and_then(|position| runs.get(position));
    if let Some(mark) = before
        && is_filled_in_mark(mark)
        && own.left - mark.right < MARK_DISTANCE_MAX
    {
        mark.take();
        return Ok(true);
    }
    let behind = area
        .lines
        .first()
        .and_then(|line| line.first())
        .filter(|run| run.top < own.top + own.height);
    let Some(behind) = behind else {
        return Ok(false);
    };
    let word = behind.text.trim().to_lowercase();
    let is_on = word == words::YES.to_lowercase() || is_filled_in_mark(behind);
    if is_on || word == words::NO.to_lowercase() {
        behind.take();
    }
    Ok(is_on)
}
