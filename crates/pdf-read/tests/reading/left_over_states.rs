//! Buttons that store a state which none of their widgets can show.

use lopdf::{Object, dictionary};

use crate::buttons::{check_box, name, radio};
use crate::form::{is_ambiguous, text};

#[test]
fn a_state_that_no_widget_can_show_is_off_where_all_say_so() {
    let off: Vec<String> = Vec::new();
    for left_over in ["Anders", ""] {
        let entries = dictionary! { "V" => name(left_over), "AS" => "Off" };
        assert_eq!(check_box(entries).read_values(), off);
        let entries = dictionary! { "V" => name(left_over) };
        let widgets = [("a", Some("Off")), ("b", Some("Off"))];
        assert_eq!(radio(entries.clone(), &widgets).read_values(), off);
        let open = [("a", Some("Off")), ("b", None)];
        assert!(is_ambiguous(&radio(entries, &open).read(), "the field x"));
    }
    let stores = |text| dictionary! { "V" => text, "AS" => "Off" };
    assert!(is_ambiguous(
        &check_box(stores(text("Anders"))).read(),
        "the field x"
    ));
    assert_eq!(check_box(stores(text("Nein"))).read_values(), off);
    // Scribus makes the field that its buttons hang on a widget without a place.
    let corners = |size: i64| Object::Array(vec![0.into(), 0.into(), size.into(), size.into()]);
    let field = |size| dictionary! { "V" => name("DV"), "Rect" => corners(size) };
    let widgets = [("a", Some("Off")), ("b", Some("Off"))];
    assert_eq!(radio(field(0), &widgets).read_values(), off);
    let placed = radio(field(9), &widgets).read();
    assert!(is_ambiguous(&placed, "the field x"));
}

/// What a program writes that knows other bytes for a letter than the form: somebody chose it.
#[test]
fn a_state_whose_letters_are_written_otherwise_is_not_taken_for_an_old_name() {
    for misspelt in [
        "\u{c3}\u{96}kologie 3",
        "?kologie 3",
        "O\u{308}kologie 3",
        "#C3#96kologie 3",
        "Oekologie 3",
    ] {
        let entries = dictionary! { "V" => name(misspelt) };
        let form = radio(entries, &[("Ökologie 3", Some("Off")), ("b", Some("Off"))]);
        assert!(is_ambiguous(&form.read(), "the field x"), "{misspelt}");
    }
    let entries = dictionary! { "V" => name("Männer") };
    let renamed = radio(entries, &[("a", Some("Off")), ("b", Some("Off"))]);
    assert!(is_ambiguous(&renamed.read(), "the field x"));
    let latin_1 = dictionary! { "V" => Object::Name(b"\xd6kologie 3".to_vec()) };
    let form = radio(latin_1, &[("Ökologie 3", Some("Off"))]);
    assert!(is_ambiguous(&form.read(), "the field x"));
    let cleared = radio(dictionary! { "V" => name("") }, &[("Ö", Some("Off"))]);
    assert_eq!(cleared.read_values(), [""; 0]);
}
