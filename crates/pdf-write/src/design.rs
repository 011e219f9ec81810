//! The blank template of a form type: an A4 form that a person likes to fill in, laid out from the
//! definition alone.
//!
//! Promises: every field of the definition has its field in the PDF, named as the form type says,
//! with tooltip, tab order and an appearance of its own; boxes are drawn on the page as well, so
//! that every viewer shows the same; headings stay with what follows them and no field is split
//! between pages; the file is tagged and the same definition gives the same bytes. Left out on
//! purpose: scripts.

mod build;
mod drawing;
mod field;
mod fields;
mod item;
mod layout;
mod pagination;
mod shortened;
mod structure;
mod style;
mod table;

use forms::FormType;
use forms::words::TemplateWords;
use lopdf::{Document, Object, ObjectId, SaveOptions, dictionary};
use ports::FillError;

use self::build::Builder;
use self::item::Typesetter;
use crate::font::{AddedFonts, FontSet};
use crate::packing::Packing;
use crate::text_string;

/// The blank form as a PDF. The added fonts are used for characters of its texts that the built-in
/// ones lack.
pub fn blank_template(form_type: &FormType, added: &AddedFonts) -> Result<Vec<u8>, FillError> {
    let mut document = Document::with_version("1.7");
    let fonts = FontSet::new(&mut document, Packing::Smallest, added)?;
    let setter = Typesetter {
        family: fonts.family(),
        words: TemplateWords::of(&form_type.language),
    };
    let blocks = layout::blocks(form_type, setter);
    let pages = pagination::paginate(blocks, style::BODY_HEIGHT);
    let mut builder = Builder::new(document, fonts, form_type);
    let count = pages.len();
    for (number, blocks) in pages.into_iter().enumerate() {
        builder.page(number, count, &blocks);
    }
    let (mut document, fonts, catalog) = builder.finish();
    fonts.finish(&mut document)?;
    describe(&mut document, form_type, catalog);
    save(document)
}

/// The bytes of the template, its objects packed into compressed streams.
fn save(mut document: Document) -> Result<Vec<u8>, FillError> {
    let options = SaveOptions::builder()
        .use_object_streams(true)
        .use_xref_streams(true)
        .compression_level(4)
        .build();
    let mut bytes = Vec::new();
    document
        .save_with_options(&mut bytes, options)
        .map_err(|error| FillError::Failed(error.into()))?;
    Ok(bytes)
}

fn describe(document: &mut Document, form_type: &FormType, catalog: ObjectId) {
    let information = document.add_object(dictionary! {
        "Title" => text_string::encode(&form_type.title),
        "Creator" => text_string::encode(&format!("{} {}", form_type.key, form_type.version)),
    });
    document.trailer.set("Info", information);
    document.trailer.set("Root", catalog);
    // No time and nothing random: the definition alone decides.
    let identifier = Object::string_literal(format!("{:016}", form_type.version));
    document
        .trailer
        .set("ID", vec![identifier.clone(), identifier]);
}

#[cfg(test)]
mod tests;
