//! Boxes and options of a printed form: the marks beside them.

use forms::field_value::ValueError;
use forms::form_type::{Choice, FieldType, FormType};
use forms::value::Value;
use forms::words;

use super::area::Area;
use super::labels::{Meaning, normal};
use super::line::{LabelPlace, Line, Run};
use super::marks::{is_mark, split_mark};
use super::spots::EDGE;

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
/// the blank form prints it as well. Only what says so is taken: any other mark or option may be
/// what somebody typed.
pub(super) fn read(
    choices: &[Choice],
    multiple: bool,
    area: &Area<'_, '_>,
) -> Result<Option<Value>, ValueError> {
    let printed = printed_options(choices, area);
    let marked = printed.iter().filter(|option| option.is_marked());
    let mut chosen: Vec<&PrintedOption<'_, '_>> = marked.collect();
    if chosen.is_empty() {
        let mut filled_in = printed.iter().filter(|option| !option.run.is_own);
        if let (Some(only), None) = (filled_in.next(), filled_in.next()) {
            chosen.push(only);
        }
    }
    let value = match chosen.as_slice() {
        [] => return Ok(None),
        chosen if multiple => Value::List(
            choices
                .iter()
                .filter(|choice| chosen.iter().any(|option| option.choice == *choice))
                .map(|choice| Value::text(&*choice.key))
                .collect(),
        ),
        [option] => Value::text(&*option.choice.key),
        several => return Err(format!("has {} marked options, mark one", several.len())),
    };
    chosen.iter().for_each(|option| option.take());
    Ok(Some(value))
}

/// An option of a choice where it is printed.
struct PrintedOption<'line, 'text> {
    choice: &'line Choice,
    run: &'line Run<'text>,
    /// The mark that somebody put before it.
    mark: Option<&'line Run<'text>>,
}

impl PrintedOption<'_, '_> {
    fn is_marked(&self) -> bool {
        let (is_marked_itself, _) = split_mark(self.run.text);
        self.mark.is_some() || (is_marked_itself && !self.run.is_own)
    }

    fn take(&self) {
        self.run.take();
        self.mark.map(Run::take);
    }
}

/// The options that stand in an area, each with the mark right before it on its line.
fn printed_options<'line, 'text>(
    choices: &'line [Choice],
    area: &Area<'line, 'text>,
) -> Vec<PrintedOption<'line, 'text>> {
    let mut printed = Vec::new();
    for line in &area.lines {
        let mut mark: Option<&'line Run<'text>> = None;
        for &run in line {
            let before = mark.filter(|mark| stands_before(mark, run));
            // A bullet of the form stands between the mark and what that marks.
            if !(is_mark(run.text) && run.is_own) {
                mark = is_mark(run.text).then_some(run);
            }
            let (_, label) = split_mark(run.text);
            let mut choices = choices.iter();
            let choice = choices.find(|choice| choice.label == label || choice.key == label);
            printed.extend(choice.map(|choice| PrintedOption {
                choice,
                run,
                mark: before,
            }));
        }
    }
    printed
}

/// Whether a mark stands where people put that of the label behind it.
fn stands_before(mark: &Run<'_>, label: &Run<'_>) -> bool {
    (-EDGE..MARK_DISTANCE_MAX).contains(&(label.left - mark.right))
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
        && stands_before(mark, own)
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
