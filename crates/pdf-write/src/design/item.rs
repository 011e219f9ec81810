//! What a form is made of before it is drawn: texts, lines, bands, widgets, grouped into blocks.

use forms::words::TemplateWords;
use unicode_bidi::Level;

use super::style;
use crate::font::{FontFamily, TextLine, Weight};

/// A piece of the form that is never split between pages.
pub(super) struct Block {
    /// In points, with the gap below it.
    pub(super) height: f32,
    /// Whether the next block must be on the same page.
    pub(super) keeps_next: bool,
    pub(super) items: Vec<Item>,
}

/// Something drawn; `x` from the left of the body, `y` downwards from the top of the block.
pub(super) enum Item {
    Text(Text),
    /// A horizontal line of the body's width, `y` below the top.
    Rule(f32),
    /// A filled rectangle without a field.
    Band {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
    Field(WidgetBox),
}

/// A line of text; `y` is its base line.
pub(super) struct Text {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) text_style: TextStyle,
    pub(super) text: String,
    pub(super) level: Level,
}

/// How a text is set, and its structure type for screen readers (PDF 32000-1, 14.8.4).
#[derive(Clone, Copy)]
pub(super) struct TextStyle {
    pub(super) weight: Weight,
    pub(super) size: f32,
    pub(super) tone: Tone,
    pub(super) role: &'static str,
}

#[derive(Clone, Copy)]
pub(super) enum Tone {
    Accent,
    Ink,
    Quiet,
}

pub(super) const TITLE: TextStyle = text_style(Weight::Bold, style::TITLE_SIZE, Tone::Accent, "H1");
pub(super) const HEADING: TextStyle =
    text_style(Weight::Bold, style::HEADING_SIZE, Tone::Accent, "H2");
pub(super) const NOTE: TextStyle =
    text_style(Weight::Regular, style::INTRODUCTION_SIZE, Tone::Quiet, "P");
pub(super) const LABEL: TextStyle =
    text_style(Weight::Regular, style::LABEL_SIZE, Tone::Quiet, "P");
pub(super) const CAPTION: TextStyle = text_style(Weight::Bold, style::LABEL_SIZE, Tone::Quiet, "P");
pub(super) const COLUMN: TextStyle = text_style(Weight::Bold, style::LABEL_SIZE, Tone::Ink, "P");
pub(super) const OPTION: TextStyle =
    text_style(Weight::Regular, style::OPTION_SIZE, Tone::Ink, "P");

const fn text_style(weight: Weight, size: f32, tone: Tone, role: &'static str) -> TextStyle {
    TextStyle {
        weight,
        size,
        tone,
        role,
    }
}

/// A widget of a field with the box drawn under it.
pub(super) struct WidgetBox {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) path: String,
    pub(super) tooltip: String,
    pub(super) required: bool,
    pub(super) kind: WidgetKind,
}

#[derive(Clone)]
pub(super) enum WidgetKind {
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
    /// Options as pairs of what is stored and what is shown.
    Combo {
        options: Vec<(String, String)>,
    },
    /// A list in which several options can be chosen.
    List {
        options: Vec<(String, String)>,
    },
}

impl Item {
    pub(super) fn text<'text>(
        x: f32,
        y: f32,
        text_style: TextStyle,
        line: impl Into<TextLine<'text>>,
    ) -> Self {
        let TextLine { text, level } = line.into();
        Self::Text(Text {
            x,
            y,
            text_style,
            text: text.to_owned(),
            level,
        })
    }
}

/// What texts are set with: the fonts, and the words that a form says of itself.
#[derive(Clone, Copy)]
pub(super) struct Typesetter<'fonts> {
    pub(super) family: &'fonts FontFamily,
    pub(super) words: &'static TemplateWords,
}

impl Typesetter<'_> {
    /// The lines of a text that has this much room from side to side.
    pub(super) fn lines<'text>(
        self,
        text_style: TextStyle,
        text: &'text str,
        width: f32,
    ) -> Vec<TextLine<'text>> {
        let (weight, size) = (text_style.weight, text_style.size);
        let lines = self.family.lines(weight, text, size, width);
        lines.map(TextLine::trim_end).collect()
    }
}
