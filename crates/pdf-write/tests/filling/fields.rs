//! Every kind of field takes its value, and blank ones are blank.

use forms::Value;
use forms::form_type::FieldType;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

use crate::form::{
    Template, choice, data, dictionary_named, field, field_named, fill, flat, package, read, shown,
    text,
};

/// What a box draws in a state.
fn look(pdf: &[u8], name: &str, state: &str) -> String {
    let document = Document::load_mem(pdf).unwrap();
    let looks = dictionary_named(&document, name)
        .get(b"AP")
        .unwrap()
        .clone();
    let states = looks.as_dict().unwrap().get(b"N").unwrap();
    let states = document.dereference(states).unwrap().1.as_dict().unwrap();
    let look = document.dereference(states.get(state.as_bytes()).unwrap());
    let content = look.unwrap().1.as_stream().unwrap().get_plain_content();
    String::from_utf8(content.unwrap()).unwrap()
}

/// A template with one field of every kind.
fn every_kind() -> Vec<u8> {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let lines = dictionary! { "FT" => "Tx", "Ff" => 1 << 12 };
    template.field("long", [50, 500, 300, 690], lines);
    let looks = template.looks("Ja");
    let button = dictionary! { "FT" => "Btn", "AP" => looks };
    template.field("consent", [50, 450, 60, 460], button);
    let kids = ["a", "b"].map(|state| {
        let looks = template.looks(state);
        template.widget([50, 430, 60, 440], dictionary! { "AP" => looks })
    });
    let radio =
        dictionary! { "FT" => "Btn", "Ff" => 1 << 15, "T" => Object::string_literal("radio") };
    template.parent(radio, &kids);
    let options = || ["a", "b", "c"].map(Object::string_literal).to_vec();
    let combo = dictionary! { "FT" => "Ch", "Ff" => 1 << 17, "Opt" => options() };
    template.field("combo", [50, 400, 200, 418], combo);
    let list = dictionary! { "FT" => "Ch", "Ff" => 1 << 21, "Opt" => options() };
    template.field("list", [50, 300, 200, 390], list);
    template.bytes()
}

#[test]
fn every_kind_of_field_comes_back() {
    let entries = vec![
        field("name", text(false)),
        field("long", text(true)),
        field("consent", FieldType::Boolean),
        field("radio", choice(&["a", "b"], false)),
        field("combo", choice(&["a", "b", "c"], false)),
        field("list", choice(&["a", "b", "c"], true)),
    ];
    let package = package(every_kind(), entries);
    let data = data([
        ("name", Value::text("Müller-Ćirić ß 1.234,56 €")),
        ("long", Value::text(" Łódź\n„Zitat“ Кириллица 😀\n")),
        ("consent", Value::Boolean(true)),
        ("radio", Value::text("b")),
        ("combo", Value::text("c")),
        (
            "list",
            Value::List(vec![Value::text("a"), Value::text("c")]),
        ),
    ]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let document = Document::load_mem(&filled).unwrap();
    assert_eq!(document.get_pages().len(), 1);
    let list = dictionary_named(&document, "list");
    let chosen = Object::Array(vec![0.into(), 2.into()]);
    assert_eq!(list.get(b"I").unwrap(), &chosen);
}

#[test]
fn filling_twice_gives_the_same_bytes_and_other_data_another_identifier() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let one = fill(&package, &data([("name", Value::text("eins"))]));
    assert_eq!(one, fill(&package, &data([("name", Value::text("eins"))])));
    let other = fill(&package, &data([("name", Value::text("zwei"))]));
    let identifiers = |pdf: &[u8]| {
        let document = Document::load_mem(pdf).unwrap();
        document
            .trailer
            .get(b"ID")
            .and_then(Object::as_array)
            .unwrap()
            .clone()
    };
    assert_eq!(identifiers(&one)[0], identifiers(&other)[0]);
    assert_ne!(identifiers(&one)[1], identifiers(&other)[1]);
}

#[test]
fn a_value_of_the_template_is_gone_where_the_data_has_none() {
    let mut template = Template::new();
    let value = || Object::string_literal("Vorgängerin");
    template.field(
        "name",
        [50, 700, 300, 718],
        dictionary! { "FT" => "Tx", "V" => value(), "DV" => value(), "RV" => value() },
    );
    let looks = template.looks("Ja");
    let on = || Object::Name(b"Ja".to_vec());
    template.field(
        "box",
        [50, 450, 60, 460],
        dictionary! { "FT" => "Btn", "AP" => looks, "V" => on(), "AS" => on() },
    );
    let package = package(
        template.bytes(),
        vec![field("name", text(false)), field("box", FieldType::Boolean)],
    );
    let filled = fill(&package, &data([]));
    assert!(field_named(&filled, "name").values.is_empty());
    assert!(field_named(&filled, "box").values.is_empty());
    let document = Document::load_mem(&filled).unwrap();
    let holds_value = |object: &Object| {
        object
            .as_dict()
            .is_ok_and(|field| [&b"V"[..], b"DV", b"RV"].iter().any(|key| field.has(key)))
    };
    assert!(!document.objects.values().any(holds_value));
}

#[test]
fn a_limit_shorter_than_the_value_is_raised() {
    let mut template = Template::new();
    template.field(
        "name",
        [50, 700, 300, 718],
        dictionary! { "FT" => "Tx", "MaxLen" => 3 },
    );
    template.field(
        "iban",
        [50, 600, 300, 618],
        dictionary! { "FT" => "Tx", "MaxLen" => 4, "Ff" => 1 << 24 },
    );
    template.field(
        "code",
        [50, 500, 300, 518],
        dictionary! { "FT" => "Tx", "MaxLen" => 4, "Ff" => 1 << 24 },
    );
    let entries = ["name", "iban", "code"].map(|path| field(path, text(false)));
    let package = package(template.bytes(), entries.to_vec());
    let filled = fill(
        &package,
        &data([
            ("name", Value::text("Łódź 😀")),
            ("iban", Value::text("DE891")),
            ("code", Value::text("DE8")),
        ]),
    );
    let document = Document::load_mem(&filled).unwrap();
    let entry = |name: &str, key: &[u8]| {
        dictionary_named(&document, name)
            .get(key)
            .unwrap()
            .as_i64()
            .unwrap()
    };
    assert_eq!(entry("name", b"MaxLen"), 7);
    assert_eq!((entry("iban", b"MaxLen"), entry("iban", b"Ff")), (5, 0));
    assert_eq!(
        (entry("code", b"MaxLen"), entry("code", b"Ff")),
        (4, 1 << 24)
    );
}

#[test]
fn a_box_without_appearance_gets_one_to_show() {
    let mut template = Template::new();
    template.field("box", [50, 450, 60, 460], dictionary! { "FT" => "Btn" });
    let package = package(template.bytes(), vec![field("box", FieldType::Boolean)]);
    let data = data([("box", Value::Boolean(true))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let document = Document::load_mem(&filled).unwrap();
    let looks = dictionary_named(&document, "box");
    let state = looks.get(b"AS").unwrap().as_name().unwrap();
    let normal = looks
        .get(b"AP")
        .unwrap()
        .as_dict()
        .unwrap()
        .get(b"N")
        .unwrap()
        .as_dict()
        .unwrap();
    assert!(normal.has(state) && normal.has(b"Off"));
}

/// hyperref makes check boxes with an empty look, and asks viewers to draw them.
#[test]
fn a_box_that_leaves_its_look_to_viewers_is_drawn() {
    let empty = |_: &mut Template| Object::from(Dictionary::new());
    let without_size = |template: &mut Template| {
        let look = Stream::new(Dictionary::new(), b"0 0 1 rg 0 0 9 9 re f".to_vec());
        template.document.add_object(look).into()
    };
    is_drawn(empty);
    is_drawn(without_size);
}

/// Whether a box with this look shows by a cross in its own colours that it is on.
fn is_drawn(look_of: impl Fn(&mut Template) -> Object) {
    let mut template = Template::new();
    let look_on = look_of(&mut template);
    let looks = dictionary! { "N" => dictionary! { "Yes" => look_on } };
    let marks = dictionary! {
        "BC" => vec![1.into(), 0.into(), 0.into()], "CA" => Object::string_literal("8"),
    };
    let button = dictionary! {
        "FT" => "Btn", "AP" => looks, "MK" => marks, "AS" => "Off",
        "DA" => Object::string_literal("/ZaDb 10 Tf 0 0 1 rg"),
    };
    template.field("on", [50, 450, 60, 460], button.clone());
    template.field("off", [50, 400, 60, 410], button);
    let fields = ["on", "off"].map(|name| field(name, FieldType::Boolean));
    let package = package(template.bytes(), fields.into());
    let data = data([("on", Value::Boolean(true)), ("off", Value::Boolean(false))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    for (name, state) in [("on", "Yes"), ("off", "Off")] {
        let content = look(&filled, name, state);
        assert!(content.contains("1 0 0 RG"), "{content}");
        let has_cross = content.contains("0 0 1 rg 0 0 1 RG");
        assert_eq!(has_cross, state == "Yes", "{content}");
    }
    let flattened = shown(&flat(&package, &data));
    assert_eq!(flattened.matches('✔').count(), 1, "{flattened}");
}

#[test]
fn a_widget_that_its_field_does_not_list_is_filled_too() {
    let mut template = Template::new();
    let look = dictionary! { "FT" => "Tx", "T" => Object::string_literal("lost") };
    template.widget([50, 700, 300, 718], look);
    let package = package(template.bytes(), vec![field("lost", text(false))]);
    let data = data([("lost", Value::text("gefunden"))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    assert_eq!(Document::load_mem(&filled).unwrap().get_pages().len(), 1);
}

#[test]
fn a_tick_in_a_font_that_the_file_lacks_is_drawn_instead() {
    is_drawn_instead("Type1", "F0");
    // The look names another font than it writes in.
    is_drawn_instead("Type0", "F9");
}

#[test]
fn a_look_that_becomes_too_large_once_decompressed_is_left_as_it_is() {
    let tick = format!("BT /F0 9 Tf (4) Tj ET{}", " ".repeat(2 * 1024 * 1024));
    assert_eq!(look_of_tick("Type1", &tick), tick);
}

/// Whether a tick is drawn that a look writes in this font, where it has one of this kind as `F0`.
fn is_drawn_instead(kind: &str, written_in: &str) {
    let tick = format!("q 1 g 0 0 12 12 re f Q q BT /{written_in} 9 Tf 2 2 Td (4) Tj ET Q");
    let shown = look_of_tick(kind, &tick);
    assert!(
        !shown.contains("Tj") && shown.contains("0 0 12 12 re"),
        "{shown}"
    );
    assert!(
        shown.contains("0 g 0 G") && shown.contains(" l S"),
        "{shown}"
    );
}

/// What a box that is on looks like in the filled form, where the template has this look.
fn look_of_tick(kind: &str, tick: &str) -> String {
    let mut template = Template::new();
    let look = |content: &[u8]| {
        let font = dictionary! {
            "Type" => "Font",
            "Subtype" => kind,
            "BaseFont" => "ZapfDingbats",
        };
        let dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => vec![0.into(), 0.into(), 12.into(), 12.into()],
            "Resources" => dictionary! { "Font" => dictionary! { "F0" => font } },
        };
        Stream::new(dictionary, content.to_vec())
    };
    let mut on = look(tick.as_bytes());
    on.compress().unwrap();
    let on = template.document.add_object(on);
    let off = template
        .document
        .add_object(look(b"q 1 g 0 0 12 12 re f Q"));
    let looks = dictionary! { "N" => dictionary! { "Yes" => on, "Off" => off } };
    template.field(
        "box",
        [50, 450, 62, 462],
        dictionary! { "FT" => "Btn", "AP" => looks },
    );
    let package = package(template.bytes(), vec![field("box", FieldType::Boolean)]);
    let document =
        Document::load_mem(&fill(&package, &data([("box", Value::Boolean(true))]))).unwrap();
    let looks = dictionary_named(&document, "box")
        .get(b"AP")
        .unwrap()
        .as_dict()
        .unwrap()
        .clone();
    let states = looks.get(b"N").unwrap().as_dict().unwrap().clone();
    let shown = states.get(b"Yes").unwrap().as_reference().unwrap();
    let shown = document
        .get_object(shown)
        .unwrap()
        .as_stream()
        .unwrap()
        .get_plain_content()
        .unwrap();
    String::from_utf8(shown).unwrap()
}
