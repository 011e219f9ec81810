//! On which side of the boxes of a line their texts stand: `männlich ☐ weiblich ☐`, or behind
//! them as on most forms.

use std::collections::HashSet;

use super::area::PageRectangle;
use super::label_side::{Side, gap_beside};
use super::piece::PrintedPiece;

/// The buttons, by their indexes among these places, in front of which their texts stand: of each
/// line with several buttons either all or none.
pub(super) fn labelled_before(
    buttons: &[(usize, PageRectangle)],
    pieces: &[PrintedPiece],
) -> HashSet<usize> {
    let mut before = HashSet::new();
    let mut seen = HashSet::new();
    for (index, (_, area)) in buttons.iter().enumerate() {
        if !seen.insert(index) {
            continue;
        }
        let others = buttons.iter().enumerate();
        let mut line: Vec<(usize, PageRectangle)> = others
            .filter(|(_, (_, other))| other.page == area.page && other.shares_line(area))
            .map(|(other, (_, place))| (other, *place))
            .collect();
        line.sort_by(|one, other| one.1.left.total_cmp(&other.1.left));
        let places: Vec<PageRectangle> = line.iter().map(|(_, place)| *place).collect();
        let line = line.into_iter().map(|(other, _)| other);
        if are_labelled_before(&places, pieces) {
            before.extend(line.clone());
        }
        seen.extend(line);
    }
    before
}

/// Whether each has a text in front of it, and the last has none behind it or texts are closer to
/// the boxes behind them.
fn are_labelled_before(line: &[PageRectangle], pieces: &[PrintedPiece]) -> bool {
    let closest = |area: &PageRectangle, side: Side| {
        let gaps = pieces
            .iter()
            .filter_map(|piece| gap_beside(area, &piece.area, side));
        gaps.map(|gap| gap.max(0.0)).min_by(f32::total_cmp)
    };
    let on = |side: Side| -> Vec<f32> {
        let gaps = line.iter().filter_map(|area| closest(area, side));
        gaps.collect()
    };
    let Some(last) = line.last().filter(|_| line.len() > 1) else {
        return false;
    };
    let (before, behind) = (on(Side::Before), on(Side::Behind));
    let mean = |gaps: &[f32]| gaps.iter().sum::<f32>() / gaps.len() as f32;
    before.len() == line.len()
        && (closest(last, Side::Behind).is_none() || mean(&before) * 1.5 < mean(&behind))
}

#[cfg(test)]
mod tests {
    use super::{PageRectangle, PrintedPiece, labelled_before};

    /// A line of these words and boxes (`#`), with so much room before each.
    fn line(parts: &[(&str, f32)]) -> Vec<usize> {
        let (mut buttons, mut pieces) = (Vec::new(), Vec::new());
        let mut left = 50.0;
        for (text, gap) in parts {
            left += gap;
            let area = PageRectangle {
                page: 0,
                left,
                right: left + 10.0 * text.len() as f32,
                top: 100.0,
                bottom: 110.0,
            };
            left = area.right;
            if *text == "#" {
                buttons.push((buttons.len(), area));
            } else {
                pieces.push(PrintedPiece {
                    text: (*text).to_owned(),
                    area,
                });
            }
        }
        let mut before: Vec<usize> = labelled_before(&buttons, &pieces).into_iter().collect();
        before.sort_unstable();
        before
    }

    #[test]
    fn the_texts_of_a_line_stand_in_front_of_its_boxes_or_behind_them() {
        for (parts, expected) in [
            (
                &[("mann", 0.0), ("#", 3.0), ("frau", 5.0), ("#", 3.0)][..],
                &[0, 1][..],
            ),
            (&[("#", 0.0), ("mann", 3.0), ("#", 5.0), ("frau", 3.0)], &[]),
            (
                &[
                    ("wer", 0.0),
                    ("#", 9.0),
                    ("mann", 3.0),
                    ("#", 9.0),
                    ("frau", 3.0),
                ],
                &[],
            ),
            (
                &[
                    ("mann", 0.0),
                    ("#", 3.0),
                    ("oder", 12.0),
                    ("#", 3.0),
                    ("oder", 12.0),
                ],
                &[0, 1],
            ),
            (&[("mann", 0.0), ("#", 3.0)], &[]),
        ] {
            assert_eq!(line(parts), expected, "{parts:?}");
        }
    }
}
