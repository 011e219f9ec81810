//! Strings with characters that their font does not tell, told by how they look.

use std::collections::HashSet;

use forms::form_content::UndecodableText;
use sha2::{Digest as _, Sha256};

use super::collect::{Undecodable, is_decoded};
use super::drawing::{Script, Shown};
use super::page_glyph::PageGlyph;

/// Each such string once. `fonts` are digests of the fonts by their numbers, as far as there are
/// any.
pub(super) fn texts(
    script: &Script,
    found: &[Undecodable],
    fonts: &[Option<[u8; 32]>],
) -> Vec<UndecodableText> {
    let mut strings = HashSet::new();
    let is_new = |found: &&Undecodable| found.string.is_none_or(|string| strings.insert(string));
    let text = |found: &Undecodable| {
        let shown = found.string.and_then(|string| script.shown().get(string));
        UndecodableText {
            page: found.page,
            glyphs: shown.and_then(|shown| glyphs(shown, fonts)),
        }
    };
    found.iter().filter(is_new).map(text).collect()
}

fn glyphs(shown: &Shown, fonts: &[Option<[u8; 32]>]) -> Option<[u8; 32]> {
    let font = (*fonts.get(shown.font)?)?;
    let hash = Sha256::new().chain_update(font);
    Some(hash.chain_update(&*shown.bytes).finalize().into())
}

/// The characters that are known.
pub(super) fn without(mut glyphs: Vec<PageGlyph>, script: &Script) -> Vec<PageGlyph> {
    let is_known = |string: usize| {
        script
            .shown()
            .get(string)
            .is_none_or(|shown| shown.is_known)
    };
    glyphs.retain(|glyph| is_decoded(&glyph.text) && is_known(glyph.string));
    glyphs
}
