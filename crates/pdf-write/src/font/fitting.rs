//! How much of a line of shaped letters stands in its column.

use super::grapheme::Graphemes;

/// The longest beginning of a line that fits: after a space, else after what a person sees as one
/// character, else after a character; at least one of those.
///
/// Ends near that of the line are tried first, since what was measured within the paragraph is
/// nearly right; a line of n characters is tried about twice log n times.
pub(super) fn fitting(line: &str, fits: impl Fn(&str) -> bool) -> &str {
    if fits(line) {
        return line;
    }
    let shown = line.trim_end();
    let spaces = || shown.match_indices(' ').map(|(space, _)| space + 1);
    let last = |ends: Vec<usize>| last_fitting(&ends, |end| fits(&shown[..end]));
    if let Some(end) = last(spaces().collect()) {
        return &line[..end];
    }
    // Not even the first word fits.
    let word = &shown[..spaces().next().unwrap_or(shown.len())];
    if let Some(end) = last(
        Graphemes::of(word)
            .map(|(start, _)| start)
            .skip(1)
            .collect(),
    ) {
        return &line[..end];
    }
    let grapheme = Graphemes::of(word).next().map_or("", |(_, first)| first);
    let ends: Vec<usize> = grapheme
        .char_indices()
        .map(|(start, _)| start)
        .skip(1)
        .collect();
    match ends.first() {
        Some(first) => &line[..last(ends.clone()).unwrap_or(*first)],
        // The spaces behind it hang over the edge.
        None if grapheme.len() == shown.len() => line,
        None if grapheme.len() == word.trim_end().len() => word,
        None => grapheme,
    }
}

/// The largest of rising ends that fits.
fn last_fitting(ends: &[usize], fits: impl Fn(usize) -> bool) -> Option<usize> {
    let (mut beyond, mut step) = (ends.len(), 1);
    while beyond > 0 {
        let within = beyond.saturating_sub(step);
        if fits(ends[within]) {
            let more = ends[within + 1..beyond].partition_point(|end| fits(*end));
            return Some(ends[within + more]);
        }
        (beyond, step) = (within, 2 * step);
    }
    None
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn within(length: usize) -> impl Fn(&str) -> bool {
        move |text| text.trim_end().len() <= length
    }

    #[test]
    fn a_line_ends_after_the_last_word_that_fits() {
        assert_eq!(fitting("eins zwei drei ", within(14)), "eins zwei drei ");
        assert_eq!(fitting("eins zwei drei ", within(13)), "eins zwei ");
        assert_eq!(fitting("eins zwei drei ", within(4)), "eins ");
        assert_eq!(fitting("eins zwei drei ", within(3)), "ein");
        assert_eq!(fitting("e\u{301}u\u{308}", within(5)), "e\u{301}");
        assert_eq!(fitting("e\u{301}u\u{308}", within(2)), "e");
        assert_eq!(fitting("e\u{301} ", within(0)), "e");
        assert_eq!(fitting("e ", within(0)), "e ");
        assert_eq!(fitting("eu ", within(0)), "e");
        assert_eq!(fitting("e u ", within(0)), "e ");
    }

    #[test]
    fn last_fitting_finds_each_end_in_few_steps() {
        let ends: Vec<usize> = (1..=1_000).collect();
        for last in 1..=1_000 {
            let count = Cell::new(0);
            let fits = |end| {
                count.set(count.get() + 1);
                end <= last
            };
            assert_eq!(last_fitting(&ends, fits), Some(last));
            assert!(count.get() <= 22, "{last}: {}", count.get());
        }
        assert_eq!(last_fitting(&ends, |_| false), None);
    }
}
