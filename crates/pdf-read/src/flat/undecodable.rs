//! Strings with characters that their font does not tell, told by how they look.

use std::collections::HashSet;

use forms::form_content::UndecodableText;
use sha256::Sha256;

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
    /// Those that were found without text, those whose fonts do not tell their characters, of which
    /// these are all, and those within patterns and masks. `looks` are digests of the fonts by
    /// their numbers and of the patterns and masks behind them, as far as there are any.
    pub(super) fn of(
        script: &Script,
        (found, characters): (&[Undecodable], &[PageGlyph]),
        looks: &[Option<[u8; 32]>],
    ) -> Self {
        let mut strings = HashSet::new();
        let mut is_new =
            |found: &&Undecodable| found.string.is_none_or(|string| strings.insert(string));
        let text = |found: &Undecodable| {
            let shown = found.string.and_then(|string| script.shown().get(string));
            UndecodableText {
                page: found.page,
                glyphs: shown.and_then(|shown| glyphs(shown, looks)),
            }
        };
        let found = found.iter().filter(&mut is_new).map(text);
        let mut without_text: Vec<UndecodableText> = found.collect();
        let mut unknown = unknown(script);
        unknown.retain(|unknown| is_new(&unknown));
        let visible = visible(&unknown, characters);
        let font = |string: usize| script.shown().get(string).map(|shown| shown.font);
        let told: HashSet<usize> = visible.iter().copied().filter_map(font).collect();
        let is_visible = |unknown: &Undecodable| {
            let string = unknown.string;
            string.is_some_and(|string| visible.contains(&string))
        };
        let is_of_told_font = |unknown: &Undecodable| {
            let font = unknown.string.and_then(font);
            font.is_some_and(|font| told.contains(&font))
        };
        let (guessed, blank): (Vec<_>, Vec<_>) = unknown.into_iter().partition(is_visible);
        // A font of which nothing is seen but a space may draw anything by that.
        let unsure = blank.into_iter().filter(|blank| !is_of_told_font(blank));
        without_text.extend(unsure.map(|blank| text(&blank)));
        without_text.extend(inner_texts(script, looks));
        Self {
            without_text,
            guessed: guessed.iter().map(text).collect(),
            guessed_strings: visible,
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

/// The strings whose fonts do not tell all of their characters.
fn unknown(script: &Script) -> Vec<Undecodable> {
    let shown = script.shown().iter().enumerate();
    let unknown = shown.filter(|(_, shown)| !shown.is_known);
    let unknown = unknown.map(|(string, shown)| Undecodable {
        page: shown.page,
        string: Some(string),
    });
    unknown.collect()
}

/// The numbers of those that would show more than spaces if their fonts had the usual encoding.
fn visible(unknown: &[Undecodable], characters: &[PageGlyph]) -> HashSet<usize> {
    let unknown: HashSet<usize> = unknown.iter().filter_map(|one| one.string).collect();
    let is_visible =
        |glyph: &&PageGlyph| unknown.contains(&glyph.string) && !glyph.text.trim().is_empty();
    let visible = characters.iter().filter(is_visible);
    visible.map(|glyph| glyph.string).collect()
}

fn inner_texts(
    script: &Script,
    looks: &[Option<[u8; 32]>],
) -> impl Iterator<Item = UndecodableText> {
    let fonts_count = script.file_fonts().count();
    let texts = script.inner_texts.found().iter().enumerate();
    texts.map(move |(number, inner)| UndecodableText {
        page: inner.page,
        glyphs: looks.get(fonts_count + number).copied().flatten(),
    })
}

fn glyphs(shown: &Shown, fonts: &[Option<[u8; 32]>]) -> Option<[u8; 32]> {
    let font = (*fonts.get(shown.font)?)?;
    let hash = Sha256::new().chain_update(font);
    Some(hash.chain_update(&*shown.bytes).finalize())
}
