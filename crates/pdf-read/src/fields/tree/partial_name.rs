//! The name that a field has among its siblings (PDF 32000-1, 12.7.3.2).

use pdf_syntax::text_string::decode_field_name;
use ports::PdfError;

use crate::document::{Dictionary, Document, Object, damaged};
use crate::limits::NAME_BYTES_MAX;

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
    match decode_field_name(&bytes) {
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
