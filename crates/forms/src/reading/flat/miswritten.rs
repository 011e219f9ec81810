//! Words of the form's own in which a program has written wrong characters for ligatures: `O昀케ce`
//! for `Office`. Ghostscript takes the two bytes of each letter the other way round.

/// Letters before the one are Latin, those from the other one on East Asian (Unicode blocks).
const LATIN_END: char = '\u{0250}';
const EAST_ASIAN: char = '\u{2E80}';

/// Whether Latin letters stand in one word with East Asian ones.
pub(super) fn is_miswritten(word: &str) -> bool {
    let is_latin = |character: char| character.is_alphabetic() && character < LATIN_END;
    word.contains(is_latin) && word.contains(|character| character >= EAST_ASIAN)
}

/// Whether such a word may stand for a piece of a text: what is Latin of it stands there in the
/// same order.
pub(super) fn may_stand_for(word: &str, text: &str) -> bool {
    let mut rest = Some(text);
    for part in word.split(|character| character >= LATIN_END) {
        rest = rest
            .and_then(|rest| rest.split_once(part))
            .map(|(_, behind)| behind);
    }
    rest.is_some()
}

#[cfg(test)]
mod tests {
    use super::{is_miswritten, may_stand_for};

    #[test]
    fn words_of_two_scripts_are_miswritten() {
        assert!(is_miswritten("O昀케ce") && is_miswritten("昀\u{600}rst"));
        assert!(!is_miswritten("Office") && !is_miswritten("李小龙") && !is_miswritten("Übung"));
    }

    #[test]
    fn a_miswritten_word_may_stand_for_one_with_the_same_latin_letters() {
        assert!(may_stand_for("o昀케ce", "postoffice"));
        assert!(may_stand_for("昀椀ling", "filing"));
        assert!(!may_stand_for("o昀케ces", "office"));
        assert!(!may_stand_for("昀椀ling", "gnilif"));
    }
}
