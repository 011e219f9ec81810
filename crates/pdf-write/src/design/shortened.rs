//! A text that is cut where it does not fit.

/// The text, or the longest beginning that lacks two characters or more and fits with an ellipsis
/// behind it; an ellipsis alone where none fits. A text of n characters is tried about log n times.
pub(super) fn shortened(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let cut = |end: usize| format!("{}…", text[..end].trim_end());
    let ends: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    // An ellipsis in the place of the last character alone would say less than that.
    let ends = &ends[..ends.len().saturating_sub(1)];
    let fitting = ends.partition_point(|end| fits(&cut(*end)));
    cut(fitting.checked_sub(1).map_or(0, |last| ends[last]))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::shortened;

    #[test]
    fn shortened_cuts_as_little_as_it_must() {
        for (text, room, expected) in [
            ("Antrag", 6, "Antrag"),
            ("Antrag", 5, "Antr…"),
            ("Antrag auf Mittel", 8, "Antrag…"),
            ("Antrag auf Mittel", 9, "Antrag a…"),
            ("Übergrößen", 3, "Üb…"),
            ("Antrag", 1, "…"),
            ("Antrag", 0, "…"),
            ("A", 0, "…"),
        ] {
            let cut = shortened(text, |text| text.chars().count() <= room);
            assert_eq!(cut, expected, "{text} in {room}");
        }
    }

    #[test]
    fn shortened_tries_a_long_text_a_few_times() {
        let tries = Cell::new(0);
        let cut = shortened(&"W".repeat(500_000), |text| {
            tries.set(tries.get() + 1);
            text.chars().count() <= 40
        });
        assert_eq!(cut, format!("{}…", "W".repeat(39)));
        assert!(tries.get() <= 21, "{}", tries.get());
    }
}
