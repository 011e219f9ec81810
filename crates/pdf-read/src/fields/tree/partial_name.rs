//! The name that a field has among its siblings (PDF 32000-1, 12.7.3.2).

use ports::PdfError;

use crate::document::{Dictionary, Document, Object, damaged};
use crate::limits::NAME_BYTES_MAX;
use crate::text_string::{self, TextStringError};

/// Begins a text in UTF-8 (PDF 32000-2, 7.9.2.2).
const UTF8_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// The name; `None` for a node that only carries on its parent's.
pub(super) fn partial_name(
    document: &dyn Document,
    node: &Dictionary,
) -> Result<Option<String>, PdfError> {
    let bytes = match document.get(node, b"T")? {
        Object::String(bytes) => bytes,
        Object::Name(bytes) => (*bytes).into(),
        Object::Null => return Ok(None),
        _ => return Err(damaged("the name of a field is no text")),
    };
    match decoded(&bytes) {
        // Some readers end a name at NUL, so that two fields have one name.
        Ok(name) if name.contains('\0') => Err(PdfError::Ambiguous(format!(
            "the name of a field holds NUL ({})",
            name.escape_debug()
        ))),
        Ok(name) => Ok(Some(name)),
        Err(_) => Err(PdfError::Undecodable(vec![
            bytes.escape_ascii().to_string(),
        ])),
    }
}

/// The text of a name. Programs that write UTF-8 without its mark are told by bytes that
/// PDFDocEncoding leaves undefined (PDF 32000-1, D.2), such as those of `ß` and `í`; `pdf-write`
/// takes the names of a template by the same rule.
fn decoded(bytes: &[u8]) -> Result<String, TextStringError> {
    let is_undefined = |byte: &u8| matches!(byte, 0x9f | 0xad);
    match str::from_utf8(bytes) {
        Ok(text) if bytes.iter().any(is_undefined) && !bytes.starts_with(UTF8_MARK) => {
            Ok(text.to_owned())
        }
        _ => text_string::decode_with_nul(bytes),
    }
}

/// The name with those of the fields above.
pub(super) fn whole_name(above: Option<&str>, part: String) -> Result<String, PdfError> {
    let name = match above {
        Some(above) => format!("{above}.{part}"),
        None => part,
    };
    if name.len() > NAME_BYTES_MAX {
        return Err(PdfError::TooComplex(format!(
            "a field with a name of more than {NAME_BYTES_MAX} bytes"
        )));
    }
    Ok(name)
}
