//! Widgets and what they say of their fields (PDF 32000-1, 12.5.6.19 and 12.7.4), each with an appearance, so that every viewer shows the same.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::draw::rectangle;
use super::item::{Widget, WidgetKind};
use super::style::{LINES_SIZE, MARK_SIDE, VALUE_SIZE, accent};
use crate::content::Content;
use crate::font::{FontSet, Weight};
use crate::objects::{self, Rectangle};
use crate::text_string;

/// The state of a box that is on; every program knows it.
const YES: &str = "Yes";
/// The size of the marks.
const TICK_SIZE: f32 = 10.5;
const DOT_SIZE: f32 = 9.0;

/// Field flags (tables 221, 226, 228 and 230).
const REQUIRED: i64 = 1 << 1;
const MULTILINE: i64 = 1 << 12;
const RADIO: i64 = 1 << 15;
const COMBO: i64 = 1 << 17;
const MULTIPLE: i64 = 1 << 21;
const COMB: i64 = 1 << 24;

/// The appearances that all boxes and circles share.
pub(super) struct Marks {
    tick: ObjectId,
    dot: ObjectId,
    off: ObjectId,
}

impl Marks {
    /// Draws them. A mark is a character, so that a form that was printed flat still says which option is chosen.
    pub(super) fn add(document: &mut Document, fonts: &mut FontSet) -> Self {
        Self {
            tick: mark(document, fonts, Some(("✔", TICK_SIZE))),
            dot: mark(document, fonts, Some(("●", DOT_SIZE))),
            off: mark(document, fonts, None),
        }
    }
}

/// The annotation: where it stands and how it looks.
pub(super) fn annotation(
    document: &mut Document,
    fonts: &FontSet,
    marks: &Marks,
    page: ObjectId,
    widget: &Widget,
) -> Dictionary {
    let area = rectangle(widget.area);
    let mut annotation = dictionary! {
        "Type" => "Annot",
        "Subtype" => "Widget",
        "Rect" => area.to_object(),
        "P" => page,
        // Printed with the page.
        "F" => 4,
    };
    match &widget.kind {
        WidgetKind::CheckBox => states(&mut annotation, YES, marks.tick, marks.off, "4"),
        WidgetKind::Radio { state } => {
            states(&mut annotation, state, marks.dot, marks.off, "l");
            // The buttons of a field share its tooltip; this is what a screen reader says of one.
            annotation.set("Contents", text_string::encode(&widget.tooltip));
        }
        WidgetKind::Text { .. } | WidgetKind::Choice { .. } => {
            let look = empty(document, fonts, area.width(), area.height());
            annotation.set("AP", dictionary! { "N" => look });
        }
    }
    annotation
}

/// What the field of a widget is.
pub(super) fn field(widget: &Widget) -> Dictionary {
    let mut field = Dictionary::new();
    let mut flags = if widget.required { REQUIRED } else { 0 };
    match &widget.kind {
        WidgetKind::Text {
            max_length,
            multiline,
            comb,
            right,
        } => {
            field.set("FT", "Tx");
            if let Some(max_length) = max_length {
                field.set("MaxLen", *max_length as i64);
            }
            flags |= if *multiline { MULTILINE } else { 0 } | if *comb { COMB } else { 0 };
            let size = if *multiline { LINES_SIZE } else { VALUE_SIZE };
            field.set("DA", Object::string_literal(format!("/Helv {size} Tf 0 g")));
            if *right {
                field.set("Q", 2);
            }
        }
        WidgetKind::CheckBox | WidgetKind::Radio { .. } => {
            let is_radio = matches!(widget.kind, WidgetKind::Radio { .. });
            field.set("FT", "Btn");
            flags |= if is_radio { RADIO } else { 0 };
            field.set("DA", Object::string_literal("/ZaDb 0 Tf 0 g"));
        }
        WidgetKind::Choice { options, multiple } => {
            field.set("FT", "Ch");
            field.set("Opt", option_array(options));
            flags |= if *multiple { MULTIPLE } else { COMBO };
            field.set("DA", Object::string_literal(format!("/Helv {VALUE_SIZE} Tf 0 g")));
        }
    }
    if flags != 0 {
        field.set("Ff", flags);
    }
    field.set("TU", text_string::encode(&field_tooltip(widget)));
    field
}

/// The tooltip of the whole field: of a radio button's, what stands before the option.
fn field_tooltip(widget: &Widget) -> String {
    match (&widget.kind, widget.tooltip.rsplit_once(": ")) {
        (WidgetKind::Radio { .. }, Some((field, _))) => field.to_owned(),
        _ => widget.tooltip.clone(),
    }
}

fn option_array(options: &[(String, String)]) -> Object {
    let option = |(export, shown): &(String, String)| {
        Object::Array(vec![
            text_string::encode(export),
            text_string::encode(shown),
        ])
    };
    Object::Array(options.iter().map(option).collect())
}

fn states(
    annotation: &mut Dictionary,
    state: &str,
    on: ObjectId,
    off: ObjectId,
    character: &str,
) {
    let mut looks = Dictionary::new();
    looks.set(state, on);
    looks.set("Off", off);
    annotation.set("AP", dictionary! { "N" => looks });
    annotation.set("AS", "Off");
    annotation.set("MK", dictionary! { "CA" => Object::string_literal(character) });
}

/// The appearance of a box or circle.
fn mark(
    document: &mut Document,
    fonts: &mut FontSet,
    mark: Option<(&str, f32)>,
) -> ObjectId {
    let mut content = Content::default();
    if let Some((text, size)) = mark {
        let family = fonts.family();
        let ink = family.extents(Weight::Regular, text, size);
        let at = (
            (MARK_SIDE - family.width(Weight::Regular, text, size)) / 2.0,
            (MARK_SIDE - ink.above + ink.below) / 2.0,
        );
        content.line("q");
        content.fill_colour(&accent());
        content.text(fonts, at, (Weight::Regular, size), text);
        content.line("Q");
    }
    form(document, fonts, MARK_SIDE, MARK_SIDE, content)
}

/// The appearance of a field that holds nothing: the box itself is drawn on the page.
fn empty(document: &mut Document, fonts: &FontSet, width: f32, height: f32) -> ObjectId {
    let mut content = Content::default();
    content.line("/Tx BMC\nEMC");
    form(document, fonts, width, height, content)
}

fn form(
    document: &mut Document,
    fonts: &FontSet,
    width: f32,
    height: f32,
    content: Content,
) -> ObjectId {
    let area = Rectangle {
        right: width,
        top: height,
        ..Rectangle::default()
    };
    let dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => area.to_object(),
        "Resources" => fonts.resources(),
    };
    document.add_object(objects::stream(dictionary, content.into_bytes()))
}
