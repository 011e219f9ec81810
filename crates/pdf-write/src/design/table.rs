//! A table of fields: caption, headings, numbered rows.

use domain::form_type::{Column, FieldType, Table};

use super::layout::{Block, Item, Look, Role, Tone, Widget, line, text};
use super::style;
use crate::font::Weight;

/// The column of row numbers.
const NUMBER_WIDTH: f32 = 22.0;
const HEADING_HEIGHT: f32 = 16.0;
const AMOUNT_WIDTH: f32 = 110.0;

pub(super) fn block(table: &Table) -> Block {
    let top = style::LABEL_HEIGHT + 2.0;
    let mut items = vec![
        text(
            0.0,
            8.5,
            (
                Weight::Bold,
                style::LABEL_SIZE,
                Tone::Quiet,
                Role::Paragraph,
            ),
            &table.label,
        ),
        Item::Band {
            x: 0.0,
            y: top,
            width: style::BODY_WIDTH,
            height: HEADING_HEIGHT,
        },
    ];
    let widths = widths(&table.columns);
    let lefts: Vec<f32> = widths
        .iter()
        .scan(NUMBER_WIDTH, |left, width| {
            Some(std::mem::replace(left, *left + width))
        })
        .collect();
    for (column, left) in table.columns.iter().zip(&lefts) {
        items.push(text(
            left + 4.0,
            top + 11.0,
            (Weight::Bold, style::LABEL_SIZE, Tone::Ink, Role::Paragraph),
            &column.label,
        ));
    }
    for row in 0..table.rows {
        let y = top + HEADING_HEIGHT + style::TABLE_ROW_HEIGHT * row as f32;
        let number = (row + 1).to_string();
        items.push(text(
            6.0,
            y + 12.5,
            (
                Weight::Regular,
                style::LABEL_SIZE,
                Tone::Quiet,
                Role::Paragraph,
            ),
            &number,
        ));
        for ((column, left), width) in table.columns.iter().zip(&lefts).zip(&widths) {
            items.push(Item::Field(Widget {
                x: *left,
                y,
                width: *width,
                height: style::TABLE_ROW_HEIGHT,
                path: format!("{}.{row}.{}", table.path, column.key),
                tooltip: format!("{}, Zeile {number}: {}", table.label, column.label),
                required: false,
                look: look(&column.kind),
            }));
        }
    }
    let height = top + HEADING_HEIGHT + style::TABLE_ROW_HEIGHT * table.rows as f32;
    Block {
        height: height + style::ROW_GAP,
        keeps_next: false,
        items,
    }
}

/// Amounts and other short values have one width, texts share the rest.
fn widths(columns: &[Column]) -> Vec<f32> {
    let is_long = |column: &Column| {
        matches!(
            column.kind,
            FieldType::Text { .. } | FieldType::Email | FieldType::Iban
        )
    };
    let long = columns.iter().filter(|column| is_long(column)).count();
    let room = style::BODY_WIDTH - NUMBER_WIDTH;
    let short_width = if long == 0 {
        room / columns.len().max(1) as f32
    } else {
        AMOUNT_WIDTH.min(room / columns.len() as f32)
    };
    let long_width = (room - short_width * (columns.len() - long) as f32) / long.max(1) as f32;
    columns
        .iter()
        .map(|column| {
            if is_long(column) {
                long_width
            } else {
                short_width
            }
        })
        .collect()
}

fn look(kind: &FieldType) -> Look {
    match kind {
        FieldType::Boolean => Look::CheckBox,
        FieldType::Money => line(None, true),
        FieldType::Text { max_length, .. } => line(Some(*max_length), false),
        _ => line(None, false),
    }
}
