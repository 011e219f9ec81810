//! Flattening: the look stays, the fields go.

use forms::Value;
use forms::form_type::FieldType;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use pdf_write::TemplateFiller;
use ports::FormWriter as _;

use crate::form::{
    Template, choice, data, field, field_named, fill, flat, package, read, shown, text,
};

#[test]
fn values_are_text_of_the_page_and_only_other_annotations_stay() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let looks = template.looks("Ja");
    template.field(
        "box",
        [50, 450, 60, 460],
        dictionary! { "FT" => "Btn", "AP" => looks },
    );
    template.annotation(dictionary! {
        "Type" => "Annot",
        "Subtype" => "Link",
        "Rect" => vec![0.into(), 0.into(), 10.into(), 10.into()],
        "A" => dictionary! {
            "S" => "URI",
            "URI" => Object::string_literal("https://example.org/"),
        },
    });
    let package = package(
        template.bytes(),
        vec![field("name", text(false)), field("box", FieldType::Boolean)],
    );
    let pdf = flat(
        &package,
        &data([
            ("name", Value::text("Müller-Ćirić „Zitat“")),
            ("box", Value::Boolean(true)),
        ]),
    );
    // The box is on, and its look says so without text.
    assert_eq!(shown(&pdf), "Müller-Ćirić „Zitat“ ✔");
    let document = Document::load_mem(&pdf).unwrap();
    assert!(!document.catalog().unwrap().has(b"AcroForm"));
    let page = document.get_pages()[&1];
    let annotations = document.get_page_annotations(page).unwrap();
    assert_eq!(annotations.len(), 1);
    assert_eq!(
        annotations[0].get(b"Subtype").unwrap(),
        &Object::Name(b"Link".to_vec())
    );
    assert!(annotations[0].has(b"A"));
}

#[test]
fn a_rotated_widget_stands_upright_in_its_rectangle() {
    let mut template = Template::new();
    template.field(
        "name",
        [100, 200, 118, 400],
        dictionary! { "FT" => "Tx", "MK" => dictionary! { "R" => 90 } },
    );
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let pdf = flat(&package, &data([("name", Value::text("gedreht"))]));
    let document = Document::load_mem(&pdf).unwrap();
    let page = document.get_page_content(document.get_pages()[&1]);
    // The appearance brings its rotation along; the page only moves it to the corner of the
    // rectangle.
    assert!(String::from_utf8_lossy(&page).contains("q 1 0 0 1 100 200 cm /Field1 Do Q"));
    let look = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok())
        .find(|stream| stream.dict.has(b"BBox"))
        .unwrap();
    let numbers = |key: &[u8]| -> Vec<f32> {
        look.dict
            .get(key)
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|number| number.as_float().unwrap())
            .collect()
    };
    assert_eq!(numbers(b"BBox"), [0.0, 0.0, 200.0, 18.0]);
    assert_eq!(numbers(b"Matrix"), [0.0, 1.0, -1.0, 0.0, 18.0, 0.0]);
}

#[test]
fn the_structure_tree_no_longer_leads_to_widgets() {
    let mut template = Template::new();
    let name = template.text("name", [50, 700, 300, 718]);
    let root = template.document.new_object_id();
    let element = template.document.add_object(dictionary! {
        "Type" => "StructElem",
        "S" => "Form",
        "P" => root,
        "K" => dictionary! { "Type" => "OBJR", "Obj" => name },
    });
    template.document.set_object(
        root,
        dictionary! { "Type" => "StructTreeRoot", "K" => vec![element.into()] },
    );
    template.catalog.set("StructTreeRoot", root);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let document =
        Document::load_mem(&flat(&package, &data([("name", Value::text("x"))]))).unwrap();
    let objects = format!("{:?}", document.objects);
    assert!(
        objects.contains("StructElem") && !objects.contains("OBJR") && !objects.contains("Widget")
    );
}

#[test]
fn continuation_pages_keep_their_text() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let package = package(template.bytes(), vec![field("missing", text(false))]);
    let shown = shown(&flat(
        &package,
        &data([("missing", Value::text("steht hinten"))]),
    ));
    assert!(shown.contains("Angabe missing steht hinten"), "{shown}");
}

#[test]
fn a_box_that_is_on_by_lines_alone_says_so_in_the_text_of_the_page() {
    let mut template = Template::new();
    for (name, bottom) in [("on", 450), ("off", 400)] {
        let looks = template.looks("Ja");
        template.field(
            name,
            [50, bottom, 60, bottom + 10],
            dictionary! { "FT" => "Btn", "AP" => looks },
        );
    }
    let fields = ["on", "off"].map(|name| field(name, FieldType::Boolean));
    let package = package(template.bytes(), fields.to_vec());
    let pdf = flat(&package, &data([("on", Value::Boolean(true))]));
    assert_eq!(shown(&pdf), "✔");
    let document = Document::load_mem(&pdf).unwrap();
    let page = document.get_page_content(document.get_pages()[&1]);
    let page = String::from_utf8_lossy(&page).into_owned();
    assert_eq!(page.matches(" Tf 3 Tr ").count(), 1, "{page}");
}

/// A look of a box that draws this, with these resources.
fn look(template: &mut Template, content: &str, resources: Dictionary) -> ObjectId {
    let entries = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => vec![0.into(), 0.into(), 10.into(), 10.into()],
        "Resources" => resources,
    };
    let content = content.as_bytes().to_vec();
    template.document.add_object(Stream::new(entries, content))
}

#[test]
fn boxes_are_shown_on_where_lines_and_areas_alone_tell_it() {
    let mut template = Template::new();
    let sign = look(&mut template, "BT (4) Tj ET", Dictionary::new());
    let font = dictionary! { "Subtype" => "Type3", "CharProcs" => Dictionary::new() };
    let looks = [
        ("1 0 0 rg 0 0 9 9 re f", Dictionary::new()),
        (
            "0 1 0 RG 0 0 9 9 re S BT /Own 9 Tf (x) Tj ET",
            dictionary! { "Font" => dictionary! { "Own" => font } },
        ),
        (
            "0 0 1 RG 0 0 9 9 re S /Sign Do",
            dictionary! { "XObject" => dictionary! { "Sign" => sign } },
        ),
    ];
    for (number, (content, resources)) in looks.into_iter().enumerate() {
        let on = look(&mut template, content, resources);
        let off = look(&mut template, "0 g", Dictionary::new());
        let states = dictionary! { "N" => dictionary! { "Ja" => on, "Off" => off } };
        let bottom = 450 + 20 * number as i64;
        let entries = dictionary! { "FT" => "Btn", "AP" => states };
        template.field(
            &format!("box{number}"),
            [50, bottom, 60, bottom + 10],
            entries,
        );
    }
    let fields = (0..3).map(|number| field(&format!("box{number}"), FieldType::Boolean));
    let package = package(template.bytes(), fields.collect());
    let pdf = TemplateFiller::default().with_boxes_on(&package).unwrap();
    let document = Document::load_mem(&pdf).unwrap();
    let page = document.get_dictionary(document.get_pages()[&1]).unwrap();
    let resources = page.get(b"Resources").unwrap().as_dict().unwrap();
    let looks = resources.get(b"XObject").unwrap().as_dict().unwrap();
    let drawn = looks.iter().map(|(_, look)| {
        let look = document.get_object(look.as_reference().unwrap()).unwrap();
        let content = look.as_stream().unwrap().get_plain_content().unwrap();
        String::from_utf8(content).unwrap()
    });
    let drawn: Vec<String> = drawn.collect();
    assert_eq!(drawn, ["1 0 0 rg 0 0 9 9 re f", "0 g", "0 g"]);
}

/// A box with the states `7`, which is drawn, and `N`, which is not.
fn box_with_unseen_state() -> Vec<u8> {
    let mut template = Template::new();
    let mut look = |content: &str| {
        let bounds = vec![0.into(), 0.into(), 10.into(), 10.into()];
        let look = dictionary! { "Subtype" => "Form", "BBox" => bounds };
        let look = Stream::new(look, content.into());
        template.document.add_object(look)
    };
    let looks = dictionary! { "N" => look("q\nQ\n"), "7" => look("0 0 9 9 re f") };
    let entries = dictionary! { "FT" => "Btn", "AP" => dictionary! { "N" => looks } };
    template.field("box", [50, 450, 60, 460], entries);
    template.bytes()
}

#[test]
fn a_box_is_on_in_the_state_that_is_seen() {
    let package = package(
        box_with_unseen_state(),
        vec![field("box", FieldType::Boolean)],
    );
    let data = data([("box", Value::Boolean(true))]);
    let filled = fill(&package, &data);
    assert_eq!(field_named(&filled, "box").values, ["7"]);
    assert_eq!(read(&package, &filled), data);
}

#[test]
fn a_state_that_is_not_seen_is_told_behind_the_form() {
    let states = choice(&["7", "N"], false);
    let package = package(box_with_unseen_state(), vec![field("box", states)]);
    let data = data([("box", Value::text("N"))]);
    let flat = flat(&package, &data);
    assert_eq!(read(&package, &flat), data);
    let shown = shown(&flat);
    assert!(shown.contains("Angabe box Auswahl N"), "{shown}");
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
}
