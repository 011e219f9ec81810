//! A row of a printed table: its lines, and the cells that stand in full on a later page.

use forms::form_content::PagePlace;
use forms::form_type::{FormType, Table};
use forms::words;

use super::area::Area;
use super::column_headings::LINES_MAX;
use super::field_reach::FieldReach;
use super::labels::{Meaning, normal};
use super::line::{LabelPlace, Line, Run, together};
use crate::steps::step;
use crate::text_layout::line_breaks;

/// A cell may begin this much to the left of its heading, in points.
const INDENT_MAX: f32 = 12.0;

/// The texts of a row.
pub(super) struct PrintedRow<'text> {
    /// The number that the form prints before it.
    pub(super) number: Option<usize>,
    /// One for each column.
    pub(super) cells: Vec<PrintedCell<'text>>,
}

/// The text of a cell, and where it stands.
#[derive(Default)]
pub(super) struct PrintedCell<'text> {
    pub(super) text: String,
    pub(super) place: Option<PagePlace>,
    /// Where the last line of the text begins, in bytes.
    last_line: usize,
    /// The white space with which that line ends, where that is said.
    line_end: Option<&'text str>,
}

/// The rows under headings that begin at these places. Where rows are numbered, a line without a
/// number goes on with the row above. A number alone is that of a row if it is the next one or the
/// cells begin below it, and else is left where it stands: somebody may have typed it.
pub(super) fn printed_rows<'line, 'text: 'line>(
    table: &Table,
    headings: &[f32],
    lines: impl Iterator<Item = &'line Line<'text>>,
) -> Vec<PrintedRow<'text>> {
    let mut rows: Vec<PrintedRow<'text>> = Vec::new();
    let mut alone = None;
    for line in lines {
        let numbered = numbered_run(headings, line);
        let columns = 0..table.columns.len();
        let cells: Vec<_> = columns.map(|column| cell(headings, line, column)).collect();
        let has_text = cells.iter().any(|cell| !cell.text.is_empty());
        let last = rows.last().and_then(|row| row.number).unwrap_or(0);
        let above = alone.take().filter(|_| has_text);
        if let Some((number, _)) = numbered
            && !has_text
            && number.checked_sub(1) != Some(last)
        {
            alone = numbered;
            continue;
        }
        match (rows.last_mut(), numbered.or(above)) {
            (Some(row), None) if row.number.is_some() => row.go_on(cells.into_iter()),
            (_, numbered) => {
                let number = numbered.map(|(number, run)| {
                    run.take();
                    number
                });
                rows.push(PrintedRow { number, cells });
            }
        }
    }
    rows
}

/// The run of a line that is the number of its row, and that number.
fn numbered_run<'line, 'text>(
    headings: &[f32],
    line: &'line Line<'text>,
) -> Option<(usize, &'line Run<'text>)> {
    line.runs
        .iter()
        .find_map(|run| Some((number(headings, run)?, run)))
}

/// The number of the row that a line belongs to, if it says so.
pub(super) fn number_of_line(headings: &[f32], line: &Line<'_>) -> Option<usize> {
    numbered_run(headings, line).map(|(number, _)| number)
}

/// Whether a line names a cell that stands under it in full: the heading of a column and the number
/// of a row.
pub(super) fn names_cell(form_type: &FormType, line: &Line<'_>) -> bool {
    let mut runs = line.runs.iter();
    runs.any(|run| is_name_of_cell(form_type, run.text))
}

/// Whether a line names cells and says nothing else.
pub(super) fn names_cells_alone(form_type: &FormType, line: &Line<'_>) -> bool {
    let mut runs = line.runs.iter();
    runs.all(|run| is_name_of_cell(form_type, run.text))
}

/// The same of the name of a cell that takes several lines, of which this is the last.
pub(super) fn ends_name_of_cell(form_type: &FormType, lines: &[Line<'_>], last: usize) -> bool {
    let page = lines.get(last).map(|line| line.page);
    let upwards = lines.iter().take(last + 1).rev();
    let upwards = upwards.take_while(|line| Some(line.page) == page);
    let mut texts: Vec<&str> = Vec::new();
    upwards.take(LINES_MAX).any(|line| {
        texts.splice(0..0, line.runs.iter().map(|run| run.text));
        is_name_of_cell(form_type, &texts.join(" "))
    })
}

/// Where the headings of columns begin on a line, and on which page.
pub(super) fn headings_left(line: &Line<'_>) -> Option<(usize, f32)> {
    let is_heading = |run: &&Run<'_>| matches!(run.meaning, Meaning::ColumnLabel(_));
    let first = line.runs.iter().find(is_heading)?;
    Some((line.page, first.left))
}

/// The number of a row where a line has that alone, as of one whose cells are fields.
pub(super) fn lone_number(line: &Line<'_>, headings_left: f32) -> Option<usize> {
    match line.runs.as_slice() {
        [run] => number(&[headings_left], run),
        _ => None,
    }
}

fn is_name_of_cell(form_type: &FormType, text: &str) -> bool {
    let Some((heading, row)) = text.trim().rsplit_once(' ') else {
        return false;
    };
    let mut columns = form_type.tables().flat_map(|table| &table.columns);
    row.bytes().all(|byte| byte.is_ascii_digit())
        && columns.any(|column| normal(&column.label) == normal(heading))
}

impl<'text> PrintedRow<'text> {
    fn go_on(&mut self, cells: impl Iterator<Item = PrintedCell<'text>>) {
        for (cell, more) in self.cells.iter_mut().zip(cells) {
            if !more.text.is_empty() {
                cell.go_on(more);
            }
        }
    }

    /// Gives cells that refer to a later page the text that stands there, as long as references
    /// are left: a file has no more than its table has cells.
    pub(super) fn complete(&mut self, table: &Table, lines: &[Line<'text>], left: &mut usize) {
        let Some(number) = self.number else {
            return;
        };
        for (cell, column) in self.cells.iter_mut().zip(&table.columns) {
            let name = format!("{} {number}", column.label);
            if !words::is_page_reference(&cell.text) || *left == 0 {
                continue;
            }
            *left -= 1;
            if let Some(whole) = text_under(&normal(&name), lines) {
                *cell = whole;
            }
        }
    }
}

impl<'text> PrintedCell<'text> {
    /// Adds the next line: behind what the one above is said to end with, else behind a space.
    fn go_on(&mut self, line: Self) {
        if !self.text.is_empty() {
            let last = &self.text[self.last_line..];
            let said = line_breaks::said(self.line_end, last, &line.text, false, Some(1));
            self.text.push_str(said.as_deref().unwrap_or(" "));
        }
        self.last_line = self.text.len();
        self.text.push_str(&line.text);
        self.line_end = line.line_end;
        self.place = PagePlace::around(self.place.into_iter().chain(line.place));
    }
}

/// The text under a name, which is printed smaller.
fn text_under<'text>(name: &str, lines: &[Line<'text>]) -> Option<PrintedCell<'text>> {
    let label = lines.iter().enumerate().find_map(|(line, texts)| {
        step();
        let mut runs = texts.runs.iter();
        let run = runs.position(|run| normal(run.text) == name)?;
        Some(LabelPlace { line, run })
    })?;
    let own = &lines[label.line].runs[label.run];
    let size = own.height;
    own.take();
    let mut area = Area::after(lines, label, false, &FieldReach::default());
    let is_text = |line: &Vec<&Run<'_>>| line.iter().all(|run| run.height > size);
    let length = area.lines.iter().take_while(|line| is_text(line)).count();
    area.lines.truncate(length);
    (length > 0).then(|| PrintedCell {
        text: area.text(false),
        place: PagePlace::around(area.runs().map(Run::place)),
        ..PrintedCell::default()
    })
}

fn cell<'text>(headings: &[f32], line: &Line<'text>, column: usize) -> PrintedCell<'text> {
    let runs = line
        .runs
        .iter()
        .filter(|run| number(headings, run).is_none() && column_of(headings, run) == Some(column));
    let runs: Vec<&Run<'text>> = runs.collect();
    PrintedCell {
        text: together(&runs, |run| run.take().to_owned()),
        place: PagePlace::around(runs.iter().map(|run| run.place())),
        last_line: 0,
        line_end: runs.last().and_then(|run| run.line_end),
    }
}

/// The number of a row, which stands before the first column.
fn number(headings: &[f32], run: &Run<'_>) -> Option<usize> {
    let before_first = headings
        .first()
        .is_some_and(|first| run.right < first - 1.0 || run.left < first - INDENT_MAX);
    let digits = run.text.trim_end_matches('.');
    let is_number = matches!(run.meaning, Meaning::Content | Meaning::Own)
        && before_first
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// The column in which a run stands: the last one whose heading begins before the run ends.
fn column_of(headings: &[f32], run: &Run<'_>) -> Option<usize> {
    if run.meaning != Meaning::Content {
        return None;
    }
    headings
        .iter()
        .rposition(|heading| *heading < run.right)
        .or(Some(0))
}

#[cfg(test)]
mod tests;
