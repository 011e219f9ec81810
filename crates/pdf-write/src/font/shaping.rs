//! Setting texts whose characters depend on those beside them: their shapes (joined, stacked and
//! reordered letters) and their order on the line (Unicode's bidirectional algorithm).
//!
//! Each text is one line of a paragraph and comes with the paragraph's direction. Promises: the
//! characters of the glyphs, from left to right, are those of the text in the order in which the
//! algorithm puts its characters on the line, each by itself.

use std::ops::Range;
use std::rc::Rc;

use harfrust::Direction;
use unicode_bidi::BidiInfo;

use super::drawable::DrawableText;
use super::family::FontFamily;
use super::grapheme::Graphemes;
use super::script::is_complex;
use super::shaped_text::{ShapedGlyph, ShapedText};
use super::steps;
use super::text_line::TextLine;
use super::weight::Weight;

/// A part of a text that is set in one go.
struct Part {
    range: Range<usize>,
    /// The face in which it is shaped; without one each character stands for itself.
    face: Option<usize>,
    is_leftward: bool,
}

/// The shaped line; `None` where each of its characters stands for itself, from left to right.
pub(super) fn shaped(
    family: &FontFamily,
    weight: Weight,
    line: TextLine<'_>,
) -> Option<Rc<ShapedText>> {
    line.needs_shaping().then(|| set(family, weight, line))
}

/// The line as glyphs in their order on the line, from the cache or shaped anew.
pub(super) fn set(family: &FontFamily, weight: Weight, line: TextLine<'_>) -> Rc<ShapedText> {
    let shape = || set_anew(family, weight, line);
    family.shaper.line(weight, line, shape)
}

fn set_anew(family: &FontFamily, weight: Weight, line: TextLine<'_>) -> ShapedText {
    let drawable = DrawableText::of(family, weight, line.text);
    let text = drawable.text.as_str();
    steps::count(text.len());
    let mut glyphs = Vec::new();
    let bidi = BidiInfo::new(text, Some(line.level));
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_leftward = levels.get(run.start).is_some_and(|level| level.is_rtl());
            for part in parts(family, weight, text, run, is_leftward) {
                match part.face {
                    Some(face) => shape(family, face, text, &part, &mut glyphs),
                    None => draw(family, weight, text, &part, &mut glyphs),
                }
            }
        }
    }
    for glyph in &mut glyphs {
        glyph.start = drawable.origin(glyph.start);
    }
    let text = drawable.read;
    ShapedText { glyphs, text }
}

/// Divides a run of one direction by the faces that have its characters; from left to right.
fn parts(
    family: &FontFamily,
    weight: Weight,
    text: &str,
    run: Range<usize>,
    is_leftward: bool,
) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (index, grapheme) in Graphemes::of(&text[run.clone()]) {
        let start = run.start + index;
        let range = start..start + grapheme.len();
        let current = parts.last().and_then(|part| part.face);
        let is_shaped = is_leftward || grapheme.chars().any(is_complex);
        let is_shaped = family.is_shaping && is_shaped;
        let face = is_shaped
            .then(|| family.face_of(weight, grapheme, current))
            .flatten();
        match parts.last_mut() {
            Some(part) if face.is_some() && part.face == face => part.range.end = range.end,
            _ => parts.push(Part {
                range,
                face,
                is_leftward,
            }),
        }
    }
    if is_leftward {
        parts.reverse();
    }
    parts
}

/// Draws a part whose characters stand for themselves.
fn draw(
    family: &FontFamily,
    weight: Weight,
    text: &str,
    part: &Part,
    glyphs: &mut Vec<ShapedGlyph>,
) {
    let first = glyphs.len();
    family.each_glyph(
        weight,
        &text[part.range.clone()],
        |face, character, glyph| {
            glyphs.push(ShapedGlyph {
                face,
                glyph,
                text: character.to_string(),
                is_nominal: true,
                cluster: None,
                start: part.range.start,
                advance: glyph.advance,
                right: 0.0,
                up: 0.0,
            });
        },
    );
    if part.is_leftward {
        glyphs[first..].reverse();
    }
}

/// Shapes a part in a face.
fn shape(
    family: &FontFamily,
    index: usize,
    text: &str,
    part: &Part,
    glyphs: &mut Vec<ShapedGlyph>,
) {
    let Some(face) = family.faces.get(index).copied() else {
        return;
    };
    let text = &text[part.range.clone()];
    let direction = match part.is_leftward {
        true => Direction::RightToLeft,
        false => Direction::LeftToRight,
    };
    let (shaped, scale) = family.shaper.shape((index, face), text, direction);
    let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
    let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut done = 0;
    for cluster in infos.chunk_by(|one, other| one.cluster == other.cluster) {
        let start = cluster[0].cluster as usize;
        let next = starts.partition_point(|other| *other <= start);
        let end = starts.get(next).copied().unwrap_or(text.len());
        let characters = &text[start..end];
        let mut more = (characters.chars().count() < cluster.len())
            .then(|| (cluster.len(), characters.to_owned()));
        let texts = divided(characters, cluster.len(), part.is_leftward);
        for ((info, position), text) in cluster.iter().zip(&positions[done..]).zip(texts) {
            let glyph = face.shaped(info.glyph_id);
            let mut characters = text.chars();
            let only = characters.next().filter(|_| characters.next().is_none());
            glyphs.push(ShapedGlyph {
                face: index,
                glyph,
                is_nominal: only.and_then(|only| face.number(only)) == Some(glyph.id),
                text,
                cluster: more.take(),
                start: part.range.start + start,
                advance: position.x_advance as f32 * scale,
                right: position.x_offset as f32 * scale,
                up: raised(position.y_offset as f32 * scale),
            });
        }
        done += cluster.len();
    }
}

/// How far a glyph is raised or lowered at most, in thousandths of the font size: marks that pile
/// up further would stand in the lines around, and a reader would not take them for this line.
const RAISED_MAX: f32 = 1000.0;

fn raised(up: f32) -> f32 {
    up.clamp(-RAISED_MAX, RAISED_MAX)
}

/// The characters of a cluster for each of its glyphs, all from left to right: one for each, what
/// is left for the last, none where there are more glyphs than characters.
fn divided(text: &str, glyphs: usize, is_leftward: bool) -> impl Iterator<Item = String> {
    let mut characters = text.chars();
    let mut next = move || match is_leftward {
        true => characters.next_back(),
        false => characters.next(),
    };
    (1..=glyphs).map(move |glyph| match glyph < glyphs {
        true => next().map(String::from).unwrap_or_default(),
        false => std::iter::from_fn(&mut next).collect(),
    })
}

#[cfg(test)]
mod tests;
