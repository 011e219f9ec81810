//! Which way is up on a page: the way in which most of its text runs.

/// A line runs along an edge of the page if it rises by less than this share of its length.
const SLANT_MAX: f32 = 0.25;

/// The quarter turns counterclockwise after which text that runs so far to the right and down is
/// upright; `None` if it runs along no edge of the page.
pub(super) fn of_direction(right: f32, down: f32) -> Option<u8> {
    let runs_along = |along: f32, across: f32| along > 0.0 && across.abs() <= SLANT_MAX * along;
    match (right, down) {
        (right, down) if runs_along(right, down) => Some(0),
        (right, down) if runs_along(down, right) => Some(1),
        (right, down) if runs_along(-right, down) => Some(2),
        (right, down) if runs_along(-down, right) => Some(3),
        _ => None,
    }
}

/// For each page the quarter turns clockwise after which more than half of its characters are
/// upright; `None` where no page has to be turned. `characters` gives the page of each character
/// and its [`of_direction`].
pub(super) fn until_readable(
    pages: usize,
    characters: impl Iterator<Item = (usize, Option<u8>)>,
) -> Option<Vec<u8>> {
    let mut counts = vec![[0_usize; 5]; pages];
    for (page, turns) in characters {
        if let Some(counts) = counts.get_mut(page) {
            counts[turns.map_or(4, usize::from)] += 1;
        }
    }
    let turns: Vec<u8> = counts.iter().map(clockwise).collect();
    turns.iter().any(|turns| *turns != 0).then_some(turns)
}

fn clockwise(counts: &[usize; 5]) -> u8 {
    let all: usize = counts.iter().sum();
    let is_most = |turns: &u8| 2 * counts[usize::from(*turns)] > all;
    let counterclockwise = (1..4).find(is_most).unwrap_or(0);
    (4 - counterclockwise) % 4
}

#[cfg(test)]
mod tests {
    use super::{of_direction, until_readable};

    #[test]
    fn of_direction_knows_the_edges_of_a_page() {
        for (right, down, turns) in [
            (5.0, 0.0, Some(0)),
            (0.0, 5.0, Some(1)),
            (-5.0, 1.0, Some(2)),
            (0.0, -5.0, Some(3)),
            (5.0, 5.0, None),
            (0.0, 0.0, None),
        ] {
            assert_eq!(of_direction(right, down), turns);
        }
    }

    #[test]
    fn until_readable_turns_pages_of_which_most_is_turned() {
        let line = |page, turns, text: &str| vec![(page, turns); text.chars().count()];
        let mut all = line(0, Some(0), "gerade");
        all.extend(line(0, Some(1), "Rand"));
        assert_eq!(until_readable(3, all.iter().copied()), None);
        all.extend(line(1, Some(1), "gedreht"));
        all.extend(line(1, None, "schräg"));
        all.extend(line(2, Some(3), "gedreht"));
        assert_eq!(until_readable(3, all.into_iter()), Some(vec![0, 3, 1]));
    }
}
