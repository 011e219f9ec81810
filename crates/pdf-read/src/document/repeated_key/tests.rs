use super::{AreAlike, Keys, NONE_ARE_ALIKE, check_keys_of_first, repeated_key};

fn repeated(written: &[u8]) -> Option<String> {
    repeated_but(written, NONE_ARE_ALIKE)
}

fn repeated_but(written: &[u8], are_alike: AreAlike<'_>) -> Option<String> {
    let key = repeated_key(&mut Keys::new(written), are_alike)?;
    String::from_utf8(key.into_owned()).ok()
}

#[test]
fn references_to_the_same_are_followed_so_many_times() {
    let are_alike = |one: (u32, u16), other: (u32, u16)| one.0 % 10 == other.0 % 10;
    assert_eq!(repeated_but(b"<</A 1 0 R/A 11 0 R>>", &are_alike), None);
    let found = repeated_but(b"<</A 1 0 R/A 12 0 R>>", &are_alike);
    assert_eq!(found.as_deref(), Some("A"));
    let found = repeated_but(b"<</A 1/A 11>>", &are_alike);
    assert_eq!(found.as_deref(), Some("A"));
    let many = |count: usize| "/A 1 0 R/A 11 0 R".repeat(count);
    assert_eq!(repeated_but(many(8).as_bytes(), &are_alike), None);
    assert!(repeated_but(many(9).as_bytes(), &are_alike).is_some());
}

#[test]
fn a_key_with_two_values_is_found() {
    for (written, key) in [
        (&b"<</V(a)/T(b)/V(c)>>"[..], "V"),
        (b"<< /AS /On /V /On /AS /Off >>", "AS"),
        (b"<</Kids[1 0 R]/Kids 2 0 R>>", "Kids"),
        (b"<</V(a)/#56(b)>>", "V"),
        (b"<</#5 1/#zz 2/V 3/V 4>>", "V"),
        (b"<</Type/X/Type/Y>>", "Type"),
        (b"<</F1 1 0 R/F2 2 0 R/F1 1 0 R/F1 3 0 R>>", "F1"),
        (b"<</V(a)/V(b)", "V"),
        (b"<</V<</A 1>>/V<</A 2>>>>", "V"),
    ] {
        let found = repeated(written);
        assert_eq!(found.as_deref(), Some(key), "{}", written.escape_ascii());
    }
}

#[test]
fn the_same_value_twice_is_one() {
    for written in [
        &b"<</V(a)/T 1/V(a)>>"[..],
        b"<</V(a)/T 1/V <61> >>",
        b"<</V[ 1 0 R]/V[1 0 R] % twice\n>>",
        b"<</V<</A/B>>/V <</A /B>>>>",
    ] {
        assert_eq!(repeated(written), None, "{}", written.escape_ascii());
    }
}

#[test]
fn names_as_values_inner_dictionaries_strings_and_comments_hold_no_keys() {
    for written in [
        &b"<</V/T/T(x)>>"[..],
        b"<</V/V/T/T>>",
        b"<</T(a)/MK<</V 1/T 2>>/V(/V /T \\) /V)>>",
        b"<</T<2f562f56>/V[/V/V/T]>>",
        b"<</T(a) %/T /V\n/V null>>",
    ] {
        assert_eq!(repeated(written), None, "{}", written.escape_ascii());
    }
}

#[test]
fn what_stands_behind_a_dictionary_is_none_of_its_keys() {
    let written = b"<</V<</T 1>>/T 2>>startxref /V 3";
    assert_eq!(check_keys_of_first(written), Ok(18));
}
