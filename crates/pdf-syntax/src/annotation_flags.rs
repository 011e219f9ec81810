//! The flags of annotations (`F`; PDF 32000-1, 12.5.3), and who sees one that has them.

/// It is shown and printed by nobody.
const HIDDEN: i64 = 1 << 1;
/// It is printed.
pub const PRINT: i64 = 1 << 2;
/// It is not shown on a screen, but may be printed.
const NO_VIEW: i64 = 1 << 5;

/// Whether it is seen neither on a screen nor on paper.
///
/// What a reader asks: a text that is only printed is one that somebody sees.
pub fn is_never_seen(flags: i64) -> bool {
    flags & HIDDEN != 0 || flags & (NO_VIEW | PRINT) == NO_VIEW
}

/// Whether nobody sees it on a screen, though it may be printed.
///
/// What a writer asks: a text that is put there has to be found by whoever opens the file.
pub fn is_off_screen(flags: i64) -> bool {
    flags & (HIDDEN | NO_VIEW) != 0
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, NO_VIEW, PRINT, is_never_seen, is_off_screen};

    #[test]
    fn what_is_only_printed_is_seen_but_on_no_screen() {
        for (flags, expected) in [
            (0, (false, false)),
            (PRINT, (false, false)),
            (HIDDEN, (true, true)),
            (HIDDEN | PRINT, (true, true)),
            (NO_VIEW, (true, true)),
            (NO_VIEW | PRINT, (false, true)),
        ] {
            let seen = (is_never_seen(flags), is_off_screen(flags));
            assert_eq!(seen, expected, "{flags:b}");
        }
    }
}
