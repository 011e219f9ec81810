//! Templates made elsewhere: what they leave out, say twice or say in an unusual place.

use forms::Value;
use forms::form_type::FieldType;
use lopdf::{Document, Object, dictionary};

use crate::form::{
    Template, choice, costs, data, dictionary_named, field, fill, flat, looks, object, package,
    read, shown, text,
};

fn appearance(operators: &str) -> Object {
    Object::string_literal(operators)
}

#[test]
fn a_widget_may_ask_for_a_look_of_its_own() {
    let mut template = Template::new();
    let kids = [
        (700, "/Helv 9 Tf 1 0 0 rg", 0),
        (660, "/Helv 7 Tf 0 0 1 rg", 2),
    ]
    .map(|(bottom, operators, quadding)| {
        template.widget(
            [50, bottom, 300, bottom + 18],
            dictionary! { "DA" => appearance(operators), "Q" => quadding },
        )
    });
    template.parent(
        dictionary! {
            "FT" => "Tx",
            "T" => Object::string_literal("name"),
            "DA" => appearance("/Helv 12 Tf 0 g"),
        },
        &kids,
    );
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let looks = looks(&fill(&package, &data([("name", Value::text("zweimal"))])));
    let with = |operators: &str| looks.iter().find(|look| look.contains(operators)).unwrap();
    assert!(with("1 0 0 rg").contains(" 9 Tf"), "{looks:?}");
    assert!(with("0 0 1 rg").contains(" 7 Tf"), "{looks:?}");
    assert!(with("1 0 0 rg").contains("BT\n2 "), "{looks:?}");
    assert!(!with("0 0 1 rg").contains("BT\n2 "), "{looks:?}");
}

#[test]
fn a_field_is_filled_that_lists_no_widgets_where_the_form_lists_these_in_its_place() {
    let mut template = Template::new();
    let widgets = [("a", 700), ("b", 660)].map(|(state, bottom)| {
        let looks = template.looks(state);
        template.widget(
            [50, bottom, 62, bottom + 12],
            dictionary! { "AP" => looks, "AS" => "Off" },
        )
    });
    let above = template.parent(
        dictionary! { "FT" => "Btn", "Ff" => 1 << 15, "T" => Object::string_literal("kind") },
        &widgets,
    );
    let above = template.document.get_dictionary_mut(above).unwrap();
    above.remove(b"Kids");
    template.list(&widgets);
    let kinds = choice(&["a", "b"], false);
    let package = package(template.bytes(), vec![field("kind", kinds)]);
    let data = data([("kind", Value::text("b"))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    assert_eq!(Document::load_mem(&filled).unwrap().get_pages().len(), 1);
}

#[test]
fn operators_of_an_appearance_may_stand_close_together() {
    let mut template = Template::new();
    template.field(
        "name",
        [50, 700, 300, 718],
        dictionary! { "FT" => "Tx", "DA" => appearance("1 0 0 rg/Helv 9 Tf") },
    );
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let looks = looks(&fill(&package, &data([("name", Value::text("rot"))])));
    assert!(looks.concat().contains("1 0 0 rg"), "{looks:?}");
}

#[test]
fn a_field_beside_the_visible_page_is_shown_on_a_continuation_page() {
    let mut template = Template::new();
    template.page_entries =
        dictionary! { "CropBox" => vec![100.into(), 100.into(), 500.into(), 700.into()] };
    template.text("outside", [50, 710, 300, 728]);
    template.text("inside", [150, 610, 300, 628]);
    let package = package(
        template.bytes(),
        vec![field("outside", text(false)), field("inside", text(false))],
    );
    let data = data([
        ("outside", Value::text("jenseits")),
        ("inside", Value::text("diesseits")),
    ]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    assert_eq!(Document::load_mem(&filled).unwrap().get_pages().len(), 2);
    let shown = shown(&flat(&package, &data));
    assert!(shown.contains("Angabe outside jenseits"), "{shown}");
    assert!(!shown.contains("Angabe inside"), "{shown}");
}

#[test]
fn new_fields_of_a_group_take_nothing_of_what_it_says_for_its_own() {
    let mut template = Template::new();
    let first = template.text("name", [50, 700, 300, 718]);
    let row = template.parent(dictionary! { "T" => Object::string_literal("0") }, &[first]);
    template.parent(
        dictionary! {
            "T" => Object::string_literal("costs"),
            "FT" => "Tx",
            "Ff" => 1 << 24 | 1 << 13,
            "MaxLen" => 4,
            "Q" => 2,
        },
        &[row],
    );
    let package = package(template.bytes(), vec![costs(1)]);
    let row = |name: &str| {
        Value::Object(object([
            ("name", Value::text(name)),
            ("amount", Value::Null),
        ]))
    };
    let data = data([(
        "costs",
        Value::List(vec![row("Zelt"), row("Bänke und Tische")]),
    )]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let document = Document::load_mem(&filled).unwrap();
    let added = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .find(|field| {
            field
                .get(b"TU")
                .is_ok_and(|text| *text == Object::string_literal("Bezeichnung 2"))
        })
        .unwrap();
    let entry = |key: &[u8]| added.get(key).unwrap().as_i64().unwrap();
    assert_eq!((entry(b"Ff"), entry(b"Q")), (0, 0));
    assert!(entry(b"MaxLen") >= 16);
}

#[test]
fn an_option_is_stored_as_the_template_exports_it() {
    let mut template = Template::new();
    let option = |export: &str, shown: &str| {
        Object::Array(vec![
            Object::string_literal(export),
            Object::string_literal(shown),
        ])
    };
    template.field(
        "one",
        [50, 400, 200, 418],
        dictionary! {
            "FT" => "Ch",
            "Ff" => 1 << 17,
            "Opt" => vec![option("1", "Auswahl a"), option("2", "Auswahl b")],
        },
    );
    let package = package(
        template.bytes(),
        vec![field("one", choice(&["a", "b"], false))],
    );
    let data = data([("one", Value::text("b"))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let document = Document::load_mem(&filled).unwrap();
    let value = dictionary_named(&document, "one")
        .get(b"V")
        .unwrap()
        .clone();
    assert_eq!(value, Object::string_literal("2"));
}

#[test]
fn a_list_that_holds_several_options_says_that_it_may() {
    let mut template = Template::new();
    let options = ["a", "b", "c"].map(Object::string_literal).to_vec();
    template.field(
        "some",
        [50, 300, 200, 390],
        dictionary! { "FT" => "Ch", "Opt" => options },
    );
    let package = package(
        template.bytes(),
        vec![field("some", choice(&["a", "b", "c"], true))],
    );
    let data = data([(
        "some",
        Value::List(vec![Value::text("a"), Value::text("c")]),
    )]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let document = Document::load_mem(&filled).unwrap();
    let flags = dictionary_named(&document, "some")
        .get(b"Ff")
        .unwrap()
        .as_i64()
        .unwrap();
    assert_eq!(flags, 1 << 21);
}

#[test]
fn a_widget_without_a_place_is_blank_and_leaves_the_others_their_texts() {
    let mut template = Template::new();
    let on = || Object::Name(b"0".to_vec());
    let kids = ["0", "1"].map(|state| {
        let looks = template.looks(state);
        template.widget(
            [50, 430, 60, 440],
            dictionary! { "AP" => looks, "AS" => on() },
        )
    });
    let nowhere = template.document.get_dictionary_mut(kids[0]).unwrap();
    nowhere.remove(b"Rect");
    let texts = ["a", "b"].map(Object::string_literal).to_vec();
    template.parent(
        dictionary! {
            "FT" => "Btn",
            "Ff" => 1 << 15,
            "T" => Object::string_literal("radio"),
            "Opt" => texts,
        },
        &kids,
    );
    let package = package(
        template.bytes(),
        vec![field("radio", choice(&["a", "b"], false))],
    );
    let data = data([("radio", Value::text("b"))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let document = Document::load_mem(&filled).unwrap();
    let radio = dictionary_named(&document, "radio");
    assert_eq!(radio.get(b"V").unwrap(), &Object::Name(b"1".to_vec()));
    let states: Vec<Object> = radio
        .get(b"Kids")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|kid| {
            let kid = document
                .get_dictionary(kid.as_reference().unwrap())
                .unwrap();
            kid.get(b"AS").unwrap().clone()
        })
        .collect();
    assert_eq!(
        states,
        [Object::Name(b"Off".to_vec()), Object::Name(b"1".to_vec())]
    );
}

#[test]
fn what_a_page_leaves_open_does_not_move_the_flattened_fields() {
    let mut template = Template::new();
    template.content = b"q 0.5 0 0 0.5 0 0 cm q".to_vec();
    template.text("name", [50, 700, 300, 718]);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let pdf = flat(&package, &data([("name", Value::text("gerade"))]));
    let document = Document::load_mem(&pdf).unwrap();
    let content = document.get_page_content(document.get_pages()[&1]);
    let operators = lopdf::content::Content::decode(&content)
        .unwrap()
        .operations;
    let mut depth = 0_i32;
    for operation in operators {
        match operation.operator.as_str() {
            "q" => depth += 1,
            "Q" => depth -= 1,
            "Do" => assert_eq!(depth, 1, "{}", String::from_utf8_lossy(&content)),
            _ => {}
        }
    }
    assert_eq!(depth, 0);
}

#[test]
fn a_box_in_a_button_without_any_state_is_on_when_it_is_shown() {
    let mut template = Template::new();
    template.field("box", [50, 450, 50, 450], dictionary! { "FT" => "Btn" });
    let package = package(template.bytes(), vec![field("box", FieldType::Boolean)]);
    let data = data([("box", Value::Boolean(true))]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
    let shown = shown(&flat(&package, &data));
    assert!(shown.contains("Angabe box Ja"), "{shown}");
}

#[test]
fn states_that_are_only_referred_to_are_put_where_every_viewer_finds_them() {
    let mut template = Template::new();
    let look = template.document.add_object(Object::Null);
    let states = dictionary! { "Off" => look, "Yes" => look };
    let states = template.document.add_object(states);
    let looks = template.document.add_object(dictionary! { "N" => states });
    for name in ["on", "off"] {
        template.field(
            name,
            [50, 700, 62, 712],
            dictionary! { "FT" => "Btn", "AP" => looks },
        );
    }
    let fields = ["on", "off"].map(|name| field(name, FieldType::Boolean));
    let package = package(template.bytes(), fields.to_vec());
    let data = data([("on", Value::Boolean(true)), ("off", Value::Boolean(false))]);
    let document = Document::load_mem(&fill(&package, &data)).unwrap();
    for (name, shown) in [("on", b"Yes".to_vec()), ("off", b"Off".to_vec())] {
        let widget = dictionary_named(&document, name);
        assert_eq!(widget.get(b"AS").unwrap(), &Object::Name(shown));
        let looks = widget.get(b"AP").unwrap().as_dict().unwrap();
        assert!(
            looks.get(b"N").unwrap().as_dict().unwrap().has(b"Yes"),
            "{name}"
        );
    }
}
