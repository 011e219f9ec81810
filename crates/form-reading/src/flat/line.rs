//! Lines of a printed form: runs that know what they are, and whether somebody has read them.

use std::cell::Cell;

use forms::form_content::PagePlace;

use super::labels::Meaning;
use crate::text_layout::drawn_order;

/// The runs that stand beside each other on a page.
#[derive(Debug)]
pub(super) struct Line<'text> {
    /// Page number, from 0.
    pub(super) page: usize,
    /// Whether its page is a continuation page.
    pub(super) is_on_continuation: bool,
    /// From left to right.
    pub(super) runs: Vec<Run<'text>>,
}

/// Where a label stands among the lines of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelPlace {
    /// The number of its line.
    pub(super) line: usize,
    /// The number of its run on that line.
    pub(super) run: usize,
}

/// A run of text that knows what it is.
#[derive(Debug, Clone)]
pub(super) struct Run<'text> {
    /// The characters. A label and its value in one run are two.
    pub(super) text: &'text str,
    pub(super) meaning: Meaning,
    /// Page number, from 0.
    pub(super) page: usize,
    /// Left edge in points.
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) top: f32,
    /// Font size.
    pub(super) height: f32,
    /// The white space with which its line ends, where that is said.
    pub(super) line_end: Option<&'text str>,
    /// Whether its characters are in the order in which they are read.
    pub(super) is_ordered: bool,
    /// Whether the blank form prints it just there.
    pub(super) is_own: bool,
    /// Whether it was read: as a value, or as what leads to one.
    is_read: Cell<bool>,
}

impl<'text> Run<'text> {
    /// Characters in their box, which nobody has read.
    pub(super) fn new(text: &'text str, meaning: Meaning, place: PagePlace) -> Self {
        Self {
            text,
            meaning,
            page: place.page,
            left: place.left,
            right: place.right(),
            top: place.top,
            height: place.height,
            line_end: None,
            is_ordered: false,
            is_own: false,
            is_read: Cell::new(false),
        }
    }

    /// The same, printed by the form itself.
    pub(super) fn own(self) -> Self {
        Self {
            is_own: true,
            ..self
        }
    }

    /// The same run, ending at this right edge.
    pub(super) fn ending_at(self, right: f32) -> Self {
        Self { right, ..self }
    }

    /// The same run, beginning at this left edge.
    pub(super) fn beginning_at(self, left: f32) -> Self {
        Self { left, ..self }
    }

    /// The characters; marks the run as read.
    pub(super) fn take(&self) -> &'text str {
        self.is_read.set(true);
        self.text
    }

    /// The box that it fills.
    pub(super) fn place(&self) -> PagePlace {
        PagePlace {
            page: self.page,
            left: self.left,
            top: self.top,
            width: self.right - self.left,
            height: self.height,
        }
    }

    /// Whether somebody took it.
    pub(super) fn is_read(&self) -> bool {
        self.is_read.get()
    }
}

impl Line<'_> {
    /// Whether it is the title of a continuation page.
    pub(super) fn is_title(&self) -> bool {
        let mut runs = self.runs.iter();
        runs.any(|run| run.meaning == Meaning::Continued)
    }

    /// The top of its highest run.
    pub(super) fn top(&self) -> f32 {
        self.runs
            .iter()
            .map(|run| run.top)
            .fold(f32::INFINITY, f32::min)
    }

    /// The bottom of its lowest run.
    pub(super) fn bottom(&self) -> f32 {
        self.runs
            .iter()
            .map(|run| run.top + run.height)
            .fold(0.0, f32::max)
    }
}

/// The texts of runs of a line, as they are read.
pub(super) fn together<'run, 'text: 'run>(
    runs: impl IntoIterator<Item = &'run &'run Run<'text>>,
    text: impl Fn(&Run<'text>) -> String,
) -> String {
    let mut is_ordered = false;
    let texts = runs.into_iter().map(|run| {
        is_ordered |= run.is_ordered;
        text(run)
    });
    let together = texts.collect::<Vec<_>>().join(" ");
    match drawn_order::as_read(&together).filter(|_| !is_ordered) {
        Some(read) => read,
        None => together,
    }
}
