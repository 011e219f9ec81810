//! Puts one entry after the other into the column.

use forms::line_ends::LINE_PITCH;
use forms::words;
use pdf_syntax::Rectangle;

use super::ContinuationEntry;
use super::flow::{COLUMN_HEIGHT, COLUMN_WIDTH, Element, Flow, PlannedField, PlannedLine};
use crate::content::Colour;
use crate::font::{FontFamily, TextLine, Weight, white_space_behind};
use crate::style::{self, MARGIN_SIDE};

/// The size of values and running text, in points.
pub(crate) const VALUE_SIZE: f32 = words::CONTINUED_VALUE_SIZE;
pub(super) const LABEL_SIZE: f32 = words::CONTINUED_LABEL_SIZE;
/// The height that a label takes above its value.
pub(super) const LABEL_HEIGHT: f32 = 11.0;
const HEADING_SIZE: f32 = 11.0;
const HEADING_HEIGHT: f32 = 24.0;
const LINE: f32 = VALUE_SIZE * LINE_PITCH;
/// Kept free within a box on each side.
pub(super) const PADDING: f32 = 4.0;
/// Between one entry and the next.
const GAP: f32 = 8.0;

/// The lines of an entry on one page, across the column.
pub(crate) struct RunningText {
    pub(crate) entry: usize,
    /// From 1 for the first page of the document.
    pub(crate) page: usize,
    pub(crate) area: Rectangle,
}

/// Plans entry by entry.
pub(super) struct Planner<'plan> {
    pub(super) family: &'plan FontFamily,
    pub(super) entries: &'plan [ContinuationEntry],
    pub(super) flow: Flow,
    /// The page number on which the text of each entry begins.
    pub(super) begins: Vec<usize>,
    pub(super) running: Vec<RunningText>,
}

impl<'plan> Planner<'plan> {
    /// `before` is the number of pages of the template.
    pub(super) fn new(
        family: &'plan FontFamily,
        entries: &'plan [ContinuationEntry],
        before: usize,
    ) -> Self {
        Self {
            family,
            entries,
            flow: Flow::new(before),
            begins: vec![0; entries.len()],
            running: Vec::new(),
        }
    }

    /// The title of a section, together with room for something under it.
    pub(super) fn heading(&mut self, title: &str) {
        self.flow.gap(GAP);
        self.flow.ensure(HEADING_HEIGHT + LABEL_HEIGHT + 4.0 * LINE);
        let top = self.flow.take(HEADING_HEIGHT);
        let lines = self.broken(Weight::Bold, HEADING_SIZE, title, COLUMN_WIDTH);
        if let Some(line) = lines.into_iter().next() {
            self.text(
                (MARGIN_SIDE, top - 13.0),
                (Weight::Bold, HEADING_SIZE),
                style::accent(),
                line,
            );
        }
        self.flow.put(Element::Rule { y: top - 18.0 });
    }

    /// A label with its field, or with its text where the template has the field.
    pub(super) fn entry(&mut self, index: usize) {
        let Some(entry) = self.entries.get(index) else {
            return;
        };
        let family = self.family;
        if entry.field.is_none() {
            self.label(&entry.label, 2.0 * LINE);
            return self.running(index);
        }
        let width = COLUMN_WIDTH - 2.0 * PADDING;
        let lines = family
            .lines(Weight::Regular, &entry.text, VALUE_SIZE, width)
            .take(LINES_MAX + 1)
            .count();
        let height = box_height(lines);
        let is_whole = height + self.label_height(&entry.label) <= COLUMN_HEIGHT;
        let height = if is_whole { height } else { box_height(1) };
        self.label(
            &entry.label,
            if is_whole {
                height
            } else {
                height + 3.0 * LINE
            },
        );
        self.begin(index);
        let top = self.flow.take(height);
        let elsewhere = (!is_whole).then(|| self.flow.page());
        self.flow.put(Element::Field(PlannedField {
            area: Rectangle {
                left: MARGIN_SIDE,
                bottom: top - height,
                right: MARGIN_SIDE + COLUMN_WIDTH,
                top,
            },
            entry: index,
            elsewhere,
        }));
        match is_whole {
            true => self.flow.gap(GAP),
            false => {
                self.flow.gap(GAP / 2.0);
                self.running(index);
            }
        }
    }

    /// The whole text of an entry as plain lines, over as many pages as it takes.
    fn running(&mut self, index: usize) {
        let Some(entry) = self.entries.get(index) else {
            return;
        };
        let family = self.family;
        self.flow.ensure(LINE);
        self.begin(index);
        let lines = family.lines(Weight::Regular, &entry.text, VALUE_SIZE, COLUMN_WIDTH);
        let lines: Vec<TextLine<'_>> = lines.collect();
        // Empty lines and spaces before it would part the text from its label.
        let is_seen = |line: &TextLine<'_>| !line.text.trim().is_empty();
        let first = lines.iter().position(is_seen).unwrap_or(0);
        for (number, line) in lines.iter().enumerate().skip(first) {
            self.flow.ensure(LINE);
            let top = self.flow.take(LINE);
            self.note_line(index, top);
            let mut shown = line.trim_end();
            if number == first {
                shown.text = shown.text.trim_start();
            }
            if !shown.text.is_empty() {
                let next = lines[number + 1..].iter().map(|line| line.text);
                let behind = white_space_behind(line.text, next);
                let font = (Weight::Regular, VALUE_SIZE);
                let at = (MARGIN_SIDE, top - VALUE_SIZE);
                let field_of = entry.field.is_none().then_some(index);
                self.line(at, font, style::ink(), (shown, behind, field_of));
            }
        }
        self.flow.gap(GAP);
    }

    /// Notes that the text of an entry begins on the last page.
    pub(super) fn begin(&mut self, index: usize) {
        if let Some(begins) = self.begins.get_mut(index) {
            *begins = self.flow.page();
        }
    }

    /// Notes that a line of an entry stands on the last page.
    fn note_line(&mut self, entry: usize, top: f32) {
        let (page, bottom) = (self.flow.page(), top - LINE);
        match self.running.last_mut() {
            Some(text) if text.entry == entry && text.page == page => text.area.bottom = bottom,
            _ => self.running.push(RunningText {
                entry,
                page,
                area: Rectangle {
                    left: MARGIN_SIDE,
                    bottom,
                    right: MARGIN_SIDE + COLUMN_WIDTH,
                    top,
                },
            }),
        }
    }

    /// A label, on the page where `below` has room as well.
    fn label(&mut self, label: &str, below: f32) {
        self.flow.ensure(self.label_height(label) + below);
        let lines = self.label_lines(label);
        for (number, line) in lines.iter().enumerate() {
            let top = self.flow.take(LABEL_HEIGHT);
            let font = (Weight::Regular, LABEL_SIZE);
            let next = lines[number + 1..].iter().map(|line| line.text);
            let behind = white_space_behind(line.text, next);
            let at = (MARGIN_SIDE, top - LABEL_SIZE);
            self.line(at, font, style::quiet(), (*line, behind, None));
        }
    }

    fn label_height(&self, label: &str) -> f32 {
        self.label_lines(label).len() as f32 * LABEL_HEIGHT
    }

    /// White space in front would make it no label to whoever reads the page.
    fn label_lines<'text>(&self, label: &'text str) -> Vec<TextLine<'text>> {
        self.broken(
            Weight::Regular,
            LABEL_SIZE,
            label.trim_start(),
            COLUMN_WIDTH,
        )
    }

    /// The lines of a label; a name of many lines is shown by its beginning, the field itself has
    /// it whole.
    pub(super) fn broken<'text>(
        &self,
        weight: Weight,
        size: f32,
        text: &'text str,
        width: f32,
    ) -> Vec<TextLine<'text>> {
        self.family
            .lines(weight, text, size, width)
            .take(4)
            .collect()
    }

    pub(super) fn text<'text>(
        &mut self,
        at: (f32, f32),
        font: (Weight, f32),
        colour: Colour,
        line: impl Into<TextLine<'text>>,
    ) {
        self.line(at, font, colour, (line.into(), None, None));
    }

    /// Like [`Planner::text`], with the white space behind a line that goes on in the next one, and
    /// the entry whose value it is of.
    fn line(
        &mut self,
        at: (f32, f32),
        font: (Weight, f32),
        colour: Colour,
        (line, behind, field_of): (TextLine<'_>, Option<String>, Option<usize>),
    ) {
        let TextLine { text, level } = line;
        self.flow.put(Element::Text(PlannedLine {
            at,
            font,
            colour,
            text: text.to_owned(),
            level,
            behind,
            field_of,
        }));
    }
}

/// The most lines that a page has, so that counting can stop there.
pub(super) const LINES_MAX: usize = (COLUMN_HEIGHT / LINE) as usize;

/// Kept free above and below the text of a box.
pub(super) const BOX_EDGE: f32 = 3.0;

/// The height of a box for so many lines of text. The lines alone leave a quarter of a line for
/// what reaches above or below.
pub(super) fn box_height(lines: usize) -> f32 {
    lines as f32 * LINE + 2.0 * BOX_EDGE + 2.0
}
