//! What the writer tells of where each value stands, beside what the reader finds there.

use std::collections::BTreeSet;
use std::sync::Arc;

use forms::fill_report::{FilledPlace, FilledValue, ShownPart};
use forms::form_content::{FormContent, PagePlace, PrintedPages};
use forms::form_type::FieldType;
use forms::{Data, FillReport, Value};
use lopdf::{Object, dictionary};
use pdf_write::TemplateFiller;
use ports::{FilledForm, FormPackage, FormWriter as _};

use crate::form::{
    Template, choice, costs, data, field, field_named, fill, flat, object, package, shown, text,
};

const LONG: &str = "Vorträge über Übergänge, Ängste und Öffnung \
    mit Gästen aus Łódź und Αθήνα ";

fn reported(package: &Arc<FormPackage>, data: &Data) -> FilledForm {
    let filled = TemplateFiller::default().fill_reported(package, data);
    let filled = filled.unwrap();
    assert_eq!(filled.pdf, fill(package, data));
    filled
}

fn value<'report>(report: &'report FillReport, path: &str) -> &'report FilledValue {
    let mut values = report.values.iter();
    values.find(|value| value.path == path).unwrap()
}

fn parts(value: &FilledValue) -> Vec<(ShownPart, usize)> {
    let page = |place: &FilledPlace| place.place.map_or(0, |place| place.page + 1);
    let places = value.places.iter();
    places.map(|place| (place.shows, page(place))).collect()
}

/// The place in the file, up to the thousandths of a point to which it is written.
fn assert_reader_finds(pdf: &[u8], place: &FilledPlace) {
    let name = place.field.as_deref().unwrap();
    let read = field_named(pdf, name).place.unwrap();
    let told = place.place.unwrap();
    let edges = |place: PagePlace| [place.left, place.top, place.width, place.height];
    assert_eq!(read.page, told.page, "{name}");
    for (read, told) in edges(read).into_iter().zip(edges(told)) {
        assert!((read - told).abs() < 0.01, "{name}: {read} {told}");
    }
}

#[test]
fn fill_reported_names_field_page_rectangle_and_type_size() {
    for turned in [0, 90, 180, 270] {
        let mut template = Template::new();
        template.text("name", [50, 700, 300, 718]);
        template.text("title", [50, 650, 150, 668]);
        template.page_entries = dictionary! {
            "Rotate" => turned,
            "CropBox" => vec![20.into(), 30.into(), 580.into(), 800.into()],
        };
        let entries = vec![field("name", text(false)), field("title", text(false))];
        let package = package(template.bytes(), entries);
        let data = data([
            ("name", Value::text("Zoë")),
            ("title", Value::text("Ein Sommerfest am Neckar")),
        ]);
        let FilledForm { pdf, report } = reported(&package, &data);
        assert_eq!((report.page_count, report.template_page_count), (1, 1));
        let name = value(&report, "name");
        assert_eq!(parts(name), [(ShownPart::Whole, 1)]);
        assert_eq!(name.places[0].size, Some(10.0));
        let title = value(&report, "title");
        let size = title.places[0].size.unwrap();
        assert!((6.0..10.0).contains(&size), "{size}");
        assert_eq!(title.places[0].asked_size, Some(10.0));
        for value in [name, title] {
            assert!(value.is_legible());
            assert_reader_finds(&pdf, &value.places[0]);
        }
    }
}

#[test]
fn fill_reported_follows_a_text_to_every_page_on_which_it_goes_on() {
    let mut template = Template::new();
    template.text("short", [50, 700, 130, 718]);
    let entries = vec![field("short", text(true)), field("long", text(true))];
    let package = package(template.bytes(), entries);
    let data = data([
        ("short", Value::text(LONG)),
        ("long", Value::Text(LONG.repeat(120))),
    ]);
    let FilledForm { pdf, report } = reported(&package, &data);
    let short = value(&report, "short");
    assert_eq!(
        parts(short),
        [(ShownPart::Reference, 1), (ShownPart::Whole, 2)]
    );
    assert_eq!(short.places[1].field, None);
    let long = value(&report, "long");
    let found = parts(long);
    assert_eq!(found[0], (ShownPart::Reference, 2));
    assert_reader_finds(&pdf, &long.places[0]);
    assert!(found.len() > 2, "{found:?}");
    for (number, part) in found[1..].iter().enumerate() {
        assert_eq!(*part, (ShownPart::Part, 2 + number));
    }
    assert_eq!(found.last().unwrap().1, report.page_count);
    // Just the lines of the text stand in the places that are told.
    let content = pdf_read::read(&flat(&package, &data)).unwrap();
    let FormContent::Text(PrintedPages { texts: runs, .. }) = content else {
        panic!("not flat");
    };
    let is_in = |place: &PagePlace, run: &PagePlace| {
        let middle = run.top + run.height / 2.0;
        run.page == place.page && (place.top..place.top + place.height).contains(&middle)
    };
    let told: Vec<PagePlace> = long.places[1..]
        .iter()
        .filter_map(|part| part.place)
        .collect();
    let printed: Vec<&str> = runs
        .iter()
        .filter(|run| told.iter().any(|place| is_in(place, &run.place)))
        .flat_map(|run| run.text.split_whitespace())
        .collect();
    let whole: Vec<String> = LONG
        .repeat(120)
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    assert_eq!(printed, whole);
}

#[test]
fn fill_reported_finds_the_fields_that_the_template_lacks() {
    let mut template = Template::new();
    template.text("unrelated", [50, 700, 300, 718]);
    let entries = vec![costs(0), field("consent", FieldType::Boolean)];
    let package = package(template.bytes(), entries);
    let row = object([("name", Value::text("Miete"))]);
    let others = object([("a.b %", Value::text("über\nzwei Zeilen"))]);
    let data = data([
        ("costs", Value::List(vec![Value::Object(row)])),
        ("consent", Value::Boolean(false)),
        ("otherFields", Value::Object(others)),
    ]);
    let FilledForm { pdf, report } = reported(&package, &data);
    let paths: Vec<&str> = report
        .values
        .iter()
        .map(|value| value.path.as_str())
        .collect();
    assert_eq!(paths, ["costs.0.name", "consent", "otherFields.a.b %"]);
    for value in &report.values {
        assert_eq!(parts(value), [(ShownPart::Whole, 2)], "{}", value.path);
        assert_reader_finds(&pdf, &value.places[0]);
    }
}

#[test]
fn fill_reported_names_what_nobody_sees() {
    let mut template = Template::new();
    let hidden = dictionary! { "FT" => "Tx", "F" => 2 };
    template.field("hidden", [50, 700, 300, 718], hidden);
    let kids = [("a", 4), ("b", 2)].map(|(state, flags)| {
        let looks = template.looks(state);
        let left = if state == "a" { 50 } else { 80 };
        let entries = dictionary! { "AP" => looks, "AS" => "Off", "F" => flags };
        template.widget([left, 600, left + 10, 610], entries)
    });
    let name = Object::string_literal("one");
    let radio = dictionary! { "FT" => "Btn", "Ff" => 1 << 15, "T" => name };
    template.parent(radio, &kids);
    let entries = vec![
        field("hidden", text(false)),
        field("one", choice(&["a", "b"], false)),
    ];
    let package = package(template.bytes(), entries);
    for (chosen, is_shown) in [("a", true), ("b", false)] {
        let data = data([("hidden", Value::text("da")), ("one", Value::text(chosen))]);
        let report = reported(&package, &data).report;
        let hidden = value(&report, "hidden");
        assert_eq!(
            parts(hidden),
            [(ShownPart::Nothing, 1), (ShownPart::Whole, 2)]
        );
        let one = value(&report, "one");
        assert_eq!((one.places.len(), one.is_shown()), (1, is_shown));
    }
}

#[test]
fn fill_reported_names_the_characters_that_are_drawn_as_code_points() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let entries = vec![field("name", text(false)), field("note", text(true))];
    let package = package(template.bytes(), entries);
    let data = data([
        ("name", Value::text("李 \u{1C50}\u{1C50} محمد")),
        ("note", Value::text("\u{1C51} u\u{308}\t👨\u{200D}🎓\nja")),
    ]);
    let report = reported(&package, &data).report;
    let missing = |path| value(&report, path).missing_characters.clone();
    assert_eq!(missing("name"), BTreeSet::from(['\u{1C50}']));
    assert_eq!(missing("note"), BTreeSet::from(['\u{1C51}']));
    assert!(!value(&report, "name").is_legible());
    let printed = shown(&flat(&package, &data));
    // Read behind their codes.
    let coded = printed.matches(['\u{1C50}', '\u{1C51}']);
    assert_eq!(coded.count(), 3, "{printed}");
}
