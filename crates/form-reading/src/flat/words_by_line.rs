//! Words of pages by their lines, as if all pages were those of the blank form.

use std::collections::HashMap;

use forms::form_content::PlacedText;

use super::own_places::OwnPlaces;
use crate::steps::step;
use crate::text_layout::placed_words::Words;

/// Words whose baselines are so near to each other stand on one line, in points of the blank form.
pub(super) const LINE_NEAR: f32 = 3.0;

/// A word with its edges and its baseline, in points of the blank form.
pub(super) struct LineWord<'text> {
    pub(super) text: &'text str,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) baseline: f32,
}

#[derive(Default)]
pub(super) struct WordsByLine<'text>(HashMap<(usize, i64), Vec<LineWord<'text>>>);

impl<'text> WordsByLine<'text> {
    /// The words of these runs of a file, on pages that lie in a known way.
    pub(super) fn of_file(runs: &'text [PlacedText], own: &OwnPlaces) -> Self {
        let mut lines = Self::default();
        for run in runs {
            let words = Words::of(run);
            for index in 0..words.count() {
                if let Some(word) = in_blank(run, &words, index, own) {
                    lines.add(run.place.page, word);
                }
            }
        }
        lines
    }

    /// The words of the blank form that are missing in a file, on pages that lie in a known way.
    pub(super) fn missing(blank: &'text [PlacedText], own: &OwnPlaces) -> Self {
        let mut lines = Self::default();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for run in blank {
            let page = run.place.page;
            let words = Words::of(run);
            for (text, word) in (0..words.count()).map(|index| words.get(index)) {
                let number = numbers.entry(page).or_default();
                if own.misses_word(page, *number) {
                    let word = LineWord {
                        text,
                        left: word.left,
                        right: word.right,
                        baseline: run.baseline(),
                    };
                    lines.add(page, word);
                }
                *number += 1;
            }
        }
        lines
    }

    fn add(&mut self, page: usize, word: LineWord<'text>) {
        step();
        let line = self.0.entry((page, line(word.baseline)));
        line.or_default().push(word);
    }

    /// The words on a line of a page.
    pub(super) fn on_line(
        &self,
        page: usize,
        baseline: f32,
    ) -> impl Iterator<Item = &LineWord<'text>> {
        let number = line(baseline);
        let around = number.saturating_sub(1)..=number.saturating_add(1);
        let words = around.filter_map(move |number| self.0.get(&(page, number)));
        words.flatten().filter(move |word| {
            step();
            (word.baseline - baseline).abs() <= LINE_NEAR
        })
    }
}

/// A word of a file; `None` where its page lies in no known way.
pub(super) fn in_blank<'text>(
    run: &PlacedText,
    words: &Words<'text>,
    index: usize,
    own: &OwnPlaces,
) -> Option<LineWord<'text>> {
    let transform = own.transform(run.place.page)?;
    let (text, word) = words.get(index);
    let (left, baseline) = transform.in_blank((word.left, run.baseline()));
    let (right, _) = transform.in_blank((word.right, run.baseline()));
    Some(LineWord {
        text,
        left,
        right,
        baseline,
    })
}

/// The number of a line: words that are near to each other are on the same one or the next.
fn line(baseline: f32) -> i64 {
    (baseline / LINE_NEAR).floor() as i64
}
