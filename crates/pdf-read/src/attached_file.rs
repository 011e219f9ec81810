//! A file that is attached to a place of a page (PDF 32000-1, 12.5.6.15 and 7.11): viewers show a
//! paper clip there. It is told by its name, and not read.

use forms::words;
use ports::PdfError;

use crate::annotations::told;
use crate::document::{Dictionary, Document, Object};

/// Where a file has its name: for all systems, for any, and for those of before (7.11.3).
const NAMES: [&[u8]; 5] = [b"UF", b"F", b"Unix", b"Mac", b"DOS"];

/// What an annotation says with the file that it holds on a line of its own. `None` if the name of
/// the file cannot be decoded.
pub(crate) fn with_attached_file(
    document: &dyn Document,
    annotation: &Dictionary,
    text: String,
) -> Result<Option<String>, PdfError> {
    let subtype = document.name(annotation, b"Subtype")?;
    let file = document.get(annotation, b"FS")?;
    if subtype.as_deref() != Some(b"FileAttachment") || file == Object::Null {
        return Ok(Some(text));
    }
    let file = name(document, file)?.map(|name| words::attached_file(name.trim()));
    Ok(file.map(|file| match text.trim().is_empty() {
        true => file,
        false => format!("{}\n{file}", text.trim_end()),
    }))
}

/// The first name of a file that is not blank; blank where it has none.
fn name(document: &dyn Document, file: Object) -> Result<Option<String>, PdfError> {
    let file = match file {
        Object::String(name) => return Ok(told(&name)),
        Object::Dictionary(file) => file,
        _ => return Ok(Some(String::new())),
    };
    for key in NAMES {
        if let Object::String(name) = document.get(&file, key)? {
            let name = told(&name);
            if name.as_deref().is_none_or(|name| !name.trim().is_empty()) {
                return Ok(name);
            }
        }
    }
    Ok(Some(String::new()))
}
