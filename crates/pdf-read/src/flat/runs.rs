//! From single characters to runs of text on a line.

mod turned;

use std::cmp::Ordering;

use forms::form_content::{PagePlace, PlacedText, PlacedWord};
use unicode_bidi::{BidiClass, bidi_class};

use self::turned::{end_of_turned, goes_on_turned};
use super::page_glyph::PageGlyph;
use crate::steps::step;

/// From this gap on, in font sizes, two texts are two cells: it is about one and a half characters
/// wide.
pub(super) const CELL_GAP: f32 = 0.75;

/// Kerning moves a character back by less than this; from here on one text lies over the other.
const OVERLAP: f32 = 0.3;

/// The same character so near is the same one, drawn twice to look bold.
const BOLD_OFFSET: f32 = 0.1;

/// Characters whose baselines are as near as this stand on one line.
const LINE_OFFSET: f32 = 0.3;

/// Among how many of the runs and characters that were put together last the one is looked for that
/// a piece continues. What comes later than that was drawn in one go, or is another text.
const RECENT_MAX: usize = 100;

/// The runs of the characters. What was drawn in one go stays together, so that a value and the
/// dotted line that it stands on are two runs.
pub(super) fn runs(glyphs: Vec<PageGlyph>) -> Vec<PlacedText> {
    let mut pieces: Vec<Vec<PageGlyph>> = Vec::new();
    for glyph in glyphs {
        let last = pieces.last().and_then(|piece| piece.last());
        if last.is_some_and(|last| is_same(last, &glyph)) {
            continue;
        }
        let goes_on = last.is_some_and(|last| follows(last, &glyph));
        match pieces.last_mut().filter(|_| goes_on) {
            Some(piece) => piece.push(glyph),
            None => pieces.push(vec![glyph]),
        }
    }
    let turned = pieces.extract_if(.., |piece| piece.iter().any(|glyph| glyph.turned.is_some()));
    let mut runs: Vec<PlacedText> = turned.filter_map(|piece| finish(&piece)).collect();
    pieces.sort_by(|one, other| {
        let (one, other) = (&one[0], &other[0]);
        one.page
            .cmp(&other.page)
            .then(one.baseline.total_cmp(&other.baseline))
    });
    let mut pieces = pieces.into_iter().peekable();
    while let Some(first) = pieces.next() {
        let mut line = vec![first];
        let is_next = |line: &[Vec<PageGlyph>], piece: &[PageGlyph]| {
            let last = line.last();
            last.is_some_and(|last| is_one_line(&last[0], &piece[0]))
        };
        while let Some(piece) = pieces.next_if(|piece| is_next(&line, piece)) {
            line.push(piece);
        }
        runs.extend(joined_line(line).iter().filter_map(|run| finish(run)));
    }
    runs
}

/// Joins the pieces of a line to runs, each to the run that ends where it begins.
fn joined_line(mut pieces: Vec<Vec<PageGlyph>>) -> Vec<Vec<PageGlyph>> {
    pieces.sort_by(|one, other| one[0].left.total_cmp(&other[0].left));
    let mut runs: Vec<Vec<PageGlyph>> = Vec::new();
    for piece in pieces {
        // Pieces come from left to right, and runs in the order in which they grew.
        let recent = runs.len().saturating_sub(RECENT_MAX);
        if runs[recent..].iter().any(|run| is_shadow(run, &piece)) {
            continue;
        }
        let gap = |run: &Vec<PageGlyph>| {
            run.last()
                .map_or(f32::MAX, |last| (piece[0].left - last.right).abs())
        };
        let nearest = (recent..runs.len())
            .filter(|run| {
                runs[*run]
                    .last()
                    .is_some_and(|last| follows(last, &piece[0]))
            })
            .min_by(|one, other| gap(&runs[*one]).total_cmp(&gap(&runs[*other])));
        match nearest {
            Some(run) => {
                let mut run = runs.remove(run);
                run.extend(piece);
                runs.push(run);
            }
            None => runs.push(piece),
        }
    }
    runs
}

/// Whether a piece repeats a part of a run at the same place.
fn is_shadow(run: &[PageGlyph], piece: &[PageGlyph]) -> bool {
    step();
    let left = piece[0].left - 2.0 * BOLD_OFFSET * piece[0].size;
    let first = run.partition_point(|glyph| glyph.left < left);
    let mut parts = run[first..].windows(piece.len()).take(RECENT_MAX);
    parts.any(|part| {
        let mut pairs = part.iter().zip(piece);
        pairs.all(|(one, other)| is_same(one, other))
    })
}

fn is_one_line(one: &PageGlyph, other: &PageGlyph) -> bool {
    one.page == other.page
        && (other.baseline - one.baseline).abs() <= LINE_OFFSET * one.size.min(other.size)
}

/// Whether a character stands behind another, with no more than a space between them.
fn follows(one: &PageGlyph, other: &PageGlyph) -> bool {
    step();
    if one.turned.is_some() || other.turned.is_some() {
        let is_same = one.turned == other.turned || goes_on_turned(one, other);
        return (is_same || end_of_turned(one, other).is_some()) && one.page == other.page;
    }
    // What is clipped away lies under other texts, and they do not go on with it.
    if one.clip != other.clip && (one.hidden_by().is_some() || other.hidden_by().is_some()) {
        return false;
    }
    // Nor do the texts of two fields side by side, though one begins where the other ends.
    if one.field != other.field || one.is_clipped_beside(other) {
        return false;
    }
    let (gap, size) = (other.left - one.right, one.size.max(other.size));
    is_one_line(one, other) && (-OVERLAP * size..=CELL_GAP * size).contains(&gap)
}

/// Puts runs in reading order: page, line, left to right.
pub(super) fn sort(runs: &mut [PlacedText]) {
    let bottom = |run: &PlacedText| run.place.top + run.place.height;
    runs.sort_by(|one, other| {
        one.place
            .page
            .cmp(&other.place.page)
            .then(bottom(one).total_cmp(&bottom(other)))
    });
    let mut start = 0;
    while start < runs.len() {
        let first = runs[start].place;
        let same_line = |run: &PlacedText| {
            run.place.page == first.page
                && bottom(run) - (first.top + first.height)
                    <= LINE_OFFSET * first.height.min(run.place.height)
        };
        let length = runs[start..]
            .iter()
            .take_while(|run| same_line(run))
            .count()
            .max(1);
        runs[start..start + length].sort_by(|one, other| by_left(&one.place, &other.place));
        start += length;
    }
}

fn by_left(one: &PagePlace, other: &PagePlace) -> Ordering {
    one.left.total_cmp(&other.left)
}

fn is_same(one: &PageGlyph, other: &PageGlyph) -> bool {
    step();
    // Of one string, where the font gives no widths, all characters stand in one place.
    if one.string == other.string && one.right - one.left < BOLD_OFFSET * one.size {
        return false;
    }
    one.text == other.text
        && one.hidden_by() == other.hidden_by()
        && is_one_line(one, other)
        && (other.left - one.left).abs() < BOLD_OFFSET * one.size
        && (other.baseline - one.baseline).abs() < BOLD_OFFSET * one.size
}

/// The text of the characters, with a space where there is a gap but no space, and its words.
fn text(piece: &[PageGlyph]) -> (String, Vec<PlacedWord>) {
    let mut text = String::new();
    let mut words: Vec<PlacedWord> = Vec::new();
    let mut before: Option<&PageGlyph> = None;
    let edges = edges(piece);
    for glyph in piece {
        let is_gap = before.is_some_and(|before| is_gap(before, glyph));
        if is_gap {
            text.push(' ');
        }
        if let Some(end) = before.and_then(|before| end_of_turned(before, glyph)) {
            text.push_str(end);
        }
        // Drawn by itself, wherever it stands.
        let is_apart = is_gap || before.is_some_and(|before| !is_drawn_next(before, glyph));
        if !glyph.text.trim().is_empty() {
            let (left, right) = edges(glyph);
            match words.last_mut() {
                Some(word) if !is_apart && !text.ends_with(char::is_whitespace) => {
                    word.right = word.right.max(right);
                }
                _ => words.push(PlacedWord {
                    start: text.len(),
                    left,
                    right,
                    is_apart,
                }),
            }
        }
        match is_leftward_ligature(glyph) {
            true => text.extend(glyph.text.chars().rev()),
            false => text.push_str(&glyph.text),
        }
        before = Some(glyph);
    }
    (text, words)
}

/// Where a character stands: what is clipped away, at the edge behind which it cannot be seen.
/// Where nothing can be seen all stands where it was drawn.
fn edges(piece: &[PageGlyph]) -> impl Fn(&PageGlyph) -> (f32, f32) + use<> {
    let is_shown = |glyph: &PageGlyph| !glyph.text.trim().is_empty() && glyph.hidden_by().is_none();
    let is_any_shown = piece.iter().any(is_shown);
    move |glyph| match is_any_shown {
        true => glyph.seen(),
        false => (glyph.left, glyph.right),
    }
}

/// Whether a space is missing between two characters that stand apart.
fn is_gap(before: &PageGlyph, glyph: &PageGlyph) -> bool {
    glyph.left - before.right > PlacedText::SPACE_GAP * before.size.max(glyph.size)
        && glyph.turned.is_none()
        && !before.text.ends_with(char::is_whitespace)
        && !glyph.text.starts_with(char::is_whitespace)
}

/// Whether a glyph stands for several letters that are read from the right: all others on its line
/// come from left to right, as they are drawn.
fn is_leftward_ligature(glyph: &PageGlyph) -> bool {
    let is_leftward = |character| matches!(bidi_class(character), BidiClass::R | BidiClass::AL);
    glyph.text.len() > 2 && !glyph.is_whole_line && glyph.text.chars().all(is_leftward)
}

/// Whether no other text was drawn between the two.
fn is_drawn_next(before: &PageGlyph, glyph: &PageGlyph) -> bool {
    glyph.string == before.string || glyph.string == before.string + 1
}

/// The run of some characters; `None` if they are blank.
fn finish(glyphs: &[PageGlyph]) -> Option<PlacedText> {
    let (text, mut words) = text(glyphs);
    let blank = text.len() - text.trim_start().len();
    words
        .iter_mut()
        .for_each(|word| word.start = word.start.saturating_sub(blank));
    let text = text.trim().to_owned();
    let mut visible = glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty());
    let first = visible.next()?;
    let edges = edges(glyphs);
    let (mut left, mut right) = edges(first);
    let (mut size, mut baseline) = (first.size, first.baseline);
    for glyph in visible {
        left = left.min(edges(glyph).0);
        right = right.max(edges(glyph).1);
        size = size.max(glyph.size);
        baseline = baseline.max(glyph.baseline);
    }
    let place = PagePlace {
        page: first.page,
        left,
        top: baseline - size,
        width: right - left,
        height: size,
    };
    let mut letters = glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty());
    let hidden_by = first.hidden_by();
    let is_hidden = letters.all(|glyph| glyph.hidden_by() == hidden_by);
    let clipped_by = hidden_by.filter(|_| is_hidden).map(|clip| **clip);
    let line_end = glyphs.last()?.line_end.as_deref();
    Some(PlacedText {
        text,
        place,
        words,
        clipped_by,
        line_end: line_end.map(str::to_owned),
        field: first.field.as_deref().map(str::to_owned),
        is_ordered: glyphs.iter().any(|glyph| glyph.is_whole_line),
    })
}

#[cfg(test)]
mod tests;
