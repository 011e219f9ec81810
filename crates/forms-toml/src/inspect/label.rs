//! The label that is printed for a field: before it, above it, in it, below it, behind a box.
//!
//! Each printed text is the label of one field at most: the closest pairs come first. What a field
//! is called in the PDF decides where several texts are close; forms that print labels below their
//! fields are told by how many fields have one there.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldKind, PlacedText};

use super::area::PageRectangle;
use super::button_texts::ButtonTexts;
use super::label_cost::costs;
use super::label_lines::{Room, whole_label};
use super::label_side::Side;
use super::piece::{PrintedPiece, pieces, units};
use super::printed_label::PrintedLabel;

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
    let labels = labels.into_iter().zip(fields).map(|(label, field)| {
        let (piece, side) = label?;
        let room = Room::of(field, side);
        Some(whole_label(&pieces, piece, &room, &mut used))
    });
    PrintedLabels {
        labels: labels.collect(),
        behind: fields.iter().map(|field| behind(field, &units)).collect(),
        button_texts: fields
            .iter()
            .map(|field| ButtonTexts::of(field, &pieces))
            .collect(),
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
