//! How well a printed text suits a field as its label, by where both stand.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldKind};

use super::area::PageRectangle;
use super::button_side::labelled_before;
use super::label_side::{Side, gap_beside};
use super::piece::PrintedPiece;
use super::vocabulary::{is_answer, words};

/// A field, a text that may be its label, and the cost of that: roughly their distance in points.
/// Lower is better.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) field: usize,
    pub(super) piece: usize,
    pub(super) side: Side,
    pub(super) cost: f32,
}

/// The bonus, in points, for a text with words of the field's own name.
const OWN_WORDS: f32 = 12.0;
/// The bonus, in points, for the side on which most fields of the page have their labels.
const USUAL_SIDE: f32 = 8.0;
/// The longest label, in characters. Longer texts are paragraphs; of a field's name or tooltip that
/// is longer the beginning is kept.
pub(super) const LABEL_LENGTH_MAX: usize = 200;

/// Every pair that is possible.
pub(super) fn costs(fields: &[&FormField], pieces: &[PrintedPiece]) -> Vec<Pair> {
    let areas: Vec<Option<PageRectangle>> = fields
        .iter()
        .map(|field| field.place.map(PageRectangle::from))
        .collect();
    let buttons = buttons(fields);
    let before = labelled_before(&buttons, pieces);
    let before: HashSet<usize> = before.into_iter().map(|button| buttons[button].0).collect();
    let is_of_button = texts_of_buttons(&buttons, pieces);
    let mut pairs = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let Some(area) = areas[index] else {
            continue;
        };
        let own_words: HashSet<String> = words(&field.name)
            .chain(field.tooltip.iter().flat_map(|tooltip| words(tooltip)))
            .collect();
        let near = pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| is_near(&area, &piece.area));
        for (piece_index, piece) in near {
            let sides = if before.contains(&index) {
                [Side::Before, Side::Behind]
            } else {
                [Side::Behind, Side::Before]
            };
            let Some((side, cost)) = side_and_cost(field, &area, piece, sides) else {
                continue;
            };
            let is_of_another = is_of_button[piece_index]
                && !is_button(field)
                && matches!(side, Side::Above | Side::Below);
            if is_of_another || is_parted(&areas, index, &area, &piece.area, side) {
                continue;
            }
            let is_own = words(&piece.text).all(|word| own_words.contains(&word))
                && !(is_button(field)
                    && is_right_behind_another(&buttons, index, &area, &piece.area));
            pairs.push(Pair {
                field: index,
                piece: piece_index,
                side,
                cost: if is_own { cost - OWN_WORDS } else { cost },
            });
        }
    }
    prefer_usual_side(&mut pairs, pieces);
    pairs
}

fn is_near(field: &PageRectangle, text: &PageRectangle) -> bool {
    field.page == text.page && text.bottom > field.top - 20.0 && text.top < field.bottom + 12.0
}

pub(super) fn is_button(field: &FormField) -> bool {
    matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio)
}

/// Whether it is one button by itself, and no group of several.
fn is_box(field: &FormField) -> bool {
    let is_single = field.kind == FormFieldKind::CheckBox && field.widgets.len() < 2;
    is_button(field) && (is_single || field.options.len() < 2)
}

/// The place of each button, with the index of its field.
fn buttons(fields: &[&FormField]) -> Vec<(usize, PageRectangle)> {
    let fields = fields.iter().enumerate();
    let buttons = fields.filter(|(_, field)| is_button(field));
    let places = buttons.flat_map(|(index, field)| {
        let widgets = field.widgets.iter();
        widgets.map(move |widget| (index, PageRectangle::from(widget.place)))
    });
    places.collect()
}

/// Whether a text stands right behind the button of another field, less than half as far from it as
/// from this one: then it is of that, whatever this one is called. Buttons that lie on each other
/// have their texts in common.
fn is_right_behind_another(
    buttons: &[(usize, PageRectangle)],
    field: usize,
    area: &PageRectangle,
    text: &PageRectangle,
) -> bool {
    let gap = |area: &PageRectangle, side| gap_beside(area, text, side).map(f32::abs);
    let sides = [Side::Behind, Side::Before];
    let own = sides.into_iter().filter_map(|side| gap(area, side));
    let own = own.fold(f32::INFINITY, f32::min);
    let others = buttons
        .iter()
        .filter(|(index, other)| *index != field && !other.shares_column(area));
    let mut gaps = others.filter_map(|(_, other)| gap(other, Side::Behind));
    gaps.any(|gap| gap * 2.0 < own)
}

/// Which texts stand behind a button: they are of that, and not of what is above or below it.
fn texts_of_buttons(buttons: &[(usize, PageRectangle)], pieces: &[PrintedPiece]) -> Vec<bool> {
    let is_behind = |piece: &PrintedPiece| {
        let areas = buttons.iter().map(|(_, area)| area);
        let mut gaps = areas.map(|area| gap_beside(area, &piece.area, Side::Behind));
        gaps.any(|gap| gap.is_some())
    };
    pieces.iter().map(is_behind).collect()
}

/// Whether another field stands between a field and the text before it.
fn is_parted(
    areas: &[Option<PageRectangle>],
    index: usize,
    field: &PageRectangle,
    text: &PageRectangle,
    side: Side,
) -> bool {
    let others = areas
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index);
    let mut others = others.filter_map(|(_, area)| area.as_ref());
    side == Side::Before
        && others.any(|other| {
            other.shares_line(field)
                && other.left >= text.right - 6.0
                && other.right <= field.left + 6.0
        })
}

/// Gives the bonus for the usual side of each page: where more fields have a text below than above,
/// labels are below, and the other way round.
fn prefer_usual_side(pairs: &mut [Pair], pieces: &[PrintedPiece]) {
    let pages: HashSet<usize> = pieces.iter().map(|piece| piece.area.page).collect();
    for page in pages {
        let count = |side: Side| {
            let on_page = pairs
                .iter()
                .filter(|pair| pair.side == side && pieces[pair.piece].area.page == page);
            on_page.map(|pair| pair.field).collect::<HashSet<_>>().len()
        };
        let (above, below) = (count(Side::Above), count(Side::Below));
        let unusual = if below > above {
            Side::Above
        } else {
            Side::Below
        };
        if above != below {
            pairs
                .iter_mut()
                .filter(|pair| pair.side == unusual && pieces[pair.piece].area.page == page)
                .for_each(|pair| pair.cost += USUAL_SIDE);
        }
    }
}

fn side_and_cost(
    field: &FormField,
    area: &PageRectangle,
    piece: &PrintedPiece,
    sides: [Side; 2],
) -> Option<(Side, f32)> {
    if piece.text.chars().count() > LABEL_LENGTH_MAX {
        return None;
    }
    match field.kind {
        _ if is_box(field) => beside_box(area, &piece.area, sides),
        _ if is_answer(&piece.text) => None,
        // Behind a button of a group stands the text of that button.
        _ if is_button(field) => [before(area, &piece.area), above(area, &piece.area)]
            .into_iter()
            .flatten()
            .next(),
        _ => around(area, &piece.area),
    }
}

/// On the first of these sides rather than on the second.
fn beside_box(
    area: &PageRectangle,
    text: &PageRectangle,
    [usual, other]: [Side; 2],
) -> Option<(Side, f32)> {
    let cost = |side: Side, base: f32| {
        let gap = gap_beside(area, text, side)?;
        Some((side, base + gap.max(0.0) * 0.15))
    };
    cost(usual, 0.0).or_else(|| cost(other, 6.0))
}

/// The closest way in which a text stands at a field for a text.
fn around(area: &PageRectangle, text: &PageRectangle) -> Option<(Side, f32)> {
    let ways = [
        before(area, text),
        above(area, text),
        inside(area, text),
        below(area, text),
    ];
    ways.into_iter()
        .flatten()
        .min_by(|one, other| one.1.total_cmp(&other.1))
}

fn before(area: &PageRectangle, text: &PageRectangle) -> Option<(Side, f32)> {
    let gap = area.left - text.right;
    // Of a field of several lines the first counts.
    let first_line = area.top - 3.0..=area.bottom.min(area.top + 20.0) + 3.0;
    let is_before = (-6.0..=120.0).contains(&gap) && first_line.contains(&text.middle());
    is_before.then(|| (Side::Before, 2.0 + gap.max(0.0) * 0.15))
}

fn above(area: &PageRectangle, text: &PageRectangle) -> Option<(Side, f32)> {
    let gap = area.top - text.bottom;
    let is_across = text.left < area.left - 25.0 && text.right > area.right + 25.0;
    let is_above = (-4.0..=18.0).contains(&gap) && text.shares_column(area) && !is_across;
    is_above.then(|| {
        (
            Side::Above,
            3.0 + gap.max(0.0) * 0.6 + shift(area, text) * 0.1,
        )
    })
}

fn inside(area: &PageRectangle, text: &PageRectangle) -> Option<(Side, f32)> {
    let is_inside = text.top >= area.top - 3.0
        && text.bottom <= area.bottom + 3.0
        && (area.left - 2.0..area.right).contains(&text.left);
    // A field of one line that has a text in it: that is how to fill it in rather than its label.
    let is_caption = area.height() >= text.height() * 1.5 && text.top < area.middle();
    let base = if is_caption { 2.0 } else { 12.0 };
    is_inside.then(|| (Side::Inside, base + shift(area, text) * 0.1))
}

fn below(area: &PageRectangle, text: &PageRectangle) -> Option<(Side, f32)> {
    let gap = text.top - area.bottom;
    let is_centred = (area.left + area.right - text.left - text.right).abs() <= 28.0;
    let is_below = (-4.0..=9.0).contains(&gap) && (shift(area, text) <= 14.0 || is_centred);
    is_below.then(|| {
        (
            Side::Below,
            5.0 + gap.max(0.0) * 0.6 + shift(area, text) * 0.1,
        )
    })
}

fn shift(area: &PageRectangle, text: &PageRectangle) -> f32 {
    (text.left - area.left).abs().min(40.0)
}
