//! The looks of buttons and signatures that store nothing (PDF 32000-1, 12.7.4.2 and 12.7.4.5).
//!
//! They matter where the blank form has another kind of field. What they show is not read: each is
//! told by its bytes as they are in the file. A push button without one is drawn by its caption or
//! icon.

use forms::form_content::{FormFieldKind, LookDigest};
use ports::PdfError;

use super::shown::digest_of;
use super::{Group, Widget, is_short, seen};
use crate::annotations::normal_looks;
use crate::document::{Document, Object};
use crate::steps::step;

/// What a push button is drawn with, in its `MK` (12.5.6.19).
const CAPTION_AND_ICON: [&[u8]; 2] = [b"CA", b"I"];

/// All that its widgets may show; none where nothing is to be seen.
pub(super) fn looks(document: &dyn Document, group: &Group) -> Result<Vec<LookDigest>, PdfError> {
    let mut found = Vec::new();
    let widgets = group.terminals().flat_map(|terminal| &terminal.widgets);
    for widget in seen(document, widgets)? {
        for (entries, id) in normal_looks(document, &widget.dictionary).unwrap_or_default() {
            step();
            if !is_short(&entries) {
                let raw = document.raw_stream(id).ok().flatten();
                found.push(digest_of(b"packed", raw.iter().map(|raw| &**raw)));
            }
        }
        if group.kind == FormFieldKind::PushButton && has_caption(document, widget)? {
            found.push(digest_of(b"caption", std::iter::empty()));
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn has_caption(document: &dyn Document, widget: &Widget) -> Result<bool, PdfError> {
    let drawn = document.dictionary(&widget.dictionary, b"MK")?;
    for key in CAPTION_AND_ICON {
        match document.get(&drawn, key)? {
            Object::Null => {}
            Object::String(caption) if caption.is_empty() => {}
            _ => return Ok(true),
        }
    }
    Ok(false)
}
