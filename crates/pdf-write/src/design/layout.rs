//! Lays a form type out as blocks, before it is known on which page each stands.

use forms::FormType;
use forms::form_type::{Entry, Field, FieldType, Section, Width};

use super::item::{self, Block, Item, TextStyle, Typesetter};
use super::{field, style, table};
use crate::font::TextLine;

/// The blocks of a form, from top to bottom.
pub(super) fn blocks(form_type: &FormType, setter: Typesetter<'_>) -> Vec<Block> {
    let mut blocks = vec![title(form_type, setter)];
    for section in &form_type.sections {
        if !section.title.trim().is_empty() {
            blocks.push(heading(&section.title, setter));
        }
        add_entries(&mut blocks, section, setter);
    }
    blocks
}

fn title(form_type: &FormType, setter: Typesetter<'_>) -> Block {
    let wide = setter
        .family
        .width(item::TITLE.weight, &form_type.title, style::TITLE_SIZE);
    let size = style::TITLE_SIZE * (style::BODY_WIDTH / wide).min(1.0);
    let text_style = TextStyle {
        size,
        ..item::TITLE
    };
    let mut items = vec![Item::text(0.0, 22.0, text_style, &form_type.title)];
    let introduction = form_type.introduction.as_deref().unwrap_or_default();
    let mut notes = setter.lines(item::NOTE, introduction, style::BODY_WIDTH);
    notes.retain(|line| !line.text.is_empty());
    let required = format!("* {}", setter.words.required);
    if form_type.fields().any(|field| field.required) {
        notes.push(TextLine::from(&required));
    }
    let mut y = 41.0;
    for note in notes {
        items.push(Item::text(0.0, y, item::NOTE, note));
        y += 13.0;
    }
    Block {
        height: y - 4.0,
        keeps_next: true,
        items,
    }
}

fn heading(title: &str, setter: Typesetter<'_>) -> Block {
    let lines = setter.lines(item::HEADING, title, style::BODY_WIDTH);
    let mut y = 18.0;
    let mut items = Vec::new();
    for line in lines {
        items.push(Item::text(0.0, y, item::HEADING, line));
        y += style::HEADING_PITCH;
    }
    y -= style::HEADING_PITCH;
    items.push(Item::Rule(y + 5.0));
    Block {
        height: y + 12.0,
        keeps_next: true,
        items,
    }
}

/// Fields side by side as long as they fit a line of six parts.
fn add_entries(blocks: &mut Vec<Block>, section: &Section, setter: Typesetter<'_>) {
    let mut row: Vec<&Field> = Vec::new();
    for entry in &section.entries {
        match entry {
            Entry::Field(field) => {
                if row.iter().map(|field| parts(field)).sum::<u8>() + parts(field) > 6 {
                    blocks.push(row_block(&std::mem::take(&mut row), setter));
                }
                row.push(field);
            }
            Entry::Table(table) => {
                if !row.is_empty() {
                    blocks.push(row_block(&std::mem::take(&mut row), setter));
                }
                let kept = blocks.iter().rev().take_while(|block| block.keeps_next);
                let height_above = kept.map(|block| block.height).sum();
                blocks.extend(table::blocks(table, height_above, setter));
            }
        }
    }
    if !row.is_empty() {
        blocks.push(row_block(&row, setter));
    }
}

fn parts(field: &Field) -> u8 {
    match (&field.kind, field.width) {
        (FieldType::Boolean | FieldType::Iban, _) | (_, Width::Full) => 6,
        (_, Width::TwoThirds) => 4,
        (_, Width::Half) => 3,
        (_, Width::Third) => 2,
    }
}

fn row_block(fields: &[&Field], setter: Typesetter<'_>) -> Block {
    let part = (style::BODY_WIDTH + style::GUTTER) / 6.0;
    let mut items = Vec::new();
    let width = |field: &Field| part * f32::from(parts(field)) - style::GUTTER;
    let labels = fields
        .iter()
        .map(|field| field::label_height(field, width(field), setter));
    let top = labels.fold(0.0, f32::max);
    let (mut x, mut height) = (0.0, 0.0_f32);
    for field in fields {
        let width = width(field);
        height = height.max(field::add(field, (x, top, width), setter, &mut items));
        x += width + style::GUTTER;
    }
    Block {
        height: height + style::ROW_GAP,
        keeps_next: false,
        items,
    }
}
