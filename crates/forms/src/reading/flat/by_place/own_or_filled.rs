//! Characters of the form's own that a file has under other codes: programs that print a form anew
//! write `6` for an empty box, say, where they do not know what its font means by that.

use super::Sorter;
use crate::form_content::PlacedText;
use crate::reading::flat::marks::is_mark;

const IN_PLACE_OF_OWN: &str = "a character is printed in its box in the place of one that the form \
                               prints there itself, so it cannot be told whether that is a mark; \
                               upload the form with its fields";

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
}
