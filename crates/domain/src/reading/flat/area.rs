//! The part of a page in which the value of a label stands.

use super::labels::Meaning;
use super::page::{Line, Run};

/// A value may begin this much to the left of its label, in points.
const INDENT_MAX: f32 = 12.0;

/// Empty lines within a text: a larger gap than this many font sizes ends it.
const GAP_MAX: f32 = 6.0;

/// The runs that were filled in behind or under a label, line by line.
pub(super) struct Area<'line, 'text> {
    pub(super) lines: Vec<Vec<&'line Run<'text>>>,
}

impl<'line, 'text> Area<'line, 'text> {
    /// What follows the label on its line, else what stands under it.
    pub(super) fn after(lines: &'line [Line<'text>], line: usize, label: usize) -> Self {
        let runs = &lines[line].runs;
        let behind: Vec<&Run<'text>> = runs[label + 1..]
            .iter()
            .take_while(|run| run.meaning == Meaning::Content)
            .collect();
        if behind.is_empty() {
            Self {
                lines: under(lines, line, label),
            }
        } else {
            Self {
                lines: vec![behind],
            }
        }
    }

    /// The text as it was printed: runs of a line with a space between them, lines with `\n` where the field has several, else a space.
    pub(super) fn text(&self, multiline: bool) -> String {
        let line = |runs: &Vec<&Run<'_>>| {
            runs.iter()
                .map(|run| run.text)
                .collect::<Vec<_>>()
                .join(" ")
        };
        self.lines
            .iter()
            .map(line)
            .collect::<Vec<_>>()
            .join(if multiline { "\n" } else { " " })
    }

    /// All runs, in reading order.
    pub(super) fn runs(&self) -> impl Iterator<Item = &'line Run<'text>> + '_ {
        self.lines.iter().flatten().copied()
    }
}

/// The content below a label, between its left edge and the next label on its line, down to the next printed text.
fn under<'line, 'text>(
    lines: &'line [Line<'text>],
    line: usize,
    label: usize,
) -> Vec<Vec<&'line Run<'text>>> {
    let own = &lines[line].runs[label];
    let left = own.left - INDENT_MAX;
    let right = lines[line]
        .runs
        .get(label + 1)
        .map_or(f32::INFINITY, |next| next.left - INDENT_MAX);
    let mut area = Vec::new();
    let mut bottom = own.top + own.height;
    for below in lines[line + 1..]
        .iter()
        .take_while(|below| below.page == lines[line].page)
    {
        let within: Vec<&Run<'text>> = below
            .runs
            .iter()
            .filter(|run| run.left >= left && run.left < right)
            .collect();
        let Some(first) = within.first() else {
            continue;
        };
        let content: Vec<&Run<'text>> = within
            .iter()
            .copied()
            .filter(|run| run.meaning == Meaning::Content)
            .collect();
        let label = within
            .iter()
            .any(|run| !matches!(run.meaning, Meaning::Content | Meaning::Furniture));
        if label || content.is_empty() || below.top() - bottom > GAP_MAX * first.height {
            break;
        }
        bottom = below.bottom();
        area.push(content);
    }
    area
}
