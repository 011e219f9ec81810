//! Strings with characters that their font does not tell, told by how they look.

use std::collections::HashSet;

use forms::form_content::UndecodableText;
use sha2::{Digest as _, Sha256};

use super::collect::{Undecodable, is_decoded};
use super::drawing::{Script, Shown};
use super::page_glyph::PageGlyph;

/// Strings of which some characters are not known, each once.
pub(super) struct UndecodableTexts {
    /// Those that are nothing, for one reason or another.
    pub(super) without_text: Vec<UndecodableText>,
    /// Those that would be texts if their fonts had the usual encoding.
    pub(super) guessed: Vec<UndecodableText>,
    /// The numbers of the latter.
    guessed_strings: HashSet<usize>,
}

impl UndecodableTexts {
    /// Those that were found without text, and those whose fonts do not tell their characters.
    /// `fonts` are digests of the fonts by their numbers, as far as there are any.
    pub(super) fn of(script: &Script, found: &[Undecodable], fonts: &[Option<[u8; 32]>]) -> Self {
        let mut strings = HashSet::new();
        let mut is_new =
            |found: &&Undecodable| found.string.is_none_or(|string| strings.insert(string));
        let text = |found: &Undecodable| {
            let shown = found.string.and_then(|string| script.shown().get(string));
            UndecodableText {
                page: found.page,
                glyphs: shown.and_then(|shown| glyphs(shown, fonts)),
            }
        };
        let without_text = found.iter().filter(&mut is_new).map(text).collect();
        let shown = script.shown().iter().enumerate();
        let unknown = shown.filter(|(_, shown)| !shown.is_known);
        let unknown = unknown.map(|(string, shown)| Undecodable {
            page: shown.page,
            string: Some(string),
        });
        let unknown: Vec<Undecodable> = unknown.collect();
        let guessed: Vec<&Undecodable> = unknown.iter().filter(is_new).collect();
        Self {
            without_text,
            guessed: guessed.iter().map(|guessed| text(guessed)).collect(),
            guessed_strings: guessed
                .iter()
                .filter_map(|guessed| guessed.string)
                .collect(),
        }
    }

    /// The characters that are known, and those that are guessed.
    pub(super) fn apart(
        &self,
        glyphs: Vec<PageGlyph>,
        script: &Script,
    ) -> (Vec<PageGlyph>, Vec<PageGlyph>) {
        let is_known = |string: usize| {
            let shown = script.shown().get(string);
            shown.is_none_or(|shown| shown.is_known)
        };
        let decoded = glyphs.into_iter().filter(|glyph| is_decoded(&glyph.text));
        let (known, unknown): (Vec<_>, Vec<_>) = decoded.partition(|glyph| is_known(glyph.string));
        let guessed = unknown.into_iter();
        let guessed = guessed.filter(|glyph| self.guessed_strings.contains(&glyph.string));
        (known, guessed.collect())
    }
}

fn glyphs(shown: &Shown, fonts: &[Option<[u8; 32]>]) -> Option<[u8; 32]> {
    let font = (*fonts.get(shown.font)?)?;
    let hash = Sha256::new().chain_update(font);
    Some(hash.chain_update(&*shown.bytes).finalize().into())
}
