//! Headings of columns over rows that go on behind the form: in another size than the form prints
//! them, and in several lines where they break.
//!
//! The last line has a run for each column; the lines above it begin or end where that does.
//! Left out on purpose: rows that are printed under such headings. In columns so narrow, lines of
//! neighbouring cells are hard to tell apart.

use super::labels::{Meaning, normal};
use super::line::{Line, Run};
use crate::form_type::{FormType, Table};
use crate::steps::step;

/// The lines that a heading takes at most; of a longer one the rest is left out.
pub(super) const LINES_MAX: usize = 4;

/// Lines of one heading begin or end at the same place, give or take so many points.
const SAME_EDGE: f32 = 1.5;

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

/// Without white space, which is nowhere to be seen where a line ends.
fn bare(text: &str) -> String {
    normal(text).split_whitespace().collect()
}
