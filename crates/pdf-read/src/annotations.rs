//! What viewers show of an annotation (PDF 32000-1, 12.5.3 and 12.5.5).

use pdf_syntax::annotation_flags::is_never_seen;
use pdf_syntax::text_string;
use ports::PdfError;

use crate::document::{Dictionary, Document, Id, Name, Object};

/// Annotations that list their strokes as points.
pub(crate) const INK: &[u8] = b"Ink";

/// Annotations that viewers let people draw onto a page by hand (12.5.6.13 and the like).
const DRAWINGS: [&[u8]; 5] = [INK, b"Line", b"PolyLine", b"Polygon", b"Stamp"];

/// Whether it is seen neither on a screen nor on paper.
pub(crate) fn is_unseen(
    document: &dyn Document,
    annotation: &Dictionary,
) -> Result<bool, PdfError> {
    let flags = document.integer(annotation, b"F")?.unwrap_or(0);
    Ok(is_never_seen(flags))
}

/// What it draws by hand, as far as it is seen and is [`DRAWINGS`]: its subtype.
pub(crate) fn drawing(
    document: &dyn Document,
    annotation: &Dictionary,
) -> Result<Option<Name>, PdfError> {
    let subtype = document.name(annotation, b"Subtype")?;
    let drawing = subtype.filter(|subtype| DRAWINGS.contains(&&**subtype));
    Ok(match drawing {
        Some(drawing) if !is_unseen(document, annotation)? => Some(drawing),
        _ => None,
    })
}

/// The text without the NUL with which some programs end their strings. Any other is an error.
pub(crate) fn told(bytes: &[u8]) -> Option<String> {
    let text = text_string::decode_with_nul(bytes).ok()?;
    let shown = text.trim_end_matches('\0');
    (!shown.contains('\0')).then(|| shown.to_owned())
}

/// Whether it has a look that viewers draw and that is not the look of a field. A window that pops
/// up is drawn by viewers themselves.
pub(crate) fn is_drawn(document: &dyn Document, annotation: &Dictionary) -> Result<bool, PdfError> {
    if !annotation.has(b"AP") {
        return Ok(false);
    }
    let subtype = document.name(annotation, b"Subtype")?;
    let is_other = !matches!(subtype.as_deref(), Some(b"Widget" | b"Popup"));
    Ok(is_other && !is_unseen(document, annotation)?)
}

/// The stream that draws it as it is shown. Where there are several for its states and none is
/// named (`AS`), viewers choose otherwise, so that it may be each of them.
pub(crate) fn normal_looks(
    document: &dyn Document,
    annotation: &Dictionary,
) -> Result<Vec<(Dictionary, Id)>, PdfError> {
    let looks = document.dictionary(annotation, b"AP")?;
    let states = match document.get(&looks, b"N")? {
        Object::Dictionary(states) => states,
        look => return Ok(stream(look).into_iter().collect()),
    };
    let look = |state: &[u8]| document.get(&states, state).ok().and_then(stream);
    let named = document.name(annotation, b"AS")?;
    Ok(match named.and_then(|state| look(&state)) {
        Some(named) => vec![named],
        None => states.keys().filter_map(look).collect(),
    })
}

fn stream(object: Object) -> Option<(Dictionary, Id)> {
    match object {
        Object::Stream(entries, id) => Some((entries, id)),
        _ => None,
    }
}
