//! How many line ends stand between two printed lines of a text.

use std::borrow::Cow;

use forms::line_ends::{LINE_PITCH, may_go_on};

/// Empty lines within a text: a larger gap than this many font sizes ends it.
pub(crate) const GAP_MAX: f32 = 6.0;

/// The white space that is said to stand between two lines, in a field of one or several lines;
/// `None` where what people see says something else. `breaks` line ends stand there by the distance
/// of the lines, any number where one is on the next page.
pub(crate) fn said<'end>(
    end: Option<&'end str>,
    above: &str,
    below: &str,
    has_several: bool,
    breaks: Option<usize>,
) -> Option<Cow<'end, str>> {
    let end = end?;
    let said = end.matches('\n').count();
    match said {
        _ if end.is_empty() => {
            let follows = breaks.unwrap_or(1) == 1 && may_go_on(above, below);
            follows.then(|| "".into())
        }
        1.. if !has_several => Some(" ".into()),
        _ if breaks.is_some_and(|breaks| said > breaks) => None,
        _ if said.max(1) < breaks.unwrap_or(1) => None,
        _ => Some(end.into()),
    }
}

/// From one of these lines to the next, by their bottoms: the least that occurs, unless that leaves
/// room for a line between. `size` is that of the letters.
pub(crate) fn pitch(bottoms: &[f32], size: f32) -> f32 {
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

/// How many line ends a distance stands for: at least one, at most as many as [`GAP_MAX`] lets by,
/// or as are said to stand there.
pub(crate) fn count(distance: f32, pitch: f32, end: Option<&str>) -> usize {
    let said = end.map_or(0, |end| end.matches('\n').count());
    let most = said.max(GAP_MAX as usize);
    (1..most)
        .find(|&breaks| distance < pitch * (breaks as f32 + 0.5))
        .unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::{count, said};

    #[test]
    fn what_is_said_stands_between_lines_where_it_may_be_so() {
        let between = |end, (above, below)| {
            let breaks = if str::is_empty(end) { 1 } else { 2 };
            said(Some(end), above, below, true, Some(breaks)).map(String::from)
        };
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(between("", ("die E-", "Mail")), is(""));
        assert_eq!(between("", ("am See", "zwei")), None);
        assert_eq!(between(" ", ("eins", "zwei")), None);
        let in_next = said(Some(" "), "12", "34", true, Some(1));
        assert_eq!(in_next.as_deref(), Some(" "));
        assert_eq!(between("\n\n  ", ("eins", "zwei")), is("\n\n  "));
        assert_eq!(between("\n\n\n", ("eins", "zwei")), None);
        assert_eq!(count(94.0, 10.0, None), 6);
        assert_eq!(count(94.0, 10.0, Some(&"\n".repeat(9))), 9);
        assert_eq!(count(14.0, 10.0, Some(&"\n".repeat(9))), 1);
        let on_two_pages = said(Some("\n\n\n"), "eins", "zwei", true, None);
        assert_eq!(on_two_pages.as_deref(), Some("\n\n\n"));
        let in_one_line = said(Some("\n"), "eins", "zwei", false, Some(1));
        assert_eq!(in_one_line.as_deref(), Some(" "));
        assert_eq!(said(None, "eins", "zwei", true, Some(1)), None);
    }
}
