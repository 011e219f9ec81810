//! How wide the columns of a table are.

use forms::form_type::{Column, FieldType};

use super::{NUMBER_WIDTH, PADDING};
use crate::column_widths::share;
use crate::design::item::{self, Typesetter};
use crate::design::style;

/// A column of short values, where there is room.
const SHORT_WIDTH: f32 = 110.0;

/// The columns with their left edges and widths: amounts and other short values have one width,
/// texts share the rest. One that is too narrow for a word of its heading is given what others do
/// not need.
pub(super) fn columns<'table>(
    columns: &'table [Column],
    setter: Typesetter<'_>,
) -> Vec<(&'table Column, f32, f32)> {
    let mut widths = even_widths(columns);
    let words: Vec<f32> = columns
        .iter()
        .map(|column| word_width(column, setter))
        .collect();
    let values = columns.iter().map(|column| value_width(&column.kind));
    let kept: Vec<f32> = values
        .zip(&words)
        .map(|(value, word)| value.max(*word))
        .collect();
    share(&mut widths, &words, &kept);
    let mut left = NUMBER_WIDTH;
    let place = |(column, width)| {
        let x = left;
        left += width;
        (column, x, width)
    };
    columns.iter().zip(widths).map(place).collect()
}

fn even_widths(columns: &[Column]) -> Vec<f32> {
    let is_long = |column: &Column| {
        matches!(
            column.kind,
            FieldType::Text { .. } | FieldType::Email | FieldType::Iban
        )
    };
    let long = columns.iter().filter(|column| is_long(column)).count();
    let room = style::BODY_WIDTH - NUMBER_WIDTH;
    let even = room / columns.len().max(1) as f32;
    let short_width = if long == 0 {
        even
    } else {
        SHORT_WIDTH.min(even)
    };
    let short_room = short_width * (columns.len() - long) as f32;
    let long_width = (room - short_room) / long.max(1) as f32;
    let width = |column: &Column| match is_long(column) {
        true => long_width,
        false => short_width,
    };
    columns.iter().map(width).collect()
}

/// The longest part of a column's heading that is not broken, with what is beside it.
fn word_width(column: &Column, setter: Typesetter<'_>) -> f32 {
    let weight = item::COLUMN.weight;
    let words = column
        .label
        .split(' ')
        .flat_map(|word| word.split_inclusive('-'));
    let widths = words.map(|word| setter.family.width(weight, word, item::COLUMN.size));
    // Rounding must not break what just fits.
    widths.fold(0.0, f32::max) + 2.0 * PADDING + 0.1
}

/// Narrower than this a column is not made for another one's heading.
fn value_width(kind: &FieldType) -> f32 {
    match kind {
        FieldType::Boolean => 24.0,
        FieldType::Integer { .. } => 42.0,
        FieldType::Date { .. } | FieldType::Choice { .. } => 60.0,
        FieldType::Money => 66.0,
        FieldType::Text { .. } | FieldType::Email | FieldType::Iban => 54.0,
    }
}
