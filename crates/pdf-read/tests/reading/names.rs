//! The field tree: names, inheritance, widgets without a tree, fields of one name.

use forms::FormContent;
use forms::form_content::FormFieldKind;
use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;

use crate::form::{Form, bytes, is_ambiguous, text};

#[test]
fn names_are_joined_from_the_root_and_attributes_are_inherited() {
    let mut form = Form::new();
    let street = form.widget(dictionary! { "T" => text("straße") });
    let town = form.widget(dictionary! { "T" => text("ort"), "V" => text("Łódź"), "Ff" => 0 });
    let address = form.parent(
        dictionary! { "T" => text("adresse"), "FT" => "Tx", "MaxLen" => 30, "Ff" => 2 },
        &[street, town],
    );
    // A level without a name is not part of the name.
    let nameless = form.parent(Dictionary::new(), &[address]);
    let root = form.parent(
        dictionary! { "T" => text("antrag"), "V" => text("geerbt") },
        &[nameless],
    );
    form.fields.push(root.into());
    let fields = form.read_fields();
    let found: Vec<_> = fields
        .iter()
        .map(|field| {
            (
                field.name.as_str(),
                field.values.concat(),
                field.max_length,
                field.required,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("antrag.adresse.straße", "geerbt".to_owned(), Some(30), true),
            ("antrag.adresse.ort", "Łódź".to_owned(), Some(30), false)
        ]
    );
}

#[test]
fn a_name_in_utf8_without_its_mark_is_told_by_bytes_that_nothing_else_explains() {
    for (bytes, expected) in [
        (&b"Gr\xc3\xb6\xc3\x9fe"[..], "Größe"),
        (b"A\xc3\xadda", "Aída"),
        // Each of these bytes is a letter by itself.
        (b"Gr\xc3\xb6n", "GrÃ¶n"),
    ] {
        let mut form = Form::new();
        let name = Object::string_literal(bytes);
        let field = form.widget(dictionary! { "T" => name, "FT" => "Tx", "V" => text("a") });
        form.fields.push(field.into());
        assert_eq!(form.read_fields()[0].name, expected);
    }
    let mut form = Form::new();
    let name = Object::string_literal(&b"Gr\x9f\xc3"[..]);
    let field = form.widget(dictionary! { "T" => name, "FT" => "Tx", "V" => text("a") });
    form.fields.push(field.into());
    assert!(matches!(form.read(), Err(PdfError::Undecodable(_))));
}

#[test]
fn several_widgets_are_one_field() {
    let mut form = Form::new();
    let widgets = [
        form.widget(Dictionary::new()),
        form.widget(Dictionary::new()),
    ];
    let field = form.parent(
        dictionary! { "T" => text("x"), "FT" => "Tx", "V" => text("a") },
        &widgets,
    );
    form.fields.push(field.into());
    assert_eq!(form.read_values(), ["a"]);
}

#[test]
fn a_widget_with_a_value_of_its_own_makes_the_field_ambiguous_unless_the_field_has_none() {
    let read = |entries: Dictionary| {
        let mut form = Form::new();
        let widgets = [
            form.widget(dictionary! { "V" => text("a") }),
            form.widget(Dictionary::new()),
        ];
        let field = form.parent(entries, &widgets);
        form.fields.push(field.into());
        form.read()
    };
    assert!(is_ambiguous(
        &read(dictionary! { "T" => text("x"), "FT" => "Tx", "V" => text("b") }),
        "the field x"
    ));
    let Ok(FormContent::Fields(fields, _)) = read(dictionary! { "T" => text("x"), "FT" => "Tx" })
    else {
        panic!()
    };
    assert_eq!(fields[0].values, ["a"]);
}

#[test]
fn two_fields_of_one_name_and_value_are_one_and_of_different_values_ambiguous() {
    let form = |other: &str| {
        let mut form = Form::new();
        form.field("x", "Tx", dictionary! { "V" => text("a") });
        form.field("y", "Tx", dictionary! { "V" => text("c") });
        form.field("x", "Tx", dictionary! { "V" => text(other) });
        form
    };
    let names: Vec<String> = form("a")
        .read_fields()
        .into_iter()
        .map(|field| field.name)
        .collect();
    assert_eq!(names, ["x", "y"]);
    assert!(is_ambiguous(&form("b").read(), "the field x"));
    assert!(is_ambiguous(&form("").read(), "the field x"));
}

#[test]
fn two_fields_of_one_name_and_different_types_are_the_one_that_is_filled_in() {
    let form = |box_state: &str, value: &str| {
        let mut form = Form::new();
        let look = form.add(Stream::new(Dictionary::new(), Vec::new()));
        let states = dictionary! { "Yes" => look, "Off" => look };
        let states = dictionary! { "N" => states };
        let state = dictionary! { "V" => box_state, "AS" => box_state, "AP" => states };
        form.field("x", "Btn", state);
        form.field("y", "Tx", dictionary! { "V" => text("b") });
        form.field("x", "Tx", dictionary! { "V" => text(value) });
        form
    };
    for (box_state, value, kind, values) in [
        ("Yes", "", FormFieldKind::CheckBox, &["Yes"][..]),
        ("Off", "a", FormFieldKind::Text, &["a"]),
        ("Off", "", FormFieldKind::CheckBox, &[]),
    ] {
        let fields = form(box_state, value).read_fields();
        let names = fields.iter().map(|field| field.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(fields[0].kind, kind);
        assert_eq!(fields[0].values, values);
    }
    assert!(is_ambiguous(&form("Yes", "a").read(), "the field x"));
}

#[test]
fn two_fields_of_different_types_are_ambiguous_where_one_shows_what_it_does_not_store() {
    let mut form = Form::new();
    let look = form.add(Stream::new(
        Dictionary::new(),
        b"/F 9 Tf (Anna) Tj".to_vec(),
    ));
    let look = dictionary! { "N" => look };
    form.field("x", "Ch", dictionary! { "V" => text("a") });
    form.field("x", "Tx", dictionary! { "AP" => look });
    assert!(is_ambiguous(&form.read(), "the field x"));
}

#[test]
fn a_push_button_with_a_caption_is_not_passed_over_for_a_text_of_its_name() {
    let form = |value: &str| {
        let mut form = Form::new();
        form.field("x", "Tx", dictionary! { "V" => text(value) });
        let caption = dictionary! { "CA" => text("Anna") };
        form.field("x", "Btn", dictionary! { "Ff" => 1 << 16, "MK" => caption });
        form.field("y", "Tx", dictionary! { "V" => text("b") });
        form
    };
    assert_eq!(form("").read_fields()[0].kind, FormFieldKind::PushButton);
    assert!(is_ambiguous(&form("a").read(), "the field x"));
}

#[test]
fn widgets_that_stand_only_on_the_page_are_fields() {
    let mut form = Form::new();
    form.widget(dictionary! { "T" => text("allein"), "FT" => "Tx", "V" => text("a") });
    let kid = form.widget(dictionary! { "T" => text("kind") });
    let parent = form.add(dictionary! { "T" => text("eltern"), "FT" => "Tx", "V" => text("b") });
    form.document
        .get_dictionary_mut(kid)
        .unwrap()
        .set("Parent", parent);
    let inline = dictionary! {
        "Subtype" => "Widget",
        "T" => text("direkt"),
        "FT" => "Tx",
        "V" => text("c"),
        "Rect" => crate::form::rectangle(0, 0, 9, 9),
    };
    form.annotations.push(inline.into());
    let fields: Vec<_> = form
        .read_fields()
        .into_iter()
        .map(|field| (field.name, field.values.concat()))
        .collect();
    let expected = [
        ("allein", "a"),
        ("eltern", "b"),
        ("eltern.kind", "b"),
        ("direkt", "c"),
    ];
    assert_eq!(
        fields,
        expected.map(|(name, value)| (name.to_owned(), value.to_owned()))
    );
}

#[test]
fn the_value_of_another_parent_than_the_one_that_lists_a_widget_must_be_the_same() {
    let form = |named: &str, is_field: bool| {
        let mut form = Form::new();
        let kid = match is_field {
            true => form.widget(dictionary! { "T" => text("b") }),
            false => form.widget(Dictionary::new()),
        };
        let field = |value: &str| {
            dictionary! { "T" => text("a"), "FT" => "Tx", "V" => text(value) }
        };
        let lister = form.parent(field("x"), &[kid]);
        let named = form.add(field(named));
        let kid = form.document.get_dictionary_mut(kid).unwrap();
        kid.set("Parent", named);
        form.fields.push(lister.into());
        form
    };
    for (is_field, name) in [(false, "a"), (true, "a.b")] {
        let read = form("y", is_field).read();
        assert!(
            is_ambiguous(&read, &format!("the field {name} ")),
            "{read:?}"
        );
        let fields = form("x", is_field).read_fields();
        let found: Vec<_> = fields.iter().map(|field| &*field.name).collect();
        assert_eq!(found, [name]);
        assert_eq!(fields[0].values, ["x"]);
    }
}

#[test]
fn widgets_join_the_field_that_they_name_but_that_does_not_list_them() {
    let mut form = Form::new();
    let field =
        form.add(dictionary! { "T" => text("wahl"), "FT" => "Btn", "Ff" => 1 << 15, "V" => "b" });
    for (state, shown) in [("a", "Off"), ("b", "b")] {
        let looks = dictionary! { state => Dictionary::new(), "Off" => Dictionary::new() };
        form.widget(
            dictionary! { "Parent" => field, "AS" => shown, "AP" => dictionary! { "N" => looks } },
        );
    }
    form.fields.push(field.into());
    let fields = form.read_fields();
    assert_eq!(
        (fields.len(), fields[0].kind, fields[0].values.concat()),
        (1, FormFieldKind::Radio, "b".to_owned())
    );
}

#[test]
fn a_kid_that_is_also_listed_as_a_root_keeps_its_full_name() {
    let mut form = Form::new();
    let kid = form.widget(dictionary! { "T" => text("b"), "FT" => "Tx", "V" => text("v") });
    let parent = form.parent(dictionary! { "T" => text("a") }, &[kid]);
    form.fields.extend([kid.into(), parent.into(), kid.into()]);
    let names: Vec<String> = form
        .read_fields()
        .into_iter()
        .map(|field| field.name)
        .collect();
    assert_eq!(names, ["a.b"]);
}

#[test]
fn names_with_nul_are_ambiguous_and_undecodable_names_are_named() {
    let read = |name: &[u8]| {
        let mut form = Form::new();
        form.field(
            "",
            "Tx",
            dictionary! { "T" => bytes(name), "V" => text("a") },
        );
        form.read()
    };
    assert!(
        is_ambiguous(&read(b"name\0.x"), "NUL"),
        "{:?}",
        read(b"name\0.x")
    );
    assert!(is_ambiguous(&read(b"\xfe\xff\0a\0\0"), "NUL"));
    assert_eq!(
        read(b"\xfe\xff\xd8\x00"),
        Err(PdfError::Undecodable(vec![r"\xfe\xff\xd8\x00".to_owned()]))
    );
}

#[test]
fn references_to_nothing_and_what_is_no_dictionary_are_passed_over() {
    let mut form = Form::with_text(dictionary! { "V" => text("a") });
    let number = form.add(7);
    form.fields.extend([3.into(), text("b"), number.into()]);
    form.fields.push(Object::Reference((900, 0)));
    form.annotations.push(Object::Reference((901, 0)));
    assert_eq!(form.read_values(), ["a"]);
    let mut form = Form::with_text(dictionary! { "V" => text("a") });
    let stream = form.add(Stream::new(dictionary! { "V" => text("b") }, Vec::new()));
    form.fields.push(stream.into());
    assert!(matches!(form.read(), Err(PdfError::Damaged(_))));
}

#[test]
fn a_signature_is_told_in_few_words() {
    let mut form = Form::with_text(Dictionary::new());
    form.field("leer", "Sig", Dictionary::new());
    let signature = dictionary! {
        "Type" => "Sig",
        "Name" => text("Anna Müller"),
        "M" => text("D:20260201120000Z"),
    };
    form.field("unterschrift", "Sig", dictionary! { "V" => signature });
    let fields = form.read_fields();
    assert_eq!(fields[1].values, Vec::<String>::new());
    assert_eq!(fields[2].values, ["Anna Müller, 2026-02-01"]);
}

#[test]
fn a_broken_signature_is_told_and_refuses_no_other_field() {
    let mut form = Form::with_text(dictionary! { "V" => text("Anna") });
    form.field("gezeichnet", "Sig", dictionary! { "V" => text("Ida") });
    form.field(
        "kaputt",
        "Sig",
        dictionary! { "V" => vec![1.into(), 2.into()] },
    );
    let signature = dictionary! { "Type" => "Sig", "Name" => text("Ole") };
    form.field("im Text", "Tx", dictionary! { "V" => signature });
    let fields = form.read_fields();
    let values: Vec<&str> = fields
        .iter()
        .map(|field| field.values[0].as_str())
        .collect();
    assert_eq!(
        values,
        ["Anna", "Ida", "a signature that cannot be read", "Ole"]
    );
    assert_eq!(fields[3].kind, FormFieldKind::Signature);
}

#[test]
fn a_dictionary_that_is_no_signature_is_no_text() {
    let form = Form::with_text(dictionary! { "V" => dictionary! { "Type" => "Font" } });
    assert_eq!(
        form.read(),
        Err(PdfError::Undecodable(vec!["x".to_owned()]))
    );
}
