//! What a widget shows: appearance streams made here (PDF 32000-1, 12.5.5), so that every viewer
//! shows the same.

mod button;
mod list;
mod text;

use lopdf::{Document, Object, ObjectId, dictionary};

use crate::blank::{BorderStyle, Frame, Widget};
use crate::content::{Content, Points};
use crate::font::FontSet;
use crate::objects::{self, Rectangle};

pub(crate) use button::add_states;
pub(crate) use list::{Options, fit_options, options};
pub(crate) use text::{TextAppearance, blank, text, text_box};

/// The matrix of an appearance that is not turned.
const UPRIGHT: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// The beginning of a widget's content: its background and border.
fn framed(widget: &Widget) -> Content {
    let mut content = Content::default();
    draw_frame(&mut content, widget.width, widget.height, &widget.frame);
    content
}

fn draw_frame(content: &mut Content, width: f32, height: f32, frame: &Frame) {
    if let Some(background) = &frame.background {
        let area = Rectangle {
            right: width,
            top: height,
            ..Rectangle::default()
        };
        content.fill(area, background);
    }
    let Some(border) = frame.border.as_ref().filter(|_| frame.width > 0.0) else {
        return;
    };
    let half = frame.width / 2.0;
    if frame.style == BorderStyle::Underline {
        return content.stroke((0.0, half), (width, half), border, frame.width);
    }
    let area = Rectangle {
        left: half,
        bottom: half,
        right: width - half,
        top: height - half,
    };
    content.line("q");
    if frame.style == BorderStyle::Dashed {
        content.line(format_args!("[{}] 0 d", Points(3.0)));
    }
    content.outline(area, border, frame.width);
    content.line("Q");
}

/// Adds a finished appearance to the document.
fn add(document: &mut Document, fonts: &FontSet, widget: &Widget, content: Content) -> ObjectId {
    let number = |number: f32| Object::Real((number * 1000.0).round() / 1000.0);
    let area = Rectangle {
        right: widget.width,
        top: widget.height,
        ..Rectangle::default()
    };
    let mut form = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => area.to_object(),
        "Resources" => fonts.resources(),
    };
    // Most stand upright, as they do where nothing is said.
    if widget.matrix != UPRIGHT {
        form.set("Matrix", widget.matrix.map(number).to_vec());
    }
    document.add_object(objects::stream(fonts.packing(), form, content.into_bytes()))
}

/// Makes an appearance stream the normal appearance (`N`) of a widget, in the place of all others.
pub(crate) fn set_look(document: &mut Document, widget: ObjectId, look: ObjectId) {
    if let Some(widget) = objects::dictionary_mut(document, widget) {
        widget.set("AP", dictionary! { "N" => look });
    }
}
