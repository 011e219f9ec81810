//! How a text stands on a line (UAX 9, Unicode's algorithm for text in both directions).

use unicode_bidi::{BidiInfo, Level};

/// The characters of a text from left to right, in a paragraph that runs in this direction. Signs
/// that are shown mirrored are as they are read.
pub fn from_left(text: &str, paragraph: Level) -> Vec<char> {
    let bidi = BidiInfo::new(text, Some(paragraph));
    let mut characters = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let first = characters.len();
            characters.extend(text[run.clone()].chars());
            if levels.get(run.start).is_some_and(Level::is_rtl) {
                characters[first..].reverse();
            }
        }
    }
    characters
}
