//! The characters of lines that are not drawn from the first to the last: text that runs to the
//! left, and scripts that put signs before the letter that they follow.
//!
//! Where they are read from cannot be told from where they stand alone: `12` before Arabic may be
//! the first or the last. So our writer says the line. It is taken at its word only where Unicode's
//! algorithm puts that text on the line just as it is drawn: nobody can make one text of another.

use forms::ignorable::is_ignorable;
use unicode_bidi::{BidiInfo, Level};

use super::collect::PageGlyph;
use super::drawing::MarkedLine;

/// The same characters, those of each line put together in the order in which they are read.
pub(super) fn ordered(glyphs: Vec<PageGlyph>, lines: &[MarkedLine]) -> Vec<PageGlyph> {
    if lines.is_empty() {
        return glyphs;
    }
    let mut ordered = Vec::with_capacity(glyphs.len());
    let mut rest = glyphs.as_slice();
    for line in lines {
        let before = rest.partition_point(|glyph| glyph.string < line.strings.start);
        ordered.extend_from_slice(&rest[..before]);
        rest = &rest[before..];
        let within = rest.partition_point(|glyph| glyph.string < line.strings.end);
        let (drawn, after) = rest.split_at(within);
        match whole(drawn, &line.text) {
            Some(glyph) => ordered.push(glyph),
            None => ordered.extend_from_slice(drawn),
        }
        rest = after;
    }
    ordered.extend_from_slice(rest);
    ordered
}

/// The line as one; `None` where it is drawn as another text, or not as a line.
fn whole(drawn: &[PageGlyph], text: &str) -> Option<PageGlyph> {
    let first = drawn.first()?;
    let is_line = drawn
        .iter()
        .all(|glyph| glyph.turned.is_none() && glyph.page == first.page);
    let characters = drawn.iter().flat_map(|glyph| glyph.text.chars());
    let shown: Vec<char> = characters
        .filter(|character| !is_ignorable(*character))
        .collect();
    // The line may be the second of a paragraph, so its own letters do not tell the direction.
    let mut levels = [Level::ltr(), Level::rtl()].into_iter();
    if !is_line || !levels.any(|level| shown == on_the_line(text, level)) {
        return None;
    }
    // Marks are raised and lowered; most glyphs stand on the base line.
    let mut baselines: Vec<f32> = drawn.iter().map(|glyph| glyph.baseline).collect();
    baselines.sort_by(f32::total_cmp);
    let bound = |pick: fn(f32, f32) -> f32, of: fn(&PageGlyph) -> f32| {
        drawn.iter().map(of).reduce(pick).unwrap_or_default()
    };
    Some(PageGlyph {
        text: text.to_owned(),
        left: bound(f32::min, |glyph| glyph.left),
        right: bound(f32::max, |glyph| glyph.right),
        baseline: baselines[baselines.len() / 2],
        size: bound(f32::max, |glyph| glyph.size),
        ..first.clone()
    })
}

/// The characters of a text that can be seen, from left to right, in a paragraph of this level.
fn on_the_line(text: &str, level: Level) -> Vec<char> {
    let bidi = BidiInfo::new(text, Some(level));
    let mut characters = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let first = characters.len();
            characters.extend(text[run.clone()].chars());
            if levels.get(run.start).is_some_and(|level| level.is_rtl()) {
                characters[first..].reverse();
            }
        }
    }
    characters.retain(|character| !is_ignorable(*character));
    characters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(drawn: &str, text: &str) -> Vec<String> {
        let line = MarkedLine {
            strings: 1..2,
            text: text.to_owned(),
        };
        let ordered = ordered(PageGlyph::line(drawn, 0.0, 100.0, 1), &[line]);
        ordered.into_iter().map(|glyph| glyph.text).collect()
    }

    #[test]
    fn a_line_is_read_as_it_is_said_where_it_is_drawn_so() {
        assert_eq!(line("12 דג", "גד 12"), ["גד 12"]);
        assert_eq!(line("a (דג) 12", "a (גד) 12"), ["a (גד) 12"]);
        assert_eq!(line("คำ\u{200B}", "คำ"), ["คำ"]);
        // A line of a paragraph that runs to the left, though it begins with a Latin letter.
        assert_eq!(line("12 גד .a", "a. דג 12"), ["a. דג 12"]);
    }

    #[test]
    fn a_line_that_is_drawn_as_another_text_is_read_as_it_is_drawn() {
        assert_eq!(line("12", "21"), ["1", "2"]);
        assert_eq!(line("דג", "דג"), ["ד", "ג"]);
        assert_eq!(line("12", "12,00"), ["1", "2"]);
    }
}
