//! Texts that may be filled in or the form's own. Programs that print a form anew write `6` for an
//! empty box, say, where they do not know what its font means by that. And somebody may have typed
//! just what the form prints in that field.

use super::{Sorter, letter_middle, spot_at};
use crate::form_content::PlacedText;
use crate::reading::flat::marks::is_mark;

const IN_PLACE_OF_OWN: &str = "a character is printed in its box in the place of one that the form \
                               prints there itself, so it cannot be told whether that is a mark; \
                               upload the form with its fields";
const OVER_OWN: &str = "a word that the form prints in this place is printed there once more, so \
                        it cannot be told which of them was filled in; upload the form with its \
                        fields";

impl Sorter<'_> {
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
        let middle = word.place.left + word.place.width / 2.0;
        let spot = spot_at(spots, (middle, letter_middle(word.place)));
        let spot = spot.map(|spot| &spots[spot]).filter(|spot| !spot.is_box);
        self.unclear.extend(spot.map(|spot| (spot.field, OVER_OWN)));
    }
}
