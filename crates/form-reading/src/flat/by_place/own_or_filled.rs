//! Texts that may be filled in or the form's own. Programs that print a form anew write `6` for an
//! empty box, say, where they do not know what its font means by that. And somebody may have typed
//! just what the form prints in that field.

use forms::form_content::PlacedText;

use super::pieces::is_marked;
use super::{Sorter, letter_middle, spot_at};
use crate::flat::marks::is_mark;
use crate::flat::spots::list_at;
use crate::text_layout::text_in_place::is_of_option;

const IN_PLACE_OF_OWN: &str = "a character is printed in its box in the place of one that the form \
                               prints there itself, so it cannot be told whether that is a mark; \
                               upload the form with its fields";
const OVER_OWN: &str = "a word that the form prints in this place is printed there once more, so \
                        it cannot be told which of them was filled in; upload the form with its \
                        fields";
const AMONG_OWN: &str = "is printed as a list of its options, some of them where the form prints \
                         them itself, and nothing tells which are chosen; upload the form with \
                         its fields";

impl Sorter<'_> {
    /// The list, by field and widget, in which the text stands as one of its options.
    pub(super) fn list_with_option(&self, text: &PlacedText) -> Option<(usize, usize)> {
        let spots = self.spots.get(&text.place.page)?;
        let list = &spots[list_at(spots, text.place)?];
        let field = &self.fields[list.field];
        // A combo box shows one alone, which may be what the form begins with.
        let is_option = field.lists_options && is_of_option(field, &text.text);
        is_option.then_some((list.field, list.widget))
    }

    /// Names the lists in which some options are the form's own and others seem to be filled in:
    /// a program that drew all of them anew has drawn some where they were. Which are chosen is
    /// told by bars, or by the marks of our own writer.
    pub(super) fn refuse_among_own_options(&mut self) {
        let lists = self.own_options.iter().filter(|list| {
            let found = self.found.get(list).map_or(&[][..], Vec::as_slice);
            !found.is_empty() && !found.iter().any(is_marked) && !self.bars.has(**list)
        });
        let unclear = lists.map(|(field, _)| (*field, AMONG_OWN));
        self.unclear.extend(unclear);
        self.unclear.sort_unstable();
        self.unclear.dedup();
    }

    /// Names the field in whose box, a spot of the page, a text stands just where the blank form
    /// has one of its own that is missing.
    pub(super) fn refuse_recoded(&mut self, text: &PlacedText, spot: usize) {
        let page = text.place.page;
        let spot = self.spots.get(&page).and_then(|spots| spots.get(spot));
        let (Some(spot), Some(transform)) = (spot, self.own.transform(page)) else {
            return;
        };
        let point = transform.in_blank((text.place.left, text.baseline()));
        if spot.is_box && !is_mark(&text.text) && self.own.misses_word_at(page, point) {
            self.unclear.push((spot.field, IN_PLACE_OF_OWN));
        }
    }

    /// Names the field in which a word of the form's own is printed more often than in the blank
    /// form.
    pub(super) fn refuse_overprinted(&mut self, word: &PlacedText) {
        if !self.own.is_overprinted(word) {
            return;
        }
        let spots = self
            .spots
            .get(&word.place.page)
            .map_or(&[][..], Vec::as_slice);
        let spot = spot_at(spots, letter_middle(word.place));
        let spot = spot.map(|spot| &spots[spot]).filter(|spot| !spot.is_box);
        self.unclear.extend(spot.map(|spot| (spot.field, OVER_OWN)));
    }
}
