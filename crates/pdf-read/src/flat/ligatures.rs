//! Ligatures of Latin letters, which fonts draw in the place of the letters that were typed.
//!
//! Unicode has some of them as characters of their own, so that nothing but what the file says
//! beside it (`ActualText`, PDF 32000-1, 14.9.4) tells whether `ﬁ` was typed as two letters. That
//! counts where it names just these letters, or where the font does not tell what is drawn.

use forms::form_content::MISWRITTEN;

use super::collect::{DrawnText, is_decoded};
use super::drawing::MarkedLine;
use super::page_glyph::PageGlyph;

/// The ligatures of Unicode with their letters.
const LIGATURES: [(&str, &str); 7] = [
    ("\u{FB00}", "ff"),
    ("\u{FB01}", "fi"),
    ("\u{FB02}", "fl"),
    ("\u{FB03}", "ffi"),
    ("\u{FB04}", "ffl"),
    ("\u{FB05}", "ſt"),
    ("\u{FB06}", "st"),
];

/// The same text, with the letters in the place of ligatures that are marked with them.
pub(super) fn spelled_out(mut drawn: DrawnText, marked: &[MarkedLine]) -> DrawnText {
    for said in marked {
        let first = drawn
            .glyphs
            .partition_point(|glyph| glyph.string < said.strings.start);
        let after = drawn
            .glyphs
            .partition_point(|glyph| glyph.string < said.strings.end);
        let [glyph] = &mut drawn.glyphs[first..after] else {
            continue;
        };
        let is_known = is_decoded(&glyph.text) && !glyph.text.contains(MISWRITTEN);
        if is_known && !stands_for(glyph, &said.text) {
            continue;
        }
        glyph.text.clone_from(&said.text);
        if !is_known {
            let is_of_it = |string: usize| said.strings.contains(&string);
            drawn
                .undecodable
                .retain(|unknown| !unknown.string.is_some_and(is_of_it));
        }
    }
    drawn
}

fn stands_for(glyph: &PageGlyph, letters: &str) -> bool {
    LIGATURES.contains(&(glyph.text.as_str(), letters))
}
