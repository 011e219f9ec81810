//! A table of fields: caption, headings, numbered rows. One that is taller than a page goes on with
//! its headings on the next.

use std::ops::Range;

use forms::form_type::{Column, FieldType, Table};

use super::item::{self, Block, Item, WidgetBox};
use super::{field, style};

/// The column of row numbers.
const NUMBER_WIDTH: f32 = 22.0;
const HEADING_HEIGHT: f32 = 16.0;
const SHORT_WIDTH: f32 = 110.0;
const CAPTION_HEIGHT: f32 = style::LABEL_HEIGHT + 2.0;

/// The table in pieces that fit a page. The first one has `height_above` less room, for what must
/// stand above it on the same page.
pub(super) fn blocks(table: &Table, height_above: f32) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (mut start, mut above) = (0, height_above);
    while start < table.rows {
        let end = table.rows.min(start + rows_max(above));
        blocks.push(piece(table, start..end));
        (start, above) = (end, 0.0);
    }
    blocks
}

/// The rows that fit a page below `height_above`; at least one.
fn rows_max(height_above: f32) -> usize {
    let around = height_above + CAPTION_HEIGHT + HEADING_HEIGHT + style::ROW_GAP;
    let rows = (style::BODY_HEIGHT - around) / style::TABLE_ROW_HEIGHT;
    (rows as usize).max(1)
}

fn piece(table: &Table, rows: Range<usize>) -> Block {
    let band = Item::Band {
        x: 0.0,
        y: CAPTION_HEIGHT,
        width: style::BODY_WIDTH,
        height: HEADING_HEIGHT,
    };
    let mut items = vec![Item::text(0.0, 8.5, item::CAPTION, &table.label), band];
    let columns = columns(&table.columns);
    for (column, left, _) in &columns {
        let y = CAPTION_HEIGHT + 11.0;
        items.push(Item::text(left + 4.0, y, item::COLUMN, &column.label));
    }
    let mut y = CAPTION_HEIGHT + HEADING_HEIGHT;
    for row in rows {
        let number = (row + 1).to_string();
        items.push(Item::text(6.0, y + 12.5, item::LABEL, &number));
        let cells = columns.iter().map(|column| cell(table, row, y, column));
        items.extend(cells);
        y += style::TABLE_ROW_HEIGHT;
    }
    Block {
        height: y + style::ROW_GAP,
        keeps_next: false,
        items,
    }
}

fn cell(table: &Table, row: usize, y: f32, (column, x, width): &(&Column, f32, f32)) -> Item {
    Item::Field(WidgetBox {
        x: *x,
        y,
        width: *width,
        height: style::TABLE_ROW_HEIGHT,
        path: format!("{}.{row}.{}", table.path, column.key),
        tooltip: format!("{}, Zeile {}: {}", table.label, row + 1, column.label),
        required: false,
        kind: field::widget_kind(&column.kind).0,
    })
}

/// The columns with their left edges and widths: amounts and other short values have one width,
/// texts share the rest.
fn columns(columns: &[Column]) -> Vec<(&Column, f32, f32)> {
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
    let mut left = NUMBER_WIDTH;
    let place = |column| {
        let width = if is_long(column) {
            long_width
        } else {
            short_width
        };
        let x = left;
        left += width;
        (column, x, width)
    };
    columns.iter().map(place).collect()
}
