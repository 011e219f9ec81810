//! Finishing a document: identifier, language and title, and its bytes.

use forms::writing::WrittenField;
use lopdf::{Document, Object, StringFormat};
use ports::{FillError, FormOutput};
use sha256::Sha256;

use crate::blank::Blank;
use crate::body::Body;
use crate::font::AddedFonts;
use crate::packing::Packing;
use crate::text_string;

/// Gives the document its identifier (PDF 32000-1, 14.4): first the template's, then that of what
/// was filled in. Both are digests, so that the same input gives the same file.
pub(crate) fn identify(
    document: &mut Document,
    blank: &Blank,
    added: &AddedFonts,
    written: &[WrittenField],
    output: FormOutput,
) {
    let mut hash = Sha256::new();
    hash.update(blank.digest);
    hash.update([u8::from(output == FormOutput::Flat)]);
    hash.update(added.digest().as_slice().as_flattened());
    for field in written {
        hash.update(format!("{field:?}\n"));
    }
    let identifier = |digest: &[u8]| {
        let half = digest.iter().take(16).copied().collect();
        Object::String(half, StringFormat::Hexadecimal)
    };
    let identifiers = vec![identifier(&blank.digest), identifier(&hash.finalize())];
    document.trailer.set("ID", identifiers);
}

/// Sets the language and, where the template has none, the title.
pub(crate) fn describe(document: &mut Document, language: &str, title: &str) {
    if let Ok(catalog) = document.catalog_mut() {
        catalog.set("Lang", text_string::encode(language));
    }
    let information = document.trailer.get(b"Info").and_then(Object::as_reference);
    let id = information.unwrap_or_else(|_| document.add_object(lopdf::Dictionary::new()));
    document.trailer.set("Info", id);
    if let Ok(information) = document.get_dictionary_mut(id)
        && !information.has(b"Title")
    {
        information.set("Title", text_string::encode(title));
    }
}

/// The bytes of a document whose other objects, if any, stand in the body.
pub(crate) fn save(mut body: Body, document: Document) -> Result<Vec<u8>, FillError> {
    let last = body.add(document.objects.iter(), Packing::Quick, document.max_id)?;
    body.finish(document.trailer, last, Packing::Quick)
}
