//! The objects of an embedded subset: a composite font with two-byte codes (PDF 32000-1, 9.7).

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use sha256::Sha256;

use super::error::FontError;
use super::face::Face;
use super::subset::Subset;
use crate::objects;
use crate::packing::Packing;
use crate::text_string::hexadecimal;

/// Writes font, descendant font, descriptor, font file and the `ToUnicode` map. Answers the font's
/// number.
pub(super) fn embed(
    document: &mut Document,
    face: &Face,
    subset: &Subset,
    packing: Packing,
) -> Result<ObjectId, FontError> {
    let glyphs = subset.shown.iter().map(|shown| shown.glyph.id);
    let file = match packing {
        Packing::Quick => face.subsets.shared(glyphs.clone().collect())?,
        Packing::Smallest | Packing::Kept => {
            face.subsets.cut(glyphs.clone().collect(), packing)?.into()
        }
    };
    let missing = || FontError::new(face.name, "it lacks a glyph of its own");
    let placed = glyphs.map(|glyph| file.place(glyph).ok_or_else(missing));
    let placed: Vec<u16> = placed.collect::<Result<_, _>>()?;
    let name = format!("{}+{}", tag(subset), face.name);
    let file = document.add_object(file.stream());
    let descriptor = document.add_object(descriptor(face, &name, file));
    let widths = subset
        .shown
        .iter()
        .map(|shown| Object::Integer(shown.glyph.advance.round() as i64));
    let mut descendant = dictionary! {
        "Type" => "Font",
        "Subtype" => "CIDFontType2",
        "BaseFont" => name.as_str(),
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"),
            "Supplement" => 0,
        },
        "FontDescriptor" => descriptor,
        "DW" => 0,
        "W" => vec![1.into(), Object::Array(widths.collect())],
        "CIDToGIDMap" => "Identity",
    };
    if let Some(map) = glyph_map(&placed) {
        let map = document.add_object(objects::stream(packing, Dictionary::new(), map));
        descendant.set("CIDToGIDMap", map);
    }
    let descendant = document.add_object(descendant);
    let to_unicode = objects::stream(packing, Dictionary::new(), to_unicode(subset));
    let to_unicode = document.add_object(to_unicode);
    Ok(document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => name.as_str(),
        "Encoding" => "Identity-H",
        "DescendantFonts" => vec![descendant.into()],
        "ToUnicode" => to_unicode,
    }))
}

/// The tag of a subset's name (9.6.4), made from its characters: six capital letters.
fn tag(subset: &Subset) -> String {
    let mut hash = Sha256::new();
    for shown in &subset.shown {
        for character in shown.text.chars() {
            hash.update(u32::from(character).to_be_bytes());
        }
        if !shown.is_nominal {
            hash.update(shown.glyph.id.to_be_bytes());
        }
    }
    let letter = |byte: &u8| char::from(b'A' + byte % 26);
    hash.finalize().iter().take(6).map(letter).collect()
}

fn descriptor(face: &Face, name: &str, file: ObjectId) -> Dictionary {
    let bounds = face.metrics.bounds.unwrap_or_default();
    let rounded = |number: f32| Object::Integer(number.round() as i64);
    dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => name,
        // Symbolic: the codes are not those of a standard character set.
        "Flags" => 4,
        "FontBBox" => [
            bounds.x_min,
            bounds.y_min,
            bounds.x_max,
            bounds.y_max,
        ].map(rounded).to_vec(),
        "ItalicAngle" => 0,
        "Ascent" => rounded(face.metrics.ascent),
        "Descent" => rounded(face.metrics.descent),
        "CapHeight" => rounded(face.metrics.cap_height.unwrap_or(714.0)),
        "StemV" => 80,
        "FontFile2" => file,
    }
}

/// From codes to glyphs, where they are not the same numbers because characters share a glyph.
fn glyph_map(placed: &[u16]) -> Option<Vec<u8>> {
    let same = placed
        .iter()
        .zip(1_u16..)
        .all(|(glyph, code)| *glyph == code);
    let map = || {
        std::iter::once(&0)
            .chain(placed)
            .flat_map(|glyph| glyph.to_be_bytes())
            .collect()
    };
    (!same).then(map)
}

/// The character map from codes to UTF-16 (9.10.3), at most a hundred entries to a block.
fn to_unicode(subset: &Subset) -> Vec<u8> {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
         /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n\
         /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    for (block, entries) in subset.shown.chunks(100).enumerate() {
        map.push_str(&format!("{} beginbfchar\n", entries.len()));
        for (index, shown) in entries.iter().enumerate() {
            let code = block * 100 + index + 1;
            let units = hexadecimal(&shown.text);
            map.push_str(&format!("<{code:04X}> <{units}>\n"));
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_share_a_glyph_get_a_map() {
        assert_eq!(glyph_map(&[1, 2, 3]), None);
        assert_eq!(glyph_map(&[1, 1]), Some(vec![0, 0, 0, 1, 0, 1]));
    }
}
