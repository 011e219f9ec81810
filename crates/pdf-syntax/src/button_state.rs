//! The states of a button, and those that show nothing (PDF 32000-1, 12.7.4.2).
//!
//! Some writers give a box two states besides `Off` and draw only one of them (`/N` and `/7` in
//! forms of the IRS): whoever sees the other one sees a box that is off.

/// The state of a button that is off.
pub const OFF: &str = "Off";

/// The operators that draw nothing by themselves.
const WITHOUT_PAINT: [&[u8]; 46] = [
    b"q", b"Q", b"cm", b"w", b"J", b"j", b"M", b"d", b"ri", b"i", b"gs", b"g", b"G", b"rg", b"RG",
    b"k", b"K", b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN", b"m", b"l", b"c", b"v", b"y", b"h",
    b"re", b"n", b"W", b"W*", b"BMC", b"EMC", b"BT", b"ET", b"Tf", b"Tr", b"Tz", b"TL", b"Td",
    b"Tm", b"Tc", b"Tw", b"Ts",
];

/// A content stream with more bytes is not looked through.
pub const BLANK_LOOK_BYTES_MAX: usize = 200;

/// Whether a content stream paints nothing; what is not understood, may paint.
pub fn paints_nothing(content: &[u8]) -> bool {
    let words = content.split(u8::is_ascii_whitespace);
    let mut words = words.filter(|word| !word.is_empty());
    content.len() <= BLANK_LOOK_BYTES_MAX
        && words.all(|word| {
            let is_number = |word: &[u8]| {
                word.iter()
                    .all(|byte| byte.is_ascii_digit() || b"+-.".contains(byte))
            };
            let is_name = |word: &[u8]| {
                word.strip_prefix(b"/")
                    .is_some_and(|name| name.iter().all(u8::is_ascii_alphanumeric))
            };
            is_number(word) || is_name(word) || WITHOUT_PAINT.contains(&word)
        })
}

/// The states that are seen among those of one widget, each with whether its look paints nothing:
/// all of them where that goes for all, as other programs then draw them themselves.
pub fn seen_states<State>(states: Vec<(State, bool)>) -> (Vec<State>, Vec<State>) {
    let is_any_seen = states.iter().any(|(_, is_blank)| !is_blank);
    let (unseen, seen): (Vec<_>, Vec<_>) = states
        .into_iter()
        .partition(|(_, is_blank)| is_any_seen && *is_blank);
    let names = |states: Vec<(State, bool)>| states.into_iter().map(|(state, _)| state).collect();
    (names(seen), names(unseen))
}

#[cfg(test)]
mod tests {
    use super::{paints_nothing, seen_states};

    #[test]
    fn paint_is_what_is_seen() {
        for blank in [
            "",
            "q\nQ\n",
            "/Tx BMC EMC",
            "q 1 0 0 1 0 -.5 cm 0 0 9 9 re W n Q",
        ] {
            assert!(paints_nothing(blank.as_bytes()), "{blank}");
        }
        let long = " ".repeat(201);
        for drawn in [
            "q 0 0 9 9 re f Q",
            "BT (4) Tj ET",
            "/X Do",
            "0 0 m 9 9 l s",
            "%",
            &long,
        ] {
            assert!(!paints_nothing(drawn.as_bytes()), "{drawn}");
        }
    }

    #[test]
    fn a_state_is_seen_unless_only_others_are() {
        let both = seen_states(vec![("7", false), ("N", true)]);
        assert_eq!(both, (vec!["7"], vec!["N"]));
        let alike = seen_states(vec![("7", true), ("N", true)]);
        assert_eq!(alike, (vec!["7", "N"], vec![]));
    }
}
