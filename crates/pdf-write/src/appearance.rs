//! What a widget shows: appearance streams made here (PDF 32000-1, 12.5.5), so that every viewer
//! shows the same.

mod list;
mod text;

use lopdf::{Document, ObjectId, dictionary};

use crate::blank::Widget;
use crate::content::Content;
use crate::font::FontSet;
use crate::objects;

pub(crate) use list::{Options, fit_options, options};
pub(crate) use text::{TextAppearance, blank, text, text_box};

/// Adds a finished appearance to the document.
fn add(document: &mut Document, fonts: &FontSet, widget: &Widget, content: Content) -> ObjectId {
    let form = widget.form(fonts.resources());
    document.add_object(objects::stream(fonts.packing(), form, content.into_bytes()))
}

/// Makes an appearance stream the normal appearance (`N`) of a widget, in the place of all others.
pub(crate) fn set_look(document: &mut Document, widget: ObjectId, look: ObjectId) {
    if let Some(widget) = objects::dictionary_mut(document, widget) {
        widget.set("AP", dictionary! { "N" => look });
    }
}
