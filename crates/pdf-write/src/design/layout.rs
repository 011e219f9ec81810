//! From a form type to blocks: what stands where within itself, before it has a page.

use domain::FormType;
use domain::form_type::{Entry, Field, FieldType, Section, Width};

use super::style;
use super::table;
use crate::font::{FontFamily, Weight};

/// A piece of the form that is never split between pages.
pub(super) struct Block {
    /// With the gap below it.
    pub(super) height: f32,
    /// Whether the next block must be on the same page.
    pub(super) keeps_next: bool,
    pub(super) items: Vec<Item>,
}

/// Something drawn; `x` from the left of the body, `y` downwards from the top of the block.
pub(super) enum Item {
    Text(Text),
    /// A horizontal line of the body's width.
    Rule {
        y: f32,
        strong: bool,
    },
    /// A filled rectangle without a field.
    Band {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
    Field(Widget),
}

/// A line of text; `y` is its base line.
pub(super) struct Text {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) weight: Weight,
    pub(super) size: f32,
    pub(super) tone: Tone,
    pub(super) role: Role,
    pub(super) text: String,
}

#[derive(Clone, Copy)]
pub(super) enum Tone {
    Accent,
    Ink,
    Quiet,
}

/// What a text is for those who hear the form (PDF 32000-1, 14.8.4).
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    Title,
    Heading,
    Paragraph,
}

/// A widget of a field with the box drawn under it.
pub(super) struct Widget {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) path: String,
    pub(super) tooltip: String,
    pub(super) required: bool,
    pub(super) look: Look,
}

/// How a widget behaves.
#[derive(Clone)]
pub(super) enum Look {
    Line {
        length_max: Option<usize>,
        to_the_right: bool,
    },
    Area {
        length_max: usize,
    },
    Comb {
        cells: usize,
    },
    CheckBox,
    /// A button of a radio group, with the state it stands for.
    Radio {
        state: String,
    },
    /// A list in which several options can be chosen.
    List {
        options: Vec<(String, String)>,
    },
}

/// The blocks of a form, from top to bottom.
pub(super) fn blocks(form_type: &FormType, family: &FontFamily) -> Vec<Block> {
    let mut blocks = vec![title(form_type, family)];
    for section in &form_type.sections {
        blocks.push(heading(&section.title));
        blocks.extend(section_blocks(section, family));
    }
    blocks
}

fn title(form_type: &FormType, family: &FontFamily) -> Block {
    let wide = family.width(Weight::Bold, &form_type.title, style::TITLE_SIZE);
    let size = style::TITLE_SIZE * (style::BODY_WIDTH / wide).min(1.0);
    let mut items = vec![text(
        0.0,
        22.0,
        (Weight::Bold, size, Tone::Accent, Role::Title),
        &form_type.title,
    )];
    let mut y = 41.0;
    let introduction = form_type.introduction.as_deref().unwrap_or_default();
    for line in family.lines(
        Weight::Regular,
        introduction,
        style::INTRODUCTION_SIZE,
        style::BODY_WIDTH,
    ) {
        items.push(text(
            0.0,
            y,
            (
                Weight::Regular,
                style::INTRODUCTION_SIZE,
                Tone::Quiet,
                Role::Paragraph,
            ),
            line.trim_end(),
        ));
        y += 13.0;
    }
    if form_type.fields().any(|field| field.required) {
        items.push(text(
            0.0,
            y,
            (
                Weight::Regular,
                style::INTRODUCTION_SIZE,
                Tone::Quiet,
                Role::Paragraph,
            ),
            "* Pflichtangabe",
        ));
        y += 13.0;
    }
    Block {
        height: y - 4.0,
        keeps_next: true,
        items,
    }
}

fn heading(title: &str) -> Block {
    let items = vec![
        text(
            0.0,
            18.0,
            (
                Weight::Bold,
                style::HEADING_SIZE,
                Tone::Accent,
                Role::Heading,
            ),
            title,
        ),
        Item::Rule {
            y: 23.0,
            strong: true,
        },
    ];
    Block {
        height: 30.0,
        keeps_next: true,
        items,
    }
}

/// Fields side by side as long as they fit a line of six parts.
fn section_blocks(section: &Section, family: &FontFamily) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut row: Vec<&Field> = Vec::new();
    for entry in &section.entries {
        match entry {
            Entry::Field(field) => {
                if row.iter().map(|field| parts(field)).sum::<u8>() + parts(field) > 6 {
                    blocks.push(row_block(&row, family));
                    row.clear();
                }
                row.push(field);
            }
            Entry::Table(table) => {
                if !row.is_empty() {
                    blocks.push(row_block(&std::mem::take(&mut row), family));
                }
                blocks.push(table::block(table));
            }
        }
    }
    if !row.is_empty() {
        blocks.push(row_block(&row, family));
    }
    blocks
}

fn parts(field: &Field) -> u8 {
    match (&field.kind, field.width) {
        (FieldType::Boolean | FieldType::Iban, _) | (_, Width::Full) => 6,
        (_, Width::TwoThirds) => 4,
        (_, Width::Half) => 3,
        (_, Width::Third) => 2,
    }
}

fn row_block(fields: &[&Field], family: &FontFamily) -> Block {
    let part = (style::BODY_WIDTH + style::GUTTER) / 6.0;
    let mut items = Vec::new();
    let (mut x, mut height) = (0.0, 0.0_f32);
    for field in fields {
        let width = part * f32::from(parts(field)) - style::GUTTER;
        height = height.max(field_items(field, (x, width), family, &mut items));
        x += width + style::GUTTER;
    }
    Block {
        height: height + style::ROW_GAP,
        keeps_next: false,
        items,
    }
}

/// Adds label and widgets of a field and gives their height.
fn field_items(
    field: &Field,
    (x, width): (f32, f32),
    family: &FontFamily,
    items: &mut Vec<Item>,
) -> f32 {
    let below = style::LABEL_HEIGHT;
    let widget = |y: f32, width: f32, height: f32, look: Look| {
        Item::Field(Widget {
            x,
            y,
            width,
            height,
            path: field.path.clone(),
            tooltip: tooltip(field),
            required: field.required,
            look,
        })
    };
    if field.kind == FieldType::Boolean {
        return check_box(
            field,
            x,
            widget(2.0, style::MARK_SIDE, style::MARK_SIDE, Look::CheckBox),
            (width, family),
            items,
        );
    }
    items.push(text(
        x,
        8.5,
        (
            Weight::Regular,
            style::LABEL_SIZE,
            Tone::Quiet,
            Role::Paragraph,
        ),
        &label(field),
    ));
    match &field.kind {
        FieldType::Choice {
            choices,
            multiple: false,
        } => {
            let labels: Vec<(&str, &str)> = choices
                .iter()
                .map(|choice| (choice.export(), choice.label.as_str()))
                .collect();
            return below + radio_group(field, (x, width), &labels, family, items);
        }
        FieldType::Choice {
            choices,
            multiple: true,
        } => {
            let options = choices
                .iter()
                .map(|choice| (choice.export().to_owned(), choice.label.clone()))
                .collect();
            let height = 14.0 * choices.len().clamp(2, 8) as f32 + 6.0;
            items.push(widget(below, width, height, Look::List { options }));
            return below + height;
        }
        FieldType::Text {
            max_length,
            multiline: true,
        } => {
            let height = (60.0 + *max_length as f32 * 0.048).min(284.0);
            items.push(widget(
                below,
                width,
                height,
                Look::Area {
                    length_max: *max_length,
                },
            ));
            return below + height;
        }
        FieldType::Text {
            max_length,
            multiline: false,
        } => items.push(widget(
            below,
            width,
            style::BOX_HEIGHT,
            line(Some(*max_length), false),
        )),
        FieldType::Iban => items.push(widget(
            below,
            width,
            style::BOX_HEIGHT,
            Look::Comb { cells: 34 },
        )),
        FieldType::Money => items.push(widget(below, width, style::BOX_HEIGHT, line(None, true))),
        FieldType::Date { .. }
        | FieldType::Integer { .. }
        | FieldType::Email
        | FieldType::Boolean => {
            items.push(widget(below, width, style::BOX_HEIGHT, line(None, false)))
        }
    }
    below + style::BOX_HEIGHT
}

pub(super) fn line(length_max: Option<usize>, to_the_right: bool) -> Look {
    Look::Line {
        length_max,
        to_the_right,
    }
}

fn check_box(
    field: &Field,
    x: f32,
    widget: Item,
    (width, family): (f32, &FontFamily),
    items: &mut Vec<Item>,
) -> f32 {
    items.push(widget);
    let indent = style::MARK_SIDE + 7.0;
    let label = label(field);
    let mut y = 11.0;
    for line in family.lines(Weight::Regular, &label, style::OPTION_SIZE, width - indent) {
        items.push(text(
            x + indent,
            y,
            (
                Weight::Regular,
                style::OPTION_SIZE,
                Tone::Ink,
                Role::Paragraph,
            ),
            line.trim_end(),
        ));
        y += 12.0;
    }
    y - 8.0
}

/// Radio buttons in as many columns as the widest option allows.
fn radio_group(
    field: &Field,
    (x, width): (f32, f32),
    options: &[(&str, &str)],
    family: &FontFamily,
    items: &mut Vec<Item>,
) -> f32 {
    let indent = style::MARK_SIDE + 6.0;
    let widest = options
        .iter()
        .map(|(_, label)| family.width(Weight::Regular, label, style::OPTION_SIZE))
        .fold(0.0_f32, f32::max);
    let columns = ((width / (indent + widest + 14.0)) as usize).clamp(1, options.len().max(1));
    let column_width = width / columns as f32;
    for (index, (state, label)) in options.iter().enumerate() {
        let left = x + column_width * (index % columns) as f32;
        let top = style::OPTION_HEIGHT * (index / columns) as f32;
        items.push(Item::Field(Widget {
            x: left,
            y: style::LABEL_HEIGHT + top + 1.0,
            width: style::MARK_SIDE,
            height: style::MARK_SIDE,
            path: field.path.clone(),
            tooltip: tooltip(field),
            required: field.required,
            look: Look::Radio {
                state: (*state).to_owned(),
            },
        }));
        items.push(text(
            left + indent,
            style::LABEL_HEIGHT + top + 10.0,
            (
                Weight::Regular,
                style::OPTION_SIZE,
                Tone::Ink,
                Role::Paragraph,
            ),
            label,
        ));
    }
    style::OPTION_HEIGHT * options.len().div_ceil(columns) as f32
}

fn label(field: &Field) -> String {
    if field.required {
        format!("{} *", field.label)
    } else {
        field.label.clone()
    }
}

fn tooltip(field: &Field) -> String {
    let required = if field.required {
        " (Pflichtangabe)"
    } else {
        ""
    };
    let hint = field
        .hint
        .as_ref()
        .map_or_else(String::new, |hint| format!(": {hint}"));
    format!("{}{required}{hint}", field.label)
}

pub(super) fn text(
    x: f32,
    y: f32,
    (weight, size, tone, role): (Weight, f32, Tone, Role),
    text: &str,
) -> Item {
    Item::Text(Text {
        x,
        y,
        weight,
        size,
        tone,
        role,
        text: text.to_owned(),
    })
}
