//! Of all places in which pages of the form may lie, those in which they do.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use forms::form_content::PagePlace;

use super::search::Placement;
use crate::steps::step;

/// The areas of the pages of the form: all that they print, and all of their fields.
pub(super) type Areas = HashMap<usize, PagePlace>;

/// Which page lies where.
#[derive(Default)]
pub(super) struct Chosen {
    pub(super) placements: Vec<Placement>,
    /// The pages of the form that lie in several places, or of which two lie in each other's place
    /// just as well.
    pub(super) unclear: BTreeSet<usize>,
}

/// Each page where most of its words are, and each place for one page alone. Where a page has less
/// than three quarters of these, something else has the same heading.
pub(super) fn chosen(mut all: Vec<Placement>, areas: &Areas) -> Chosen {
    all.sort_by_key(|one| {
        let place = (one.file_page, one.blank_page);
        (Reverse(one.seen), !one.has_own_number(), place)
    });
    let mut chosen = Chosen::default();
    for one in &all {
        let is_placed = chosen.of_page(one.blank_page).is_some();
        if !is_placed && chosen.taken_from(one, areas).is_none() {
            chosen.placements.push(*one);
        }
    }
    for one in &all {
        let Some(own) = chosen.of_page(one.blank_page).filter(|own| *own != one) else {
            continue;
        };
        let is_as_good = |taken: &Placement| {
            let is_by_number = taken.has_own_number() && own.has_own_number();
            taken.blank_page != one.blank_page
                && (taken.seen, own.seen) == (one.seen, one.seen)
                && !is_by_number
        };
        let is_copy = 4 * one.seen >= 3 * own.seen;
        let is_unclear = is_copy && chosen.taken_from(one, areas).is_none_or(is_as_good);
        if is_unclear {
            chosen.unclear.insert(one.blank_page);
        }
    }
    chosen
}

impl Chosen {
    pub(super) fn of_page(&self, page: usize) -> Option<&Placement> {
        let mut placements = self.placements.iter().inspect(|_| step());
        placements.find(|placement| placement.blank_page == page)
    }

    /// The placement in whose place this one is.
    fn taken_from(&self, one: &Placement, areas: &Areas) -> Option<&Placement> {
        let area = area(one, areas)?;
        let on_page = self.placements.iter().inspect(|_| step());
        let mut on_page = on_page.filter(|other| other.file_page == one.file_page);
        on_page.find(|other| {
            let taken = self::area(other, areas);
            taken
                .is_some_and(|taken| taken.contains(area.middle()) || area.contains(taken.middle()))
        })
    }
}

/// Where the area of a page is on its sheet.
pub(super) fn area(placement: &Placement, areas: &Areas) -> Option<PagePlace> {
    let own = areas.get(&placement.blank_page)?;
    Some(placement.transform.in_file(*own))
}
