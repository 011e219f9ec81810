//! Characters that stand in cells, joined, with a space for each empty cell.

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};
use unicode_segmentation::UnicodeSegmentation as _;

use super::pieces_by_line::lines_count;
use super::placed_words::Words;

/// From so many characters on that stand apart they are believed to stand in cells.
const CHARACTERS_MIN: usize = 4;

/// By how much the way from one character to the next may differ from whole cells, in cells: some
/// programs write from the left edge of a cell, and letters differ in width.
const BESIDE_MIDDLE: f32 = 0.3;

/// The cells of a comb are as wide as this at most, in heights of a letter.
const WIDTH_MAX: f32 = 2.5;

/// A comb of more cells is none: what a file says of their number takes no memory.
const COUNT_MAX: usize = 1_000;

/// A wider gap than this, in cells, parts two texts.
const CELLS_MAX: f32 = 20.0;

/// The text of these pieces where each character has a cell: those of the comb that the field is,
/// or of the one that it was in another version of the form.
pub(crate) fn text(pieces: &[PlacedText], field: &FormField, place: PagePlace) -> Option<String> {
    match field.max_length.filter(|_| field.comb) {
        Some(COUNT_MAX..) => None,
        Some(count) => of_comb(pieces, count, place),
        None if field.kind == FormFieldKind::Text => of_former_comb(pieces),
        None => None,
    }
}

/// The graphemes in the cells of a comb (UAX 29: a letter with its marks is one); `None` where two
/// share a cell.
fn of_comb(pieces: &[PlacedText], count: usize, place: PagePlace) -> Option<String> {
    let width = place.width / count as f32;
    let mut cells = vec![None; count];
    for piece in pieces {
        let words = Words::of(piece);
        for index in 0..words.count() {
            let (text, word) = words.get(index);
            let each = (word.right - word.left) / text.graphemes(true).count().max(1) as f32;
            for (nth, grapheme) in text.graphemes(true).enumerate() {
                let middle = word.left + each * (nth as f32 + 0.5) - place.left;
                let cell = cells.get_mut((middle / width).max(0.0) as usize)?;
                if cell.replace(grapheme).is_some() {
                    return None;
                }
            }
        }
    }
    let text: String = cells.iter().map(|cell| cell.unwrap_or(" ")).collect();
    Some(text.trim().to_owned())
}

/// The graphemes of a line of which each stands alone in a cell that is wider than a letter is
/// high; `None` where a space is printed, as between words, or they stand unevenly.
fn of_former_comb(pieces: &[PlacedText]) -> Option<String> {
    let letters = lone_letters(pieces)?;
    let mut steps: Vec<f32> = letters
        .windows(2)
        .map(|pair| pair[1].1 - pair[0].1)
        .collect();
    let size = pieces.iter().map(|piece| piece.place.height);
    let size = size.fold(0.0, f32::max);
    let width = median(steps.clone())?;
    let is_cell = (size..=WIDTH_MAX * size).contains(&width);
    if letters.len() < CHARACTERS_MIN || !is_cell || lines_count(pieces) > 1 {
        return None;
    }
    steps.insert(0, width);
    let mut joined = String::new();
    for ((letter, _), step) in letters.iter().zip(steps) {
        let cells = (step / width).round();
        let is_even = (step / width - cells).abs() <= BESIDE_MIDDLE;
        if !is_even || !(1.0..=CELLS_MAX).contains(&cells) {
            return None;
        }
        joined.push_str(&" ".repeat(cells as usize - 1));
        joined.push_str(letter);
    }
    Some(joined)
}

/// The letters and where their middles are, from left to right, if each stands apart.
fn lone_letters(pieces: &[PlacedText]) -> Option<Vec<(&str, f32)>> {
    let mut letters = Vec::new();
    for piece in pieces {
        let words = Words::of(piece);
        for index in 0..words.count() {
            let (text, word) = words.get(index);
            let is_apart = index == 0 || word.is_apart;
            if !is_apart || text.graphemes(true).count() != 1 {
                return None;
            }
            letters.push((text, f32::midpoint(word.left, word.right)));
        }
    }
    letters.sort_by(|one, other| one.1.total_cmp(&other.1));
    Some(letters)
}

fn median(mut numbers: Vec<f32>) -> Option<f32> {
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}
