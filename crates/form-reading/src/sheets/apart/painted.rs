//! What is on the pages of the form beside their text.

use std::collections::HashMap;

use forms::form_content::{PagePlace, PaintedShape, UndecodableText};

use super::sheet::Sheet;
use crate::blank_form::BlankForm;
use crate::steps::step;

/// The shapes on the pages of the form. What hides others may lie over several pages.
pub(super) fn shapes(shapes: &[PaintedShape], sheets: &HashMap<usize, Sheet>) -> Vec<PaintedShape> {
    let mut moved = Vec::new();
    for shape in shapes {
        step();
        let Some(sheet) = sheets.get(&shape.place.page) else {
            continue;
        };
        let numbers: Vec<usize> = match shape.hides {
            true => sheet.division.touched(shape.place).collect(),
            false => sheet.page_at(shape.place).into_iter().collect(),
        };
        moved.extend(numbers.into_iter().map(|number| {
            let placement = &sheet.placements[number];
            let place = PagePlace {
                page: placement.blank_page,
                ..placement.transform.place_in_blank(shape.place)
            };
            PaintedShape { place, ..*shape }
        }));
    }
    moved
}

/// What cannot be decoded, on those pages of a sheet that have the same in the blank form.
pub(super) fn undecodable(
    found: &[UndecodableText],
    blank: BlankForm<'_>,
    sheets: &HashMap<usize, Sheet>,
) -> Vec<UndecodableText> {
    let mut own: HashMap<UndecodableText, usize> = HashMap::new();
    for text in blank.undecodable {
        *own.entry(*text).or_default() += 1;
    }
    let behind = sheets.values().flat_map(|sheet| &sheet.placements);
    let behind = behind.map(|placement| placement.blank_page + 1).max();
    let mut page = |text: &UndecodableText| {
        let placements = sheets
            .get(&text.page)
            .map(|sheet| sheet.placements.as_slice());
        let mut pages = placements
            .unwrap_or_default()
            .iter()
            .map(|one| one.blank_page);
        let first = pages.clone().next();
        let of_blank = pages.find(|page| {
            step();
            let left = own.get_mut(&UndecodableText {
                page: *page,
                ..*text
            });
            let left = left.filter(|left| **left > 0);
            left.map(|left| *left -= 1).is_some()
        });
        let nowhere = behind.unwrap_or(0) + text.page;
        of_blank.or(first).unwrap_or(nowhere)
    };
    let moved = found.iter().map(|text| UndecodableText {
        page: page(text),
        ..*text
    });
    moved.collect()
}
