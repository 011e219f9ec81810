//! Headings of columns over rows that go on behind the form: in another size than the form prints
//! them, and in several lines where they break.
//!
//! The last line has a run for each column; the lines above it begin or end where that does.
//! Left out on purpose: rows that are printed under such headings. In columns so narrow, lines of
//! neighbouring cells are hard to tell apart.

use std::collections::HashMap;

use forms::form_type::{FormType, Table};

use super::labels::{Meaning, bare, normal};
use super::line::{Line, Run};
use crate::steps::step;

/// The lines that a heading takes at most; of a longer one the rest is left out.
pub(super) const LINES_MAX: usize = 4;

/// Lines of one heading begin or end at the same place, give or take so many points.
const SAME_EDGE: f32 = 1.5;

/// On a continuation page headings begin farther right than the title, behind the numbers of rows,
/// and labels begin where that does; in points.
const BEHIND_NUMBERS: f32 = 6.0;

/// Takes headings that read like the labels of fields for headings, or what stands in their columns
/// would be the values of these fields.
pub(super) fn tell_from_labels(form_type: &FormType, lines: &mut [Line<'_>]) {
    let titles = lines.iter().filter(|line| line.is_title());
    let titles = titles.filter_map(|line| Some((line.page, line.runs.first()?.left)));
    let titles: HashMap<usize, f32> = titles.collect();
    let labels = |table: &Table| {
        let columns = table.columns.iter();
        columns.map(|column| normal(&column.label)).collect()
    };
    let tables: Vec<Vec<String>> = form_type.tables().map(labels).collect();
    for line in lines.iter_mut() {
        let title = titles.get(&line.page).copied();
        for labels in &tables {
            step();
            let first = first_heading(labels, line, title);
            let runs = first.map(|first| &mut line.runs[first..]);
            for (run, label) in runs.into_iter().flatten().zip(labels) {
                run.meaning = Meaning::ColumnLabel(label.clone());
            }
        }
    }
    tell_broken_from_labels(form_type, lines);
}

/// The same of headings in several lines, of which only what reads like a label is taken for the
/// form's own.
fn tell_broken_from_labels(form_type: &FormType, lines: &mut [Line<'_>]) {
    for table in form_type.tables() {
        for last in 0..lines.len() {
            step();
            let Some(count) = heading_lines(table, &lines[..=last]) else {
                continue;
            };
            let headings = lines[last + 1 - count..=last].iter_mut();
            for run in headings.flat_map(|line| &mut line.runs) {
                if matches!(run.meaning, Meaning::FieldLabel(_)) {
                    run.meaning = Meaning::Furniture;
                }
            }
        }
    }
}

/// The first run of those that are these headings and no labels: on a continuation page by where
/// they begin, elsewhere if one of them is no label.
fn first_heading(labels: &[String], line: &Line<'_>, title: Option<f32>) -> Option<usize> {
    let is_like = |run: &Run<'_>, label: &String| match &run.meaning {
        Meaning::FieldLabel(found) | Meaning::ColumnLabel(found) => found == label,
        _ => false,
    };
    let are_like = |runs: &[Run<'_>]| {
        runs.iter()
            .zip(labels)
            .all(|(run, label)| is_like(run, label))
    };
    let mut runs = line.runs.windows(labels.len().max(1));
    let first = runs.position(are_like)?;
    let mut headings = line.runs[first..].iter().take(labels.len());
    let is_told = match title {
        Some(title) => headings.all(|run| run.left > title + BEHIND_NUMBERS),
        None => headings.any(|run| matches!(run.meaning, Meaning::ColumnLabel(_))),
    };
    is_told.then_some(first)
}

/// Says of the last line of such headings that it is the headings, and of those above that they
/// are no content. Only on continuation pages: nothing else of them is known to be the form's own.
pub(super) fn mark(form_type: &FormType, lines: &mut [Line<'_>]) {
    for table in form_type.tables() {
        for last in 0..lines.len() {
            step();
            let Some(count) = heading_lines(table, &lines[..=last]) else {
                continue;
            };
            let (above, bottom) = lines[last + 1 - count..=last].split_at_mut(count - 1);
            let above = above.iter_mut().flat_map(|line| &mut line.runs);
            above.for_each(|run| run.meaning = Meaning::Furniture);
            let bottom = bottom.iter_mut().flat_map(|line| &mut line.runs);
            for (run, column) in bottom.zip(&table.columns) {
                run.meaning = Meaning::ColumnLabel(normal(&column.label));
            }
        }
    }
}

/// How many of the last lines are the headings of a table.
fn heading_lines(table: &Table, lines: &[Line<'_>]) -> Option<usize> {
    let (last, above) = lines.split_last()?;
    if !last.is_on_continuation || last.runs.len() != table.columns.len() {
        return None;
    }
    let mut found: Vec<Vec<&str>> = last.runs.iter().map(|run| vec![run.text]).collect();
    let mut above = above.iter().rev().take_while(|line| line.page == last.page);
    for count in 1..=LINES_MAX {
        step();
        let mut columns = found.iter().zip(&table.columns);
        if columns.all(|(found, column)| is_heading(found, &column.label)) {
            return Some(count);
        }
        for run in &above.next()?.runs {
            let column = last.runs.iter().position(|below| is_above(run, below))?;
            found[column].insert(0, run.text);
        }
    }
    None
}

fn is_above(run: &Run<'_>, below: &Run<'_>) -> bool {
    (run.left - below.left).abs() <= SAME_EDGE || (run.right - below.right).abs() <= SAME_EDGE
}

fn is_heading(lines: &[&str], label: &str) -> bool {
    let (found, label) = (bare(&lines.concat()), bare(label));
    found == label || lines.len() == LINES_MAX && label.starts_with(&found)
}
