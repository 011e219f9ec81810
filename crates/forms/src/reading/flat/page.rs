//! The text of a printed form as lines of runs that know what they are.

use std::cell::Cell;

use super::labels::{Labels, Meaning};
use super::own_places::OwnPlaces;
use super::{choice, sizes};
use crate::form_content::{PagePlace, PlacedText};

/// Runs whose tops differ by less than this share of their height stand on one line.
const SAME_LINE: f32 = 0.6;

#[derive(Debug)]
pub(super) struct Line<'text> {
    /// Page number, from 0.
    pub(super) page: usize,
    /// Whether its page is a continuation page.
    pub(super) is_on_continuation: bool,
    /// From left to right.
    pub(super) runs: Vec<Run<'text>>,
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
    /// Whether it was read: as a value, or as what leads to one.
    is_read: Cell<bool>,
}

impl<'text> Run<'text> {
    /// The characters, which are read with this.
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
            .then(baseline(one).total_cmp(&baseline(other)))
    });
    let mut lines: Vec<Line<'text>> = Vec::new();
    let mut line_baseline = f32::NEG_INFINITY;
    for text in ordered {
        let near = (baseline(text) - line_baseline).abs() < SAME_LINE * text.place.height;
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
            line_baseline = baseline(text);
        }
        if let Some(line) = lines.last_mut() {
            line.runs.extend(runs(text, labels, own));
        }
    }
    for line in &mut lines {
        line.runs
            .sort_by(|one, other| one.left.total_cmp(&other.left));
    }
    sizes::free_values(&mut lines);
    for page in lines.chunk_by_mut(|one, other| one.page == other.page) {
        if page.iter().any(Line::is_title) {
            page.iter_mut()
                .for_each(|line| line.is_on_continuation = true);
        }
    }
    lines
}

/// Small labels and large values on one line have the same bottom, not the same top.
pub(super) fn baseline(text: &PlacedText) -> f32 {
    text.place.top + text.place.height
}

fn runs<'text>(text: &'text PlacedText, labels: &Labels, own: &OwnPlaces) -> Vec<Run<'text>> {
    let place = text.place;
    let run = |text: &'text str, meaning| Run {
        text,
        meaning,
        page: place.page,
        left: place.left,
        right: place.left + place.width,
        top: place.top,
        height: place.height,
        is_read: Cell::new(false),
    };
    // Where exactly the second part of a run begins does not matter, only that it follows the
    // first.
    let middle = place.left + place.width / 2.0;
    let two = |first: Run<'text>, second: Run<'text>| {
        let first = Run {
            right: middle,
            ..first
        };
        vec![
            first,
            Run {
                left: middle,
                ..second
            },
        ]
    };
    let (meaning, value) = labels.meaning(&text.text);
    let whole = text.text.trim_end();
    let label = value.and_then(|value| whole.strip_suffix(value));
    let label = label.unwrap_or(whole).trim_end();
    if own.is_filled_in(&meaning, label, text) {
        return vec![run(&text.text, Meaning::Content)];
    }
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        return two(run(label, meaning), run(value, Meaning::Content));
    }
    // A mark set close to the label of its box.
    if let (Meaning::Content, Some((mark, rest))) = (&meaning, text.text.trim().split_once(' '))
        && choice::is_mark(mark)
        && let (label @ Meaning::FieldLabel(_), None) = labels.meaning(rest)
    {
        return two(run(mark, Meaning::Content), run(rest, label));
    }
    vec![run(&text.text, meaning)]
}
