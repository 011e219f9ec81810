//! From the texts of a printed form to lines of runs that know what they are.

use forms::form_content::PlacedText;

use super::labels::{Labels, Meaning};
use super::line::{Line, Run};
use super::marks::is_mark;
use super::own_places::OwnPlaces;
use super::sizes;

/// Runs whose tops differ by less than this share of their height stand on one line.
const SAME_LINE: f32 = 0.6;

/// The lines of all pages, from top to bottom. Where a label and its value are one run, the value
/// is a run of its own.
pub(super) fn lines<'text>(
    texts: impl Iterator<Item = &'text PlacedText>,
    labels: &Labels,
    own: &OwnPlaces,
) -> Vec<Line<'text>> {
    let mut ordered: Vec<&PlacedText> = texts.filter(|text| !text.text.trim().is_empty()).collect();
    ordered.sort_by(|one, other| {
        one.place
            .page
            .cmp(&other.place.page)
            .then(one.baseline().total_cmp(&other.baseline()))
    });
    let mut lines: Vec<Line<'text>> = Vec::new();
    let mut line_baseline = f32::NEG_INFINITY;
    for text in ordered {
        let near = (text.baseline() - line_baseline).abs() < SAME_LINE * text.place.height;
        let same = lines
            .last()
            .is_some_and(|line| line.page == text.place.page)
            && near;
        if !same {
            lines.push(Line {
                page: text.place.page,
                is_on_continuation: false,
                runs: Vec::new(),
            });
            line_baseline = text.baseline();
        }
        if let Some(line) = lines.last_mut() {
            let mut runs = runs(text, labels, own);
            if let Some(last) = runs.last_mut() {
                last.line_end = text.line_end.as_deref();
            }
            for run in &mut runs {
                run.is_ordered = text.is_ordered;
            }
            line.runs.extend(runs);
        }
    }
    for line in &mut lines {
        line.runs
            .sort_by(|one, other| one.left.total_cmp(&other.left));
    }
    for page in lines.chunk_by_mut(|one, other| one.page == other.page) {
        if page.iter().any(Line::is_title) {
            page.iter_mut()
                .for_each(|line| line.is_on_continuation = true);
        }
    }
    sizes::free_values(&mut lines);
    sizes::free_continued_values(&mut lines);
    lines
}

fn runs<'text>(text: &'text PlacedText, labels: &Labels, own: &OwnPlaces) -> Vec<Run<'text>> {
    let place = text.place;
    let run = |text: &'text str, meaning| Run::new(text, meaning, place);
    // Where exactly the second part of a run begins does not matter, only that it follows the
    // first.
    let (middle, _) = place.middle();
    let two = |first: Run<'text>, second: Run<'text>| {
        vec![first.ending_at(middle), second.beginning_at(middle)]
    };
    let (meaning, value) = labels.meaning(&text.text);
    let whole = text.text.trim_end();
    let label = value.and_then(|value| whole.strip_suffix(value));
    let label = label.unwrap_or(whole).trim_end();
    if own.is_filled_in(&meaning, label, text) {
        return vec![run(&text.text, Meaning::Content)];
    }
    if own.has(text) == Some(true) {
        let is_plain = meaning == Meaning::Content;
        let meaning = if is_plain { Meaning::Own } else { meaning };
        return vec![run(label, meaning).own()];
    }
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        return two(run(label, meaning), run(value, Meaning::Content));
    }
    // A mark set close to the label of its box.
    if let (Meaning::Content, Some((mark, rest))) = (&meaning, text.text.trim().split_once(' '))
        && is_mark(mark)
        && let (label @ Meaning::FieldLabel(_), None) = labels.meaning(rest)
    {
        return two(run(mark, Meaning::Content), run(rest, label));
    }
    vec![run(&text.text, meaning)]
}
