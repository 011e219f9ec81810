//! What the library that knows fonts is given: pages of plain text and the fonts that they use, as
//! its own objects. They are handed over one by one, since a file that was written for it alone
//! would be parsed once more.

use std::collections::BTreeMap;

use lopdf::Object as Parsed;
use pdf_extract::Document;
use pdf_extract::{Object as Plain, Stream, dictionary};

use ports::PdfError;

use super::{Id, Object, damaged};

/// The pages with these content streams, and of the file only what the fonts lead to.
pub(super) fn document<'font>(
    mut parsed: lopdf::Document,
    contents: Vec<Vec<u8>>,
    fonts: impl Iterator<Item = &'font Object>,
) -> Result<Document, PdfError> {
    // The library counts on without a look whether there is a next number.
    let added = contents
        .len()
        .checked_mul(2)
        .and_then(|pages| pages.checked_add(3));
    let last = added.and_then(|added| parsed.max_id.checked_add(u32::try_from(added).ok()?));
    last.ok_or_else(|| damaged("its objects are numbered up to the last number there is"))?;
    let mut open = Vec::new();
    let named = fonts.enumerate().map(|(index, font)| {
        let name = format!("F{index}").into_bytes();
        (name, of_font(font, &mut open))
    });
    let named: pdf_extract::Dictionary = named.collect();
    let mut document = Document::new();
    document.objects = reached(&mut parsed.objects, open);
    document.max_id = parsed.max_id;
    let resources = document.add_object(dictionary! { "Font" => named });
    let tree = document.new_object_id();
    let mut kids = Vec::new();
    for content in contents {
        let content = Stream::new(pdf_extract::Dictionary::new(), content);
        let content = document.add_object(content);
        let page = dictionary! {
            "Type" => "Page", "Parent" => tree, "Resources" => resources, "Contents" => content,
            "MediaBox" => vec![0.into(), 0.into(), 1.into(), 1.into()],
        };
        kids.push(document.add_object(page).into());
    }
    let count = i64::try_from(kids.len()).unwrap_or_default();
    let pages = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
    document.set_object(tree, pages);
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer = dictionary! { "Root" => catalog };
    Ok(document)
}

/// The objects that references lead to, which are taken out of the file.
fn reached(objects: &mut BTreeMap<Id, Parsed>, mut open: Vec<Id>) -> BTreeMap<Id, Plain> {
    let mut reached = BTreeMap::new();
    while let Some(id) = open.pop() {
        if let Some(object) = objects.remove(&id) {
            reached.insert(id, plain(object, &mut open));
        }
    }
    reached
}

/// The same object, and where its references lead. It is nested no deeper than it was parsed.
fn plain(object: Parsed, open: &mut Vec<Id>) -> Plain {
    match object {
        Parsed::Null => Plain::Null,
        Parsed::Boolean(boolean) => Plain::Boolean(boolean),
        Parsed::Integer(integer) => Plain::Integer(integer),
        Parsed::Real(real) => number(real),
        Parsed::Name(name) => Plain::Name(name),
        Parsed::String(string, _) => Plain::string_literal(string),
        Parsed::Array(members) => {
            let members = members.into_iter().map(|member| plain(member, open));
            Plain::Array(members.collect())
        }
        Parsed::Dictionary(entries) => Plain::Dictionary(dictionary(entries, open)),
        Parsed::Stream(stream) => {
            let entries = dictionary(stream.dict, open);
            Plain::Stream(Stream::new(entries, stream.content))
        }
        Parsed::Reference(id) => reference(id, open),
    }
}

fn dictionary(entries: lopdf::Dictionary, open: &mut Vec<Id>) -> pdf_extract::Dictionary {
    let entries = entries.into_iter();
    let entries = entries.map(|(key, value)| (key, plain(value, open)));
    entries.collect()
}

/// The same of an object as it is read here.
fn of_font(object: &Object, open: &mut Vec<Id>) -> Plain {
    match object {
        Object::Null => Plain::Null,
        Object::Boolean(boolean) => Plain::Boolean(*boolean),
        Object::Integer(integer) => Plain::Integer(*integer),
        Object::Real(real) => number(*real),
        Object::String(string) => Plain::string_literal(string.to_vec()),
        Object::Name(name) => Plain::Name(name.clone()),
        Object::Array(members) => {
            Plain::Array(members.iter().map(|member| of_font(member, open)).collect())
        }
        Object::Dictionary(entries) => {
            let entries = entries.keys().map(|key| (key, entries.get(key)));
            let entries = entries.map(|(key, value)| (key.to_vec(), of_font(value, open)));
            Plain::Dictionary(entries.collect())
        }
        Object::Stream(_, id) | Object::Reference(id) => reference(*id, open),
    }
}

fn reference(id: Id, open: &mut Vec<Id>) -> Plain {
    open.push(id);
    Plain::Reference(id)
}

/// A whole number is an integer however it was written: the library asks for one in places.
#[expect(
    clippy::cast_possible_truncation,
    reason = "whole numbers this small convert exactly"
)]
fn number(real: f32) -> Plain {
    if real.fract() == 0.0 && real.abs() < 9e18 {
        Plain::Integer(real as i64)
    } else {
        Plain::Real(real)
    }
}

#[cfg(test)]
mod tests {
    use lopdf::dictionary;

    use super::{Object, Parsed, Plain, document};

    #[test]
    fn a_document_has_the_pages_and_what_the_fonts_lead_to() {
        let mut parsed = lopdf::Document::new();
        let widths = vec![Parsed::Real(9.0), Parsed::Real(0.5), Parsed::Real(-1e20)];
        let widths = parsed.add_object(widths);
        let other = parsed.add_object(Parsed::Null);
        let font = parsed.add_object(dictionary! { "Widths" => widths });
        let contents = vec![b"BT ET".to_vec(), b"BT ET".to_vec()];
        let fonts = [Object::Reference(font)];
        let plain = document(parsed, contents, fonts.iter()).unwrap();
        assert_eq!(plain.get_pages().len(), 2);
        assert!(plain.get_object(font).unwrap().as_dict().is_ok());
        assert!(plain.get_object(other).is_err());
        let numbers = vec![Plain::Integer(9), Plain::Real(0.5), Plain::Real(-1e20)];
        assert_eq!(plain.get_object(widths).unwrap(), &Plain::Array(numbers));
    }

    #[test]
    fn a_file_without_a_number_for_another_page_is_refused() {
        for (last, is_taken) in [(u32::MAX - 5, true), (u32::MAX - 4, false)] {
            let mut parsed = lopdf::Document::new();
            parsed.max_id = last;
            let made = document(parsed, vec![b"BT ET".to_vec()], [].iter());
            assert_eq!(made.is_ok(), is_taken);
        }
    }
}
