//! Takes everything out of a template that a blank form does not need: values, scripts and actions,
//! signatures, XFA, traces of other applicants.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use ports::FillError;

use crate::objects;

/// Entries of a field or widget that hold or change a value, or a file.
const NODE: [&[u8]; 12] = [
    b"V", b"DV", b"RV", b"DS", b"I", b"TI", b"A", b"AA", b"AF", b"Lock", b"SV", b"PMD",
];

/// Makes the interactive form an object of its own, with neither XFA, calculation nor signatures;
/// one is made where there is none.
pub(super) fn form(document: &mut Document) -> Result<ObjectId, FillError> {
    let damaged = |_| FillError::Template("it has no catalog".to_owned());
    let catalog = document.catalog().map_err(damaged)?;
    if objects::entry(document, catalog, b"NeedsRendering") == Some(&Object::Boolean(true)) {
        return Err(FillError::Template(
            "it is a dynamic XFA form, whose pages exist only in Acrobat".to_owned(),
        ));
    }
    let mut form = objects::dictionary(document, catalog, b"AcroForm")
        .cloned()
        .unwrap_or_default();
    for key in [&b"XFA"[..], b"CO", b"SigFlags"] {
        form.remove(key);
    }
    form.set("NeedAppearances", false);
    with_helvetica(document, &mut form);
    let id = document.add_object(form);
    let catalog = document.catalog_mut().map_err(damaged)?;
    catalog.set("AcroForm", id);
    Ok(id)
}

/// Removes scripts, actions, files and signatures' permissions from the catalog, and encryption,
/// identifier and links to older updates from the trailer.
pub(super) fn document(document: &mut Document) {
    for key in [&b"Prev"[..], b"XRefStm", b"Encrypt", b"DocChecksum", b"ID"] {
        document.trailer.remove(key);
    }
    // Of what has a name only the places that links lead to are needed.
    let places = document
        .catalog()
        .ok()
        .and_then(|catalog| objects::dictionary(document, catalog, b"Names"))
        .and_then(|names| names.get(b"Dests").ok())
        .cloned();
    if let Ok(catalog) = document.catalog_mut() {
        for key in [
            &b"Perms"[..],
            b"AA",
            b"OpenAction",
            b"DSS",
            b"Legal",
            b"Threads",
            b"NeedsRendering",
            b"AF",
            b"Collection",
            b"Requirements",
            b"URI",
            b"Names",
        ] {
            catalog.remove(key);
        }
        if let Some(places) = places {
            catalog.set("Names", dictionary! { "Dests" => places });
        }
    }
}

/// Takes the value and every action out of a node of the field tree or a widget.
pub(super) fn node(document: &mut Document, id: ObjectId) {
    if let Some(node) = objects::dictionary_mut(document, id) {
        for key in NODE {
            node.remove(key);
        }
    }
}

/// Viewers that let a person type on need a font that the fields' default appearance names.
fn with_helvetica(document: &Document, form: &mut Dictionary) {
    let mut resources = objects::dictionary(document, form, b"DR")
        .cloned()
        .unwrap_or_default();
    let mut fonts = objects::dictionary(document, &resources, b"Font")
        .cloned()
        .unwrap_or_default();
    if !fonts.has(b"Helv") {
        let helvetica = dictionary! {
            "Type" => "Font",
            "Subtype" => "Type1",
            "BaseFont" => "Helvetica",
            "Encoding" => "WinAnsiEncoding",
        };
        fonts.set("Helv", helvetica);
    }
    resources.set("Font", fonts);
    form.set("DR", resources);
    if !form.has(b"DA") {
        form.set("DA", Object::string_literal("/Helv 0 Tf 0 g"));
    }
}
