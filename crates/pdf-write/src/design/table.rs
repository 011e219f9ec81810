//! A table of fields: caption, headings, numbered rows. One that is taller than a page goes on with
//! its headings on the next.

mod columns;

use std::ops::Range;

use forms::form_type::{Column, Table};

use super::item::{self, Block, Item, TextStyle, Typesetter, WidgetBox};
use super::{field, style};
use crate::font::TextLine;

/// The column of row numbers.
const NUMBER_WIDTH: f32 = 22.0;
const HEADING_HEIGHT: f32 = 16.0;
/// Beside a heading.
const PADDING: f32 = 4.0;
const CAPTION_HEIGHT: f32 = style::LABEL_HEIGHT + 2.0;

/// The table in pieces that fit a page. The first one has `height_above` less room, for what must
/// stand above it on the same page.
pub(super) fn blocks(table: &Table, height_above: f32, setter: Typesetter<'_>) -> Vec<Block> {
    let head = Head::of(table, setter);
    let mut blocks = Vec::new();
    let (mut start, mut above) = (0, height_above);
    while start < table.rows {
        let end = table.rows.min(start + rows_max(above + head.height()));
        blocks.push(piece(table, &head, start..end));
        (start, above) = (end, 0.0);
    }
    blocks
}

/// The rows that fit a page below `height_above`; at least one.
fn rows_max(height_above: f32) -> usize {
    let around = height_above + style::ROW_GAP;
    let rows = (style::BODY_HEIGHT - around) / style::TABLE_ROW_HEIGHT;
    (rows as usize).max(1)
}

/// What stands above the rows.
struct Head<'table> {
    /// Before the number of a row, where that is said.
    row: &'static str,
    caption: Vec<TextLine<'table>>,
    columns: Vec<TableColumn<'table>>,
}

struct TableColumn<'table> {
    column: &'table Column,
    left: f32,
    width: f32,
    heading: Vec<TextLine<'table>>,
}

impl<'table> Head<'table> {
    fn of(table: &'table Table, setter: Typesetter<'_>) -> Self {
        let columns = columns::columns(&table.columns, setter).into_iter();
        let columns = columns.map(|(column, left, width)| TableColumn {
            column,
            left,
            width,
            heading: setter.lines(item::COLUMN, &column.label, width - 2.0 * PADDING),
        });
        Self {
            row: setter.words.row,
            caption: setter.lines(item::CAPTION, &table.label, style::BODY_WIDTH),
            columns: columns.collect(),
        }
    }

    fn caption_height(&self) -> f32 {
        CAPTION_HEIGHT + more_lines(self.caption.len())
    }

    fn height(&self) -> f32 {
        let lines = self.columns.iter().map(|column| column.heading.len());
        self.caption_height() + HEADING_HEIGHT + more_lines(lines.max().unwrap_or(1))
    }

    fn items(&self) -> Vec<Item> {
        let top = self.caption_height();
        let mut items = at_lines((0.0, 8.5), item::CAPTION, &self.caption);
        items.push(Item::Band {
            x: 0.0,
            y: top,
            width: style::BODY_WIDTH,
            height: self.height() - top,
        });
        for column in &self.columns {
            let place = (column.left + PADDING, top + 11.0);
            items.extend(at_lines(place, item::COLUMN, &column.heading));
        }
        items
    }
}

/// What a text of so many lines takes more than one of one line.
fn more_lines(lines: usize) -> f32 {
    style::LABEL_PITCH * lines.saturating_sub(1) as f32
}

fn at_lines((x, mut y): (f32, f32), text_style: TextStyle, lines: &[TextLine<'_>]) -> Vec<Item> {
    let mut items = Vec::new();
    for line in lines {
        items.push(Item::text(x, y, text_style, *line));
        y += style::LABEL_PITCH;
    }
    items
}

fn piece(table: &Table, head: &Head<'_>, rows: Range<usize>) -> Block {
    let mut items = head.items();
    let mut y = head.height();
    for row in rows {
        let number = (row + 1).to_string();
        items.push(Item::text(6.0, y + 12.5, item::LABEL, &number));
        let cells = head.columns.iter();
        items.extend(cells.map(|column| cell((table, head.row), row, y, column)));
        y += style::TABLE_ROW_HEIGHT;
    }
    Block {
        height: y + style::ROW_GAP,
        keeps_next: false,
        items,
    }
}

fn cell((table, row_word): (&Table, &str), row: usize, y: f32, at: &TableColumn<'_>) -> Item {
    let column = at.column;
    Item::Field(WidgetBox {
        x: at.left,
        y,
        width: at.width,
        height: style::TABLE_ROW_HEIGHT,
        path: format!("{}.{row}.{}", table.path, column.key),
        tooltip: format!("{}, {row_word} {}: {}", table.label, row + 1, column.label),
        required: false,
        kind: field::widget_kind(&column.kind).0,
    })
}
