//! How many line ends stand between two printed lines of a text.

use std::borrow::Cow;

/// Empty lines within a text: a larger gap than this many font sizes ends it.
pub(super) const GAP_MAX: f32 = 6.0;

/// From line to line, in font sizes, where a text does not show it.
const LINE_PITCH: f32 = 1.25;

/// The white space that is said to stand between two lines, in a field of one or several lines.
/// Two numbers are not made one by what nobody sees.
pub(super) fn said<'end>(
    end: Option<&'end str>,
    (above, below): (&str, &str),
    has_several: bool,
) -> Option<Cow<'end, str>> {
    let end = end?;
    let is_number = above.ends_with(char::is_numeric) && below.starts_with(char::is_numeric);
    match end {
        "" if is_number => None,
        end if end.contains('\n') && !has_several => Some(" ".into()),
        end => Some(end.into()),
    }
}

/// From one of these lines to the next, by their bottoms: the least that occurs, unless that leaves
/// room for a line between. `size` is that of the letters.
pub(super) fn pitch(bottoms: &[f32], size: f32) -> f32 {
    let least = bottoms
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        // From page to page it goes up.
        .filter(|distance| *distance > 0.0)
        .fold(f32::INFINITY, f32::min);
    if least < 2.0 * size {
        least
    } else {
        LINE_PITCH * size
    }
}

/// How many line ends a distance stands for: at least one, at most as many as [`GAP_MAX`] lets by.
pub(super) fn count(distance: f32, pitch: f32) -> usize {
    (1..GAP_MAX as usize)
        .find(|&breaks| distance < pitch * (breaks as f32 + 0.5))
        .unwrap_or(GAP_MAX as usize)
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn what_is_said_stands_between_lines_but_joins_no_numbers() {
        let between =
            |end, lines, has_several| said(Some(end), lines, has_several).map(String::from);
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(between("", ("E-", "Mail"), true), is(""));
        assert_eq!(between("", ("12", "34"), true), None);
        assert_eq!(between(" ", ("12", "34"), true), is(" "));
        assert_eq!(between("\n\n  ", ("eins", "zwei"), true), is("\n\n  "));
        assert_eq!(between("\n", ("eins", "zwei"), false), is(" "));
        assert_eq!(said(None, ("eins", "zwei"), true), None);
    }
}
