//! The bars that lie behind the chosen options of a list, where it is printed with all of them.
//!
//! The words on the bars are the value, though the blank form has the same words there. A bar
//! without words, or words beside the bars, tell that this is no such list: then nobody knows what
//! is chosen.

use std::collections::HashMap;

use forms::form_content::{FormField, PagePlace, PlacedText};

use super::own_places::OwnPlaces;
use super::painted_marks::PaintedMarks;
use super::spots::{Spot, holds, letter_middle, list_at};
use crate::steps::step;
use crate::text_layout::pieces_by_line::lines_count;
use crate::text_layout::text_in_place::joined;

/// What is wrong with a list whose bars and words do not belong together.
const UNCLEAR: &str = "is printed as a list with bars of a colour, which do not lie \
                                  each behind one line of it; whether they mark what is chosen \
                                  cannot be told";

/// The bars by field and widget.
#[derive(Default)]
pub(super) struct ChosenBars(HashMap<(usize, usize), Vec<PagePlace>>);

impl ChosenBars {
    pub(super) fn of(
        marks: &PaintedMarks<'_>,
        spots: &HashMap<usize, Vec<Spot>>,
        own: &OwnPlaces,
    ) -> Self {
        let mut bars = HashMap::new();
        for (page, spots) in spots {
            let has_list = spots.iter().any(|spot| spot.is_list);
            let Some(transform) = own.transform(*page).filter(|_| has_list) else {
                continue;
            };
            for (spot, places) in marks.bars_on_page(*page, transform, spots) {
                bars.insert((spot.field, spot.widget), places);
            }
        }
        Self(bars)
    }

    /// Whether a word lies on a bar of a list.
    pub(super) fn mark(&self, word: PagePlace, spots: &[Spot]) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let list = list_at(spots, word).map(|list| &spots[list]);
        let bars = list.and_then(|list| self.0.get(&(list.field, list.widget)));
        bars.is_some_and(|bars| bars.iter().any(|bar| lies_on(*bar, word)))
    }

    /// Whether a widget has bars.
    pub(super) fn has(&self, widget: (usize, usize)) -> bool {
        self.0.contains_key(&widget)
    }

    /// The texts on the bars of a widget, or what is wrong with these; `None` where there are none.
    pub(super) fn texts(
        &self,
        widget: (usize, usize),
        field: &FormField,
        mut pieces: Vec<PlacedText>,
    ) -> Option<Result<Vec<String>, &'static str>> {
        let mut texts = Vec::new();
        for bar in self.0.get(&widget)? {
            step();
            let on_bar = pieces.extract_if(.., |piece| lies_on(*bar, piece.place));
            let on_bar: Vec<PlacedText> = on_bar.collect();
            if lines_count(&on_bar) != 1 {
                return Some(Err(UNCLEAR));
            }
            texts.push(joined(&on_bar, field, *bar));
        }
        match pieces.is_empty() {
            true => Some(Ok(texts)),
            false => Some(Err(UNCLEAR)),
        }
    }
}

fn lies_on(bar: PagePlace, text: PagePlace) -> bool {
    step();
    holds(bar, letter_middle(text))
}
