//! A file that is attached to a place of a page (PDF 32000-1, 12.5.6.15 and 7.11): viewers show a
//! paper clip there. It is told by its name, and not read.

use forms::words;
use ports::PdfError;

use crate::annotations::told;
use crate::document::{Dictionary, Document, Object};

/// Where a file has its name: for all systems, for any, and for those of before (7.11.3).
const NAMES: [&[u8]; 5] = [b"UF", b"F", b"Unix", b"Mac", b"DOS"];

/// What an annotation says with the file that it holds on a line of its own.
pub(crate) fn with_attached_file(
    document: &dyn Document,
    annotation: &Dictionary,
    text: String,
) -> Result<String, PdfError> {
    let subtype = document.name(annotation, b"Subtype")?;
    let file = document.get(annotation, b"FS")?;
    if subtype.as_deref() != Some(b"FileAttachment") || file == Object::Null {
        return Ok(text);
    }
    let file = words::attached_file(name(document, file)?.trim());
    Ok(match text.trim().is_empty() {
        true => file,
        false => format!("{}\n{file}", text.trim_end()),
    })
}

/// The first name of a file that can be decoded and is not blank; blank where it has none.
fn name(document: &dyn Document, file: Object) -> Result<String, PdfError> {
    let file = match file {
        Object::String(name) => return Ok(decoded(&name)),
        Object::Dictionary(file) => file,
        _ => return Ok(String::new()),
    };
    for key in NAMES {
        if let Object::String(name) = document.get(&file, key)? {
            let name = decoded(&name);
            if !name.trim().is_empty() {
                return Ok(name);
            }
        }
    }
    Ok(String::new())
}

/// Names for one system alone are in its encoding (7.11.2), which today is UTF-8.
fn decoded(name: &[u8]) -> String {
    let utf8 = str::from_utf8(name).ok();
    let utf8 = utf8.filter(|name| !name.contains(char::is_control));
    let utf8 = utf8.map(|name| name.trim_start_matches('\u{feff}').to_owned());
    utf8.or_else(|| told(name)).unwrap_or_default()
}
