//! The label that is printed for a field: before it, above it, in it, below it, behind a box.
//!
//! Each printed text is the label of one field at most: the closest pairs come first. What a field
//! is called in the PDF decides where several texts are close; forms that print labels below their
//! fields are told by how many fields have one there.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldKind, PlacedText};

use super::area::PageRectangle;
use super::button_texts::ButtonTexts;
use super::label_cost::{Side, costs};
use super::piece::{PrintedPiece, pieces, units};
use super::vocabulary;

/// The most lines of a label.
const LINES_MAX: usize = 4;

/// The label that is printed for a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PrintedLabel {
    /// In one line, without enumeration, colon and asterisk.
    pub(super) text: String,
    pub(super) side: Side,
    /// Whether it has an asterisk.
    pub(super) is_starred: bool,
}

/// The labels that are printed for the fields of a form.
pub(super) struct PrintedLabels {
    /// For each field, in the order of the fields.
    pub(super) labels: Vec<Option<PrintedLabel>>,
    /// What follows each field for a text in its line.
    pub(super) behind: Vec<Option<String>>,
    /// What is printed beside the buttons of each group.
    pub(super) button_texts: Vec<Option<ButtonTexts>>,
}

/// Finds the labels of fields among the texts of a form.
pub(super) fn printed(fields: &[&FormField], texts: &[PlacedText]) -> PrintedLabels {
    let pieces = pieces(texts);
    let units = units(texts);
    let mut pairs = costs(fields, &pieces);
    pairs.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut labels: Vec<Option<(usize, Side)>> = vec![None; fields.len()];
    let mut used = HashSet::new();
    for pair in pairs {
        if labels[pair.field].is_none() && used.insert(pair.piece) {
            labels[pair.field] = Some((pair.piece, pair.side));
        }
    }
    let labels = labels
        .into_iter()
        .map(|label| label.map(|(piece, side)| whole_label(&pieces, piece, side, &mut used)));
    PrintedLabels {
        labels: labels.collect(),
        behind: fields.iter().map(|field| behind(field, &units)).collect(),
        button_texts: fields
            .iter()
            .map(|field| ButtonTexts::of(field, &pieces))
            .collect(),
    }
}

/// The text of a label with its further lines, which are marked as used.
fn whole_label(
    pieces: &[PrintedPiece],
    piece: usize,
    side: Side,
    used: &mut HashSet<usize>,
) -> PrintedLabel {
    let mut lines = vec![piece];
    while lines.len() < LINES_MAX {
        let next = match side {
            Side::Above => neighbour(pieces, lines[0], used, |first, other| {
                continues(other, first)
            }),
            _ => neighbour(pieces, lines[lines.len() - 1], used, continues),
        };
        match next {
            None => break,
            Some(next) if side == Side::Above => lines.insert(0, next),
            Some(next) => lines.push(next),
        }
        used.extend(next);
    }
    let text = lines
        .into_iter()
        .fold(String::new(), |text, line| joined(text, &pieces[line].text));
    PrintedLabel {
        is_starred: text.trim_end_matches([':', ' ']).ends_with('*'),
        text: vocabulary::bare_label(&text).to_owned(),
        side,
    }
}

fn neighbour(
    pieces: &[PrintedPiece],
    line: usize,
    used: &HashSet<usize>,
    is_next: impl Fn(&PrintedPiece, &PrintedPiece) -> bool,
) -> Option<usize> {
    let mut free = (0..pieces.len()).filter(|other| *other != line && !used.contains(other));
    free.find(|other| is_next(&pieces[line], &pieces[*other]))
}

/// Whether the second is the next line of the first: right under it, of one size, and the words go
/// on.
fn continues(first: &PrintedPiece, next: &PrintedPiece) -> bool {
    let (upper, lower) = (first.area, next.area);
    let is_under = upper.page == lower.page
        && (upper.left - lower.left).abs() <= 3.0
        && (-3.0..=4.0).contains(&(lower.top - upper.bottom))
        && (upper.height() - lower.height()).abs() <= 1.0;
    let goes_on = next
        .text
        .starts_with(|first: char| first.is_lowercase() || first == '(')
        || first.text.ends_with(['-', ',', '/']);
    is_under && goes_on
}

fn joined(text: String, line: &str) -> String {
    let begins_small = line.starts_with(char::is_lowercase);
    match text.strip_suffix('-') {
        Some(begun) if begins_small => format!("{begun}{line}"),
        _ if text.is_empty() || text.ends_with('/') => text + line,
        _ => text + " " + line,
    }
}

/// The text that follows a field for a text in its line: the unit of a number, or the next words.
fn behind(field: &FormField, units: &[PrintedPiece]) -> Option<String> {
    let area = field.place.map(PageRectangle::from)?;
    let is_text = field.kind == FormFieldKind::Text;
    let followers = units.iter().filter(|piece| {
        let gap = piece.area.left - area.right;
        is_text && (-8.0..=14.0).contains(&gap) && piece.area.shares_line(&area)
    });
    let closest = followers.min_by(|one, other| one.area.left.total_cmp(&other.area.left))?;
    Some(closest.text.clone())
}
