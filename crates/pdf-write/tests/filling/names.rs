//! Which dictionary of a template holds the value of a name.

use forms::Value;
use forms::form_type::FieldType;
use lopdf::{Dictionary, Document, Object, dictionary};

use crate::form::{Template, choice, data, field, fill, object, package, read, text};

/// What the dictionaries that bear a name of their own hold.
fn stored(pdf: &[u8]) -> Vec<Option<Object>> {
    let document = Document::load_mem(pdf).unwrap();
    let objects = document.objects.values();
    let named = objects.filter_map(|object| object.as_dict().ok().filter(|one| one.has(b"T")));
    named.map(|named| named.get(b"V").ok().cloned()).collect()
}

#[test]
fn value_stands_where_the_name_stands_whatever_hangs_between_it_and_its_places() {
    let mut template = Template::new();
    let places = [700, 600].map(|bottom| {
        let place = template.widget([50, bottom, 300, bottom + 18], Dictionary::new());
        template.parent(dictionary! { "Q" => 2 }, &[place])
    });
    let entries = dictionary! { "T" => Object::string_literal("club"), "FT" => "Tx" };
    template.parent(entries, &places);
    let package = package(template.bytes(), vec![field("club", text(false))]);
    let data = data([("club", Value::text("Ruderclub"))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    assert_eq!(stored(&filled), [Some(Object::string_literal("Ruderclub"))]);
    let document = Document::load_mem(&filled).unwrap();
    let unnamed = document
        .objects
        .values()
        .filter_map(|one| one.as_dict().ok());
    let mut unnamed = unnamed.filter(|one| !one.has(b"T"));
    assert!(unnamed.all(|one| !one.has(b"V")));
}

#[test]
fn buttons_of_one_name_hold_one_value_and_no_page_follows() {
    let mut template = Template::new();
    for (state, bottom) in [("sport", 700), ("culture", 600), ("other", 500)] {
        let looks = template.looks(state);
        let entries = dictionary! { "FT" => "Btn", "Ff" => 1 << 15, "AP" => looks };
        template.field("kind", [50, bottom, 62, bottom + 12], entries);
    }
    let kinds = choice(&["sport", "culture", "other"], false);
    let package = package(template.bytes(), vec![field("kind", kinds)]);
    let data = data([("kind", Value::text("culture"))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let value = Some(Object::Name(b"culture".to_vec()));
    assert_eq!(stored(&filled), [value.clone(), value.clone(), value]);
    assert_eq!(Document::load_mem(&filled).unwrap().get_pages().len(), 1);
}

#[test]
fn a_name_is_that_which_is_read_from_it_however_the_template_writes_it() {
    let wide = |text: &str| {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_be_bytes).collect::<Vec<u8>>()
    };
    for (written, path) in [
        (
            Object::string_literal(wide("\u{1b}de\u{1b}verein")),
            "verein",
        ),
        (
            Object::string_literal("\u{feff}\u{1b}de-DE\u{1b}verein"),
            "verein",
        ),
        (Object::string_literal("stra\u{df}e"), "straße"),
        (Object::string_literal(b"verein\x84".to_vec()), "verein—"),
        (Object::Name(b"verein\xdf".to_vec()), "vereinß"),
    ] {
        let mut template = Template::new();
        let id = template.text("", [50, 700, 300, 718]);
        let node = template.document.get_dictionary_mut(id).unwrap();
        node.set("T", written);
        let package = package(template.bytes(), vec![field(path, text(false))]);
        let data = data([(path, Value::text("Ruderclub"))]);
        let filled = fill(&package, &data);
        assert_eq!(read(&package, &filled), data, "{path}");
        let value = Some(Object::string_literal("Ruderclub"));
        assert_eq!(stored(&filled), [value], "{path}");
        let pages = Document::load_mem(&filled).unwrap().get_pages().len();
        assert_eq!(pages, 1, "{path}");
    }
}

/// What is chosen of buttons that are fields of their own, or widgets of one field, below a parent
/// with these texts: each key comes back.
fn come_back(are_fields: bool, texts: &[&str], kinds: FieldType) {
    let mut template = Template::new();
    let named = || dictionary! { "T" => Object::string_literal("kind"), "FT" => "Btn" };
    let buttons = [("0", 700), ("1", 600)].map(|(state, bottom)| {
        let mut entries = if are_fields {
            named()
        } else {
            Dictionary::new()
        };
        entries.set("AP", template.looks(state));
        entries.set("AS", "Off");
        template.widget([50, bottom, 62, bottom + 12], entries)
    });
    let mut parent = named();
    parent.set("Ff", 1 << 15);
    let texts = texts.iter().map(|text| Object::string_literal(*text));
    parent.set("Opt", texts.collect::<Vec<_>>());
    template.parent(parent, &buttons);
    let path = if are_fields { "kind.kind" } else { "kind" };
    let package = package(template.bytes(), vec![field(path, kinds)]);
    for chosen in ["0", "1"] {
        let value = match are_fields {
            true => Value::Object(object([("kind", Value::text(chosen))])),
            false => Value::text(chosen),
        };
        let data = data([("kind", value)]);
        assert_eq!(read(&package, &fill(&package, &data)), data);
    }
}

/// The keys `0` and `1`, which the form knows by these texts.
fn by_texts(texts: [&str; 2]) -> FieldType {
    let mut kind = choice(&["0", "1"], false);
    if let FieldType::Choice { choices, .. } = &mut kind {
        for (choice, text) in choices.iter_mut().zip(texts) {
            choice.export = Some(text.to_owned());
        }
    }
    kind
}

#[test]
fn of_buttons_that_share_the_texts_of_their_parent_one_is_on() {
    let texts = ["Erste", "Zweite"];
    for are_fields in [true, false] {
        come_back(are_fields, &texts, choice(&["0", "1"], false));
        come_back(are_fields, &texts, by_texts(texts));
    }
}

#[test]
fn texts_of_buttons_that_are_gone_are_passed_over() {
    let texts = ["Erste", "Zweite", "Dritte"];
    come_back(false, &texts, choice(&["0", "1"], false));
    come_back(false, &texts, by_texts(["Erste", "Zweite"]));
}
