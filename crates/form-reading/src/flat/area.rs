//! The part of a page in which the value of a label stands.

use super::field_reach::FieldReach;
use super::labels::Meaning;
use super::line::{LabelPlace, Line, Run, together};
use super::sizes::is_same;
use crate::outcome::sources::SourceText;
use crate::steps::step;
use crate::text_layout::line_breaks;
use forms::form_content::PagePlace;

/// A value may begin this much to the left of its label, in points.
const INDENT_MAX: f32 = 12.0;

/// From a line of a text to the next, at most so many font sizes.
const LINES_APART_MAX: f32 = 1.6;

/// Between the words of a text is at most so much room, in font sizes.
const WORD_GAP_MAX: f32 = 0.55;

/// The runs that were filled in behind or under a label, line by line.
pub(super) struct Area<'line, 'text> {
    pub(super) lines: Vec<Vec<&'line Run<'text>>>,
}

impl<'line, 'text> Area<'line, 'text> {
    /// What follows the label on its line, else what stands under it. Printed options count only
    /// where they are asked for.
    pub(super) fn after(
        lines: &'line [Line<'text>],
        label: LabelPlace,
        options: bool,
        reach: &FieldReach<'_>,
    ) -> Self {
        let behind = behind(&lines[label.line].runs[label.run..], options, reach);
        let lines = if behind.is_empty() {
            under(lines, label, options, reach)
        } else {
            vec![behind]
        };
        Self { lines }
    }

    /// A text of several lines, which may begin behind its label and go on under it.
    pub(super) fn of_lines(
        lines: &'line [Line<'text>],
        label: LabelPlace,
        reach: &FieldReach<'_>,
    ) -> Self {
        let behind = behind(&lines[label.line].runs[label.run..], false, reach);
        let first = (!behind.is_empty()).then_some(behind);
        let under = under(lines, label, false, reach);
        Self {
            lines: first.into_iter().chain(under).collect(),
        }
    }

    /// The text as it was printed: runs of a line with a space between them; between lines what
    /// they are said to end with, else `\n` where the field has several, empty ones included, else
    /// a space.
    pub(super) fn text(&self, multiline: bool) -> String {
        let bottoms: Vec<f32> = self.lines.iter().map(|runs| bottom(runs)).collect();
        let size = self.runs().map(|run| run.height).fold(0.0, f32::max);
        let pitch = line_breaks::pitch(&bottoms, size);
        let mut text = String::new();
        let mut above: Option<(f32, String, Option<&str>)> = None;
        for runs in &self.lines {
            let bottom = bottom(runs);
            let line = together(runs, |run| run.take().to_owned());
            if let Some((above, text_above, end)) = above {
                let breaks = line_breaks::count(bottom - above, pitch, end);
                let is_below = bottom > above;
                let known = is_below.then_some(breaks);
                let said = line_breaks::said(end, &text_above, &line, multiline, known);
                match said {
                    Some(said) => text.push_str(&said),
                    None if multiline => text.push_str(&"\n".repeat(breaks)),
                    None => text.push(' '),
                }
            }
            text.push_str(&line);
            above = Some((bottom, line, runs.last().and_then(|run| run.line_end)));
        }
        text
    }

    /// What was read of it, as it is printed, and where that stands.
    pub(super) fn read_text(&self) -> SourceText {
        let lines = self.lines.iter().map(|runs| {
            let read = runs.iter().filter(|run| run.is_read());
            read.map(|run| run.text).collect::<Vec<_>>().join(" ")
        });
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        let places = self.runs().filter(|run| run.is_read()).map(Run::place);
        SourceText {
            raw: lines.join("\n"),
            place: PagePlace::around(places),
        }
    }

    /// All runs, in reading order.
    pub(super) fn runs(&self) -> impl Iterator<Item = &'line Run<'text>> + '_ {
        self.lines.iter().flatten().copied()
    }
}

/// What follows on the first of these runs, a label. What goes on with a label of the form without
/// a gap is the rest of a longer one: the page is of another version of the form.
fn behind<'line, 'text>(
    runs: &'line [Run<'text>],
    options: bool,
    reach: &FieldReach<'_>,
) -> Vec<&'line Run<'text>> {
    let Some((label, runs)) = runs.split_first() else {
        return Vec::new();
    };
    if runs.first().is_some_and(|next| goes_on(label, next)) {
        return Vec::new();
    }
    let is_option = |run: &Run<'text>| options && run.meaning == Meaning::Option;
    let counts =
        |run: &&Run<'text>| (run.meaning == Meaning::Content && reach.has(run)) || is_option(run);
    runs.iter().take_while(counts).collect()
}

fn goes_on(label: &Run<'_>, next: &Run<'_>) -> bool {
    let gap = next.left - label.right;
    label.is_own && !label.text.trim_end().ends_with(':') && gap < WORD_GAP_MAX * label.height
}

fn bottom(runs: &[&Run<'_>]) -> f32 {
    runs.iter()
        .map(|run| run.top + run.height)
        .fold(0.0, f32::max)
}

/// Whether what reads like a page number or a hint is the next line of a text: as large as the line
/// above, right under its beginning.
fn is_next_line(above: &Run<'_>, run: &Run<'_>) -> bool {
    run.meaning == Meaning::Furniture
        && is_same(run.height, above.height)
        && (run.left - above.left).abs() < run.height / 4.0
        && run.top - above.top < LINES_APART_MAX * run.height
}

/// Whether a line holds a printed text that ends what stands above it. A label further left begins
/// a new row of the form, which holds what stands below it up to its own neighbours.
fn begins_other(line: &Line<'_>, (left, right): (f32, f32), options: bool) -> bool {
    line.runs
        .iter()
        .inspect(|_| step())
        .filter(|run| run.left < right)
        .any(|run| match run.meaning {
            Meaning::Content | Meaning::Own | Meaning::Furniture | Meaning::Continued => false,
            Meaning::Option => !options && run.left >= left,
            _ => true,
        })
}

/// The content below a label, between its left edge and the next label on its line, down to the
/// next printed text.
fn under<'line, 'text>(
    lines: &'line [Line<'text>],
    label: LabelPlace,
    options: bool,
    reach: &FieldReach<'_>,
) -> Vec<Vec<&'line Run<'text>>> {
    let line = &lines[label.line];
    let own = &line.runs[label.run];
    let left = own.left - INDENT_MAX;
    let right = line.runs[label.run + 1..]
        .iter()
        .inspect(|_| step())
        .find(|run| !matches!(run.meaning, Meaning::Content | Meaning::Own))
        .map_or(f32::INFINITY, |next| next.left - INDENT_MAX);
    let mut area: Vec<Vec<&Run<'text>>> = Vec::new();
    let mut bottom = own.top + own.height;
    let mut page = line.page;
    // From one continuation page to the next a text may go on.
    let may_go_on = line.is_on_continuation;
    if right <= left {
        return area;
    }
    for below in &lines[label.line + 1..] {
        step();
        if below.page != page && may_go_on && below.is_title() {
            (page, bottom) = (below.page, below.bottom());
            continue;
        }
        if below.page != page {
            break;
        }
        let within: Vec<&Run<'text>> = below
            .runs
            .iter()
            .filter(|run| run.left >= left && run.left < right)
            .filter(|run| run.meaning != Meaning::Content || reach.has(run))
            .collect();
        if begins_other(below, (left, right), options) {
            break;
        }
        let Some(first) = within.first() else {
            continue;
        };
        let above = area.last().and_then(|line| line.first());
        let is_content = |run: &&Run<'text>| {
            run.meaning == Meaning::Content
                || (options && run.meaning == Meaning::Option)
                || above.is_some_and(|above| is_next_line(above, run))
        };
        let content: Vec<&Run<'text>> = within.iter().copied().filter(is_content).collect();
        if content.is_empty() || below.top() - bottom > line_breaks::GAP_MAX * first.height {
            break;
        }
        bottom = below.bottom();
        area.push(content);
    }
    area
}
