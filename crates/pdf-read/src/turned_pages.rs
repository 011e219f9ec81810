//! Pages that somebody has turned since they were those of the blank form, as viewers turn and save
//! them. The fields turn with their page, and say so by where they stand; on a continuation page,
//! of which the blank form has no field, the text does.
//!
//! What such a page prints is compared with the blank form by its place. So both the text and the
//! fields are read as they stand on the page of the blank form.

use std::collections::{BTreeSet, HashMap};

use form_reading::expected_form::BlankTexts;
use forms::form_content::{FieldWidget, FormField, PagePlace};

use crate::pages::{Page, Pages};
use crate::steps::step;

/// Programs move fields by less than this when they turn a page, in points.
const MOVED_MAX: f32 = 2.0;

/// The pages of a file as the blank form has them.
pub(crate) struct TurnedPages {
    pub(crate) pages: Pages,
    /// The numbers of those with fields of which the blank form has none, so that only the text of
    /// the page says how it lies.
    pub(crate) unsettled: BTreeSet<usize>,
}

impl TurnedPages {
    /// The pages as the file has them.
    pub(crate) fn as_they_are(pages: Pages) -> Self {
        Self {
            pages,
            unsettled: BTreeSet::new(),
        }
    }

    /// The pages as the blank form has them; the fields are moved there with them.
    pub(crate) fn back(pages: &Pages, fields: &mut [FormField], blank: &BlankTexts) -> Self {
        let counts = counts(pages, fields, blank);
        let turns: Vec<u8> = counts.iter().map(most).collect();
        let places = fields.iter().flat_map(|field| &field.widgets);
        let mut unsettled: BTreeSet<usize> = places.map(|widget| widget.place.page).collect();
        let is_known = !blank.fields.is_empty();
        unsettled.retain(|page| is_known && counts.get(*page).is_some_and(|(all, _)| *all == 0));
        turn_fields(fields, pages, &turns);
        Self {
            pages: pages.turned(&turns),
            unsettled,
        }
    }
}

/// Moves fields with their pages, each turned by so many quarter turns clockwise.
pub(crate) fn turn_fields(fields: &mut [FormField], pages: &Pages, turns: &[u8]) {
    let move_back = |place: &mut PagePlace| {
        if let Some((page, turns)) = pages.get(place.page).zip(turns.get(place.page)) {
            *place = turned(*place, page, *turns);
        }
    };
    for field in fields {
        field.place.iter_mut().for_each(move_back);
        let places = field.widgets.iter_mut().map(|widget| &mut widget.place);
        places.for_each(move_back);
    }
}

/// How many widgets of a page the blank form has, and how many stand where it has them after so
/// many quarter turns clockwise.
type TurnCounts = (usize, [usize; 4]);

/// The quarter turns after which more than half of the widgets stand where the blank form has them.
fn most((all, counts): &TurnCounts) -> u8 {
    let is_most = |turns: &u8| 2 * counts[usize::from(*turns)] > *all;
    (0..4).find(is_most).unwrap_or(0)
}

/// For each page how many of its widgets the blank form has, and after which turns.
fn counts(pages: &Pages, fields: &[FormField], blank: &BlankTexts) -> Vec<TurnCounts> {
    let own = blank.fields.iter();
    let own: HashMap<&str, &[FieldWidget]> = own
        .map(|field| (field.name.as_str(), field.widgets.as_slice()))
        .collect();
    let mut counts = vec![(0_usize, [0_usize; 4]); pages.count()];
    for field in fields {
        let own = own.get(field.name.as_str()).copied().unwrap_or_default();
        for (found, own) in field.widgets.iter().zip(own) {
            let index = found.place.page;
            if let Some((page, (all, counts))) = pages.get(index).zip(counts.get_mut(index)) {
                *all += 1;
                for (turns, count) in (0..).zip(counts) {
                    step();
                    let turned = turned(found.place, page, turns);
                    let is_own = turned.begins_near(own.place, MOVED_MAX)
                        && turned.is_sized_like(own.place, MOVED_MAX);
                    *count += usize::from(is_own);
                }
            }
        }
    }
    counts
}

/// A place on a page that is turned further by so many quarter turns clockwise.
fn turned(place: PagePlace, page: &Page, turns: u8) -> PagePlace {
    let [left, bottom, right, top, own_turns] = page.shape();
    let is_on_its_side = own_turns % 2.0 != 0.0;
    let (mut width, mut height) = match is_on_its_side {
        true => (top - bottom, right - left),
        false => (right - left, top - bottom),
    };
    let mut turned = place;
    for _ in 0..turns {
        turned = PagePlace {
            page: place.page,
            left: height - turned.top - turned.height,
            top: turned.left,
            width: turned.height,
            height: turned.width,
        };
        (width, height) = (height, width);
    }
    turned
}
