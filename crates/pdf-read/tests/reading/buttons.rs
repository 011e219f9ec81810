//! Check boxes and radio buttons.

use forms::form_content::{FormFieldKind, FormFieldOption};
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};

use crate::form::{Form, bytes, is_ambiguous, overlay, text};

const RADIO: i64 = 1 << 15;

/// The appearances of a button with these on-states.
fn looks(states: &[&str]) -> Dictionary {
    let mut normal = dictionary! { "Off" => Dictionary::new() };
    for state in states {
        normal.set(*state, Dictionary::new());
    }
    dictionary! { "N" => normal }
}

pub(crate) fn name(name: &str) -> Object {
    Object::Name(name.as_bytes().to_vec())
}

/// A check box with the state `Ja`.
pub(crate) fn check_box(entries: Dictionary) -> Form {
    let mut form = Form::new();
    let mut field = dictionary! { "AP" => looks(&["Ja"]) };
    overlay(&mut field, &entries);
    form.field("x", "Btn", field);
    form
}

/// A radio field with widgets of a state and what they show.
pub(crate) fn radio(entries: Dictionary, widgets: &[(&str, Option<&str>)]) -> Form {
    let mut form = Form::new();
    let mut field = dictionary! { "T" => text("x"), "FT" => "Btn", "Ff" => RADIO };
    overlay(&mut field, &entries);
    let widgets: Vec<ObjectId> = widgets
        .iter()
        .map(|(state, shown)| {
            let mut widget = dictionary! { "AP" => looks(&[state]) };
            if let Some(shown) = shown {
                widget.set("AS", name(shown));
            }
            form.widget(widget)
        })
        .collect();
    let field = form.parent(field, &widgets);
    form.fields.push(field.into());
    form
}

/// A box with the states `7`, which is drawn so, and `N`, which is not drawn.
fn box_with_unseen_state(drawn: &str, entries: Dictionary) -> Form {
    let mut form = Form::new();
    let mut look = |content: &str| form.add(Stream::new(Dictionary::new(), content.into()));
    let looks = dictionary! { "7" => look(drawn), "N" => look("q\nQ\n") };
    let mut field = dictionary! { "AP" => dictionary! { "N" => looks } };
    overlay(&mut field, &entries);
    form.field("x", "Btn", field);
    form
}

#[test]
fn a_state_that_looks_like_off_is_off() {
    let of = |state: &str| dictionary! { "V" => name(state), "AS" => name(state) };
    for (state, expected) in [("7", &["7"][..]), ("N", &[]), ("Off", &[])] {
        let fields = box_with_unseen_state("0 0 9 9 re f", of(state)).read_fields();
        assert_eq!(fields[0].values, expected, "{state}");
        assert_eq!(fields[0].options.len(), 1);
        let is_unseen = state == "N";
        assert_eq!(fields[0].unseen_values.len(), usize::from(is_unseen));
        assert_eq!(fields[0].unseen_states, ["N"]);
    }
    for (stored, shown) in [("N", "7"), ("7", "N")] {
        let entries = dictionary! { "V" => name(stored), "AS" => name(shown) };
        let read = box_with_unseen_state("0 0 9 9 re f", entries).read();
        assert!(is_ambiguous(&read, "the field x"));
    }
    // Programs that draw boxes themselves tell both from off.
    let fields = box_with_unseen_state("q Q", of("N")).read_fields();
    assert_eq!(fields[0].values, ["N"]);
    assert_eq!(fields[0].options.len(), 2);
    assert!(fields[0].unseen_states.is_empty() && fields[0].unseen_values.is_empty());
}

#[test]
fn on_is_the_name_of_the_state_and_off_is_nothing() {
    let on = dictionary! { "V" => "Ja", "AS" => "Ja" };
    assert_eq!(check_box(on).read_values(), ["Ja"]);
    let off: Vec<String> = Vec::new();
    assert_eq!(
        check_box(dictionary! { "V" => "Off", "AS" => "Off" }).read_values(),
        off
    );
    assert_eq!(check_box(Dictionary::new()).read_values(), off);
    assert_eq!(
        check_box(dictionary! { "V" => bytes(b""), "AS" => "Off" }).read_values(),
        off
    );
}

#[test]
fn where_only_one_of_stored_and_shown_is_given_it_counts() {
    assert_eq!(
        check_box(dictionary! { "AS" => "Ja" }).read_values(),
        ["Ja"]
    );
    assert_eq!(check_box(dictionary! { "V" => "Ja" }).read_values(), ["Ja"]);
    for stored in ["Ja", "/Ja"] {
        let entries = dictionary! { "V" => text(stored), "AS" => "Ja" };
        assert_eq!(check_box(entries).read_values(), ["Ja"]);
    }
}

#[test]
fn stored_and_shown_must_tell_the_same() {
    for entries in [
        dictionary! { "V" => "Ja", "AS" => "Off" },
        dictionary! { "V" => "Off", "AS" => "Ja" },
        dictionary! { "V" => "Anders", "AS" => "Ja" },
        dictionary! { "V" => "Anders" },
        dictionary! { "V" => "Anders", "AS" => "Off", "AP" => Dictionary::new() },
    ] {
        assert!(
            is_ambiguous(&check_box(entries.clone()).read(), "the field x"),
            "{entries:?}"
        );
    }
}

#[test]
fn a_widget_that_stores_and_shows_a_state_counts_where_its_parent_is_off() {
    let form = |stored: &str, shown: &str| {
        let mut form = Form::new();
        let widget = dictionary! {
            "AP" => looks(&["Ja"]), "V" => name(stored), "AS" => name(shown),
        };
        let widget = form.widget(widget);
        let field = dictionary! { "T" => text("x"), "FT" => "Btn", "V" => "Off" };
        let field = form.parent(field, &[widget]);
        form.fields.push(field.into());
        form
    };
    assert_eq!(form("Ja", "Ja").read_values(), ["Ja"]);
    assert!(is_ambiguous(&form("Off", "Ja").read(), "the field x"));
    // A program that knows the field and what is shown took the tick away.
    assert_eq!(form("Ja", "Off").read_values(), [""; 0]);
}

#[test]
fn what_a_button_that_is_off_stores_is_left_over_where_another_shows_the_state_of_the_group() {
    let form = |shown: [&str; 2]| {
        let mut form = Form::new();
        let mut button = |state: &str, stored: &str, shown: &str| {
            form.widget(dictionary! {
                "AP" => looks(&[state]), "V" => name(stored), "AS" => name(shown),
            })
        };
        let buttons = [
            button("alt", "alt", shown[0]),
            button("neu", "Off", shown[1]),
        ];
        let group = dictionary! {
            "T" => text("x"), "FT" => "Btn", "Ff" => RADIO, "V" => name("neu"),
        };
        let group = form.parent(group, &buttons);
        form.fields.push(group.into());
        form
    };
    // pypdf stores a choice in each button; what changes it then knows only the group.
    assert_eq!(form(["Off", "neu"]).read_values(), ["neu"]);
    assert!(is_ambiguous(&form(["alt", "neu"]).read(), "the field x"));
    assert!(is_ambiguous(&form(["alt", "Off"]).read(), "the field x"));
    assert!(is_ambiguous(&form(["Off", "Off"]).read(), "the field x"));
}

#[test]
fn names_of_states_are_freed_of_their_escapes_and_decoded() {
    let utf8 = radio(
        dictionary! { "V" => name("männlich") },
        &[
            ("männlich", Some("männlich")),
            ("kein Eintrag", Some("Off")),
        ],
    );
    let bytes = utf8.bytes();
    assert!(bytes.windows(10).any(|window| window == b"kein#20Ein"));
    let field = crate::form::fields(&bytes).remove(0);
    assert_eq!(field.kind, FormFieldKind::Radio);
    assert_eq!(field.values, ["männlich"]);
    let exports: Vec<&str> = field
        .options
        .iter()
        .map(|option| option.export.as_str())
        .collect();
    assert_eq!(exports, ["männlich", "kein Eintrag"]);
    let mut latin = Form::new();
    let mut states = dictionary! { "Off" => Dictionary::new() };
    states.set(b"m\xe4nnlich".to_vec(), Dictionary::new());
    let on = || Object::Name(b"m\xe4nnlich".to_vec());
    latin.field(
        "x",
        "Btn",
        dictionary! { "AP" => dictionary! { "N" => states }, "V" => on(), "AS" => on() },
    );
    assert_eq!(latin.read_values(), ["männlich"]);
}

#[test]
fn one_of_several_widgets_is_on() {
    let widgets = [("a", Some("Off")), ("b", Some("b")), ("c", Some("Off"))];
    assert_eq!(
        radio(dictionary! { "V" => "b" }, &widgets).read_values(),
        ["b"]
    );
    assert_eq!(radio(Dictionary::new(), &widgets).read_values(), ["b"]);
    assert!(is_ambiguous(
        &radio(dictionary! { "V" => "a" }, &widgets).read(),
        "the field x"
    ));
    let two = [("a", Some("a")), ("b", Some("b"))];
    assert!(is_ambiguous(
        &radio(Dictionary::new(), &two).read(),
        "the field x"
    ));
    assert!(is_ambiguous(
        &radio(dictionary! { "V" => "a" }, &two).read(),
        "the field x"
    ));
    // Two widgets with one state, of which one is on, as radio buttons have that are not in unison.
    assert_eq!(
        radio(
            dictionary! { "V" => "a" },
            &[("a", Some("a")), ("a", Some("Off"))]
        )
        .read_values(),
        ["a"]
    );
}

#[test]
fn the_texts_of_numbered_states_are_handed_on() {
    let texts = || dictionary! { "Opt" => vec![text("Äpfel"), text("Birnen")] };
    let with = |value: Object| {
        let mut entries = texts();
        entries.set("V", value);
        radio(entries, &[("0", Some("Off")), ("1", Some("1"))])
    };
    let field = with(name("1")).read_fields().remove(0);
    assert_eq!(field.values, ["1"]);
    let option = |export: &str, display: &str| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    };
    assert_eq!(field.options, [option("0", "Äpfel"), option("1", "Birnen")]);
    // Some writers store the text instead of the state.
    assert_eq!(with(text("Birnen")).read_values(), ["1"]);
    assert!(is_ambiguous(&with(text("Äpfel")).read(), "the field x"));
}

/// The first of them stands in the list of the parent, and the second behind it.
#[test]
fn buttons_of_one_name_share_the_texts_of_their_parent() {
    let mut form = Form::new();
    let buttons = ["0", "1"].map(|state| {
        form.widget(dictionary! {
            "T" => text("x"), "FT" => "Btn", "Ff" => RADIO, "AP" => looks(&[state]),
            "V" => text("Birnen"), "AS" => "Off",
        })
    });
    let texts = vec![text("Äpfel"), text("Birnen")];
    let parent = form.parent(dictionary! { "T" => text("x"), "Opt" => texts }, &buttons);
    form.fields.push(parent.into());
    assert!(is_ambiguous(&form.read(), "the field x.x"));
}

#[test]
fn a_state_that_shows_only_while_a_button_is_pressed_counts_where_there_is_no_other() {
    let states = |normal: &[&str]| {
        let mut all = looks(normal);
        all.set("D", dictionary! { "Yes" => Dictionary::new() });
        let field = check_box(dictionary! { "AP" => all, "AS" => "Off" }).read_fields();
        let options = field.into_iter().flat_map(|field| field.options);
        options.map(|option| option.export).collect::<Vec<_>>()
    };
    assert_eq!(states(&["On"]), ["On"]);
    assert_eq!(states(&[]), ["Yes"]);
}

#[test]
fn boxes_of_one_name_have_one_state() {
    let form = |first: (&str, &str), second: (&str, &str)| {
        let mut form = Form::new();
        for (state, value) in [first, second] {
            form.field(
                "x",
                "Btn",
                dictionary! { "AP" => looks(&[state]), "V" => name(value), "AS" => name(value) },
            );
        }
        form
    };
    assert_eq!(form(("a", "a"), ("b", "Off")).read_values(), ["a"]);
    assert_eq!(form(("a", "a"), ("a", "a")).read_values(), ["a"]);
    assert!(is_ambiguous(
        &form(("a", "a"), ("b", "b")).read(),
        "the field x"
    ));
    assert!(is_ambiguous(
        &form(("a", "a"), ("a", "Off")).read(),
        "the field x"
    ));
}

#[test]
fn a_push_button_has_no_value() {
    let mut form = Form::with_text(Dictionary::new());
    form.field("knopf", "Btn", dictionary! { "Ff" => 1 << 16, "V" => "x" });
    let field = form.read_fields().remove(1);
    assert_eq!(
        (field.kind, field.values),
        (FormFieldKind::PushButton, Vec::new())
    );
}

#[test]
fn a_button_that_has_one_look_alone_is_a_push_button_unless_something_is_stored() {
    let kind = |entries: Dictionary| {
        let mut form = Form::with_text(Dictionary::new());
        let look = form.add(Stream::new(Dictionary::new(), Vec::new()));
        let mut field = dictionary! { "AP" => dictionary! { "N" => look } };
        overlay(&mut field, &entries);
        form.field("senden", "Btn", field);
        form.read_fields().remove(1).kind
    };
    assert_eq!(kind(Dictionary::new()), FormFieldKind::PushButton);
    let off = dictionary! { "V" => name("Off"), "AS" => name("Off") };
    assert_eq!(kind(off), FormFieldKind::PushButton);
    for key in ["V", "AS"] {
        let on = dictionary! { key => name("Ja") };
        assert_eq!(kind(on), FormFieldKind::CheckBox, "{key}");
    }
    let pressed = dictionary! { "AP" => looks(&["Ja"]) };
    assert_eq!(kind(pressed), FormFieldKind::CheckBox);
}

#[test]
fn widgets_may_store_what_they_show() {
    let form = |field: Option<&str>, widgets: [&str; 2]| {
        let mut form = Form::new();
        let widgets: Vec<ObjectId> = ["a", "b"]
            .iter()
            .zip(widgets)
            .map(|(state, stored)| {
                form.widget(dictionary! {
                    "AP" => looks(&[state]),
                    "AS" => name(stored),
                    "V" => name(stored),
                })
            })
            .collect();
        let mut entries = dictionary! { "T" => text("x"), "FT" => "Btn", "Ff" => RADIO };
        if let Some(field) = field {
            entries.set("V", name(field));
        }
        let field = form.parent(entries, &widgets);
        form.fields.push(field.into());
        form
    };
    assert_eq!(form(Some("b"), ["Off", "b"]).read_values(), ["b"]);
    assert_eq!(form(None, ["Off", "b"]).read_values(), ["b"]);
    assert_eq!(
        form(None, ["Off", "Off"]).read_values(),
        Vec::<String>::new()
    );
    assert_eq!(form(Some("Off"), ["Off", "b"]).read_values(), ["b"]);
    for (field, widgets) in [
        (Some("Off"), ["a", "b"]),
        (Some("a"), ["Off", "b"]),
        (None, ["a", "b"]),
    ] {
        assert!(
            is_ambiguous(&form(field, widgets).read(), "the field x"),
            "{field:?} {widgets:?}"
        );
    }
}
