//! From single characters to runs of text on a line.

use std::cmp::Ordering;

use domain::form_content::{Place, PlacedText};

use super::collect::Glyph;

/// Gaps, in font sizes. From this one on two texts are two cells: it is about one and a half characters wide.
const CELL_GAP: f32 = 0.75;

/// From this one on a gap without a space is a space: the narrowest spaces of common fonts are wider.
const SPACE_GAP: f32 = 0.18;

/// The same character so near is the same one, drawn twice to look bold.
const BOLD_OFFSET: f32 = 0.1;

/// Characters whose baselines are as near as this stand on one line.
const LINE_OFFSET: f32 = 0.3;

/// The runs of the characters, line by line.
pub(super) fn runs(mut glyphs: Vec<Glyph>) -> Vec<PlacedText> {
    let turned: Vec<Glyph> = glyphs
        .extract_if(.., |glyph| glyph.turned.is_some())
        .collect();
    let mut runs: Vec<PlacedText> = turned
        .chunk_by(|one, other| one.turned == other.turned && one.page == other.page)
        .filter_map(|string| {
            finish(
                string.iter().map(|glyph| glyph.text.as_str()).collect(),
                string,
            )
        })
        .collect();
    glyphs.sort_by(|one, other| {
        one.page
            .cmp(&other.page)
            .then(one.baseline.total_cmp(&other.baseline))
    });
    let lines = glyphs.chunk_by(|one, other| {
        one.page == other.page
            && other.baseline - one.baseline <= LINE_OFFSET * one.size.min(other.size)
    });
    for line in lines {
        let mut line = line.to_vec();
        line.sort_by(|one, other| one.left.total_cmp(&other.left));
        line.dedup_by(|later, earlier| is_same(earlier, later));
        let pieces = line
            .chunk_by(|one, other| other.left - one.right <= CELL_GAP * one.size.max(other.size));
        runs.extend(pieces.filter_map(|piece| finish(joined(piece), piece)));
    }
    runs
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

fn by_left(one: &Place, other: &Place) -> Ordering {
    one.left.total_cmp(&other.left)
}

fn is_same(earlier: &Glyph, later: &Glyph) -> bool {
    earlier.text == later.text && later.left - earlier.left < BOLD_OFFSET * earlier.size
}

/// The text of the characters, with a space where there is a gap but no space.
fn joined(piece: &[Glyph]) -> String {
    let mut text = String::new();
    let mut before: Option<&Glyph> = None;
    for glyph in piece {
        if let Some(before) = before {
            let gap = glyph.left - before.right > SPACE_GAP * before.size.max(glyph.size);
            if gap && !before.text.ends_with(' ') && !glyph.text.starts_with(' ') {
                text.push(' ');
            }
        }
        text.push_str(&glyph.text);
        before = Some(glyph);
    }
    text
}

/// The run of some characters; `None` if they are blank.
fn finish(text: String, glyphs: &[Glyph]) -> Option<PlacedText> {
    let text = text.trim().to_owned();
    let mut visible = glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty());
    let first = visible.next()?;
    let mut left = first.left;
    let (mut right, mut size, mut baseline) = (first.right, first.size, first.baseline);
    for glyph in visible {
        left = left.min(glyph.left);
        right = right.max(glyph.right);
        size = size.max(glyph.size);
        baseline = baseline.max(glyph.baseline);
    }
    let place = Place {
        page: first.page,
        left,
        top: baseline - size,
        width: right - left,
        height: size,
    };
    Some(PlacedText { text, place })
}

#[cfg(test)]
mod tests {
    use domain::form_content::PlacedText;

    use super::{Glyph, runs, sort};

    /// Characters of 10 points that are 5 wide, from a place on.
    fn glyphs(text: &str, left: f32, baseline: f32) -> Vec<Glyph> {
        let mut left = left;
        text.chars()
            .map(|character| {
                left += 5.0;
                Glyph {
                    page: 0,
                    text: character.to_string(),
                    left: left - 5.0,
                    right: left,
                    baseline,
                    size: 10.0,
                    turned: None,
                }
            })
            .collect()
    }

    fn texts(glyphs: Vec<Glyph>) -> Vec<String> {
        let mut runs = runs(glyphs);
        sort(&mut runs);
        runs.into_iter().map(|run: PlacedText| run.text).collect()
    }

    #[test]
    fn cells_are_apart_and_words_are_together() {
        let mut line = glyphs("Saal  mieten", 0.0, 100.0);
        line.extend(glyphs("50,00 €", 70.0, 100.5));
        assert_eq!(texts(line), ["Saal  mieten", "50,00 €"]);
    }

    #[test]
    fn a_gap_without_a_space_is_a_space() {
        let mut line = glyphs("eins", 0.0, 100.0);
        line.extend(glyphs("zwei", 23.0, 100.0));
        assert_eq!(texts(line), ["eins zwei"]);
    }

    #[test]
    fn reading_order_is_not_the_order_of_drawing() {
        let mut page = glyphs("unten", 0.0, 200.0);
        page.extend(glyphs("rechts", 200.0, 99.5));
        page.extend(glyphs("links", 0.0, 100.0));
        assert_eq!(texts(page), ["links", "rechts", "unten"]);
    }

    #[test]
    fn what_is_drawn_twice_to_look_bold_is_there_once() {
        let mut line = glyphs("Summe", 0.0, 100.0);
        line.extend(glyphs("Summe", 0.4, 100.0));
        assert_eq!(texts(line), ["Summe"]);
        assert_eq!(texts(glyphs("lll", 0.0, 100.0)), ["lll"]);
    }

    #[test]
    fn the_bottom_of_a_run_is_its_baseline() {
        let run = runs(glyphs(" ab ", 0.0, 100.0)).remove(0);
        assert_eq!(
            (run.text.as_str(), run.place.left, run.place.width),
            ("ab", 5.0, 10.0)
        );
        assert_eq!(run.place.top + run.place.height, 100.0);
    }
}
