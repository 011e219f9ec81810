//! What has no field or does not fit stands on continuation pages, whole.

use forms::FormContent;
use forms::form_content::{PlacedText, PrintedPages};
use forms::form_type::FieldType;
use forms::{Decimal, Value};
use lopdf::{Document, dictionary};

use crate::form::{
    Template, choice, costs, data, field, field_named, fill, flat, object, package, read, shown,
    table, text,
};

const LONG: &str = "Vorträge über Übergänge, Ängste und Öffnung \
    mit Gästen aus Łódź und Αθήνα";

#[test]
fn a_text_that_does_not_fit_is_whole_in_its_field_and_on_the_page_that_the_field_names() {
    let mut template = Template::new();
    template.text("name", [50, 700, 130, 718]);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let data = data([("name", Value::text(LONG))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    assert_eq!(Document::load_mem(&filled).unwrap().get_pages().len(), 2);
    let shown = shown(&flat(&package, &data));
    let header = ["Antrag – Fortsetzung", "Seite 2 von 2"];
    for text in header.into_iter().chain(["→ Seite 2", "Angabe name", LONG]) {
        assert!(shown.contains(text), "{text} in {shown}");
    }
}

#[test]
fn a_line_end_in_a_field_of_one_line_goes_to_a_continuation_page() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let data = data([("name", Value::text("eins\nzwei"))]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
    assert!(shown(&flat(&package, &data)).contains("→ Seite 2"));
}

#[test]
fn rows_beyond_the_template_follow_in_the_same_tree_of_names() {
    let mut template = Template::new();
    for row in 0..2 {
        for (left, key) in [(50, "name"), (250, "amount")] {
            let name = format!("costs.{row}.{key}");
            template.text(&name, [left, 700 - row * 20, left + 150, 718 - row * 20]);
        }
    }
    let package = package(template.bytes(), vec![costs(2)]);
    let row = |number: i64| {
        let name = if number == 40 {
            LONG.repeat(2)
        } else {
            format!("Posten {number}")
        };
        let amount = Value::Number(Decimal::from_cents(number * 1234 + 5));
        Value::Object(object([("name", Value::Text(name)), ("amount", amount)]))
    };
    let data = data([("costs", Value::List((0..100).map(row).collect()))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    assert_eq!(
        field_named(&filled, "costs.99.name").tooltip.as_deref(),
        Some("Bezeichnung 100")
    );
}

#[test]
fn values_without_any_field_come_back() {
    let mut template = Template::new();
    template.text("unrelated", [50, 700, 300, 718]);
    let entries = vec![
        field("applicant.firstName", text(false)),
        field("description", text(true)),
        field("consent", FieldType::Boolean),
        field("one", choice(&["a", "b"], false)),
        field("some", choice(&["a", "b", "c"], true)),
    ];
    let package = package(template.bytes(), entries);
    let others = object([
        ("Bemerkung", Value::text("noch etwas")),
        ("a.b %", Value::text("Zeile\nZeile\n")),
        ("–", Value::text("fast ohne Namen")),
        ("unrelated", Value::text("unter fremdem Namen")),
    ]);
    let data = data([
        (
            "applicant",
            Value::Object(object([("firstName", Value::text("Zoë"))])),
        ),
        ("description", Value::Text(LONG.repeat(200))),
        ("consent", Value::Boolean(false)),
        ("one", Value::text("b")),
        (
            "some",
            Value::List(vec![Value::text("a"), Value::text("c")]),
        ),
        ("otherFields", Value::Object(others)),
    ]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
    let shown = shown(&flat(&package, &data));
    for text in [
        "Zoë",
        "Nein",
        "Auswahl b",
        "Auswahl a, Auswahl c",
        "ohne Namen",
    ] {
        assert!(shown.contains(text), "{text}");
    }
    // Not the sentence: a page ends in the midst of it.
    assert_eq!(shown.matches("Gästen").count(), 200);
}

#[test]
fn many_long_other_fields_come_back() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let others = (0..120)
        .map(|number| {
            (
                format!("Feld {number}"),
                Value::Text(LONG.repeat(1 + number)),
            )
        })
        .collect();
    let data = data([("otherFields", Value::Object(others))]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
}

/// Else the label of one field is read as a line of the field above it.
#[test]
fn names_of_other_fields_are_printed_at_the_edge_whatever_they_begin_with() {
    let others = object([
        ("Telefon", Value::text("1")),
        (" \u{a0}Fax", Value::text("2")),
    ]);
    let data = data([("otherFields", Value::Object(others))]);
    let package = package(Template::new().bytes(), vec![field("name", text(false))]);
    let printed = printed(&flat(&package, &data));
    let left = |wanted: &str| {
        let mut texts = printed.iter();
        let text = texts.find(|text| text.text.trim() == wanted).unwrap();
        text.place.left
    };
    assert!((left("Fax") - left("Telefon")).abs() < 1.0);
}

#[test]
fn a_name_that_is_taken_by_a_field_of_the_template_keeps_its_own_field() {
    let mut template = Template::new();
    template.text("applicant", [50, 700, 300, 718]);
    let package = package(
        template.bytes(),
        vec![
            field("applicant.firstName", text(false)),
            field("note", text(false)),
        ],
    );
    let data = data([(
        "applicant",
        Value::Object(object([("firstName", Value::text("Zoë"))])),
    )]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
}

#[test]
fn a_value_in_a_hidden_field_is_shown_on_a_continuation_page() {
    let mut template = Template::new();
    template.field(
        "name",
        [50, 700, 300, 718],
        dictionary! { "FT" => "Tx", "F" => 2 },
    );
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let data = data([("name", Value::text("verborgen"))]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
    assert!(shown(&flat(&package, &data)).contains("verborgen"));
}

#[test]
fn what_is_too_wide_for_a_cell_is_shown_all_the_same() {
    let mut template = Template::new();
    template.text("unrelated", [50, 700, 300, 718]);
    let keys = ["one", "two", "three", "four", "five", "six"];
    let columns = keys.map(|key| (key, "Spalte", text(false)));
    let package = package(template.bytes(), vec![table("rows", "Liste", 0, columns)]);
    // No font has all of them, and people see them as one character. They are read only where their
    // codes are drawn as they are said to be.
    let family = "\u{1F394}\u{200D}\u{1F395}\u{200D}\u{1F398}\u{200D}\u{1F39C}";
    let row = object(keys.map(|key| (key, Value::text(family))));
    let data = data([("rows", Value::List(vec![Value::Object(row)]))]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let shown = shown(&flat(&package, &data));
    assert!(!shown.contains("Seite 0"), "{shown}");
    for member in ["\u{1F394}", "\u{1F395}", "\u{1F398}", "\u{1F39C}"] {
        assert_eq!(shown.matches(member).count(), 6, "{shown}");
    }
}

#[test]
fn tables_of_the_same_title_stay_apart() {
    let mut template = Template::new();
    template.text("unrelated", [50, 700, 300, 718]);
    let entries = vec![
        table("first", "Liste", 0, [("a", "Vorname", text(false))]),
        table("second", "Liste", 0, [("b", "Wohnort", text(false))]),
    ];
    let package = package(template.bytes(), entries);
    let rows = |key: &str| Value::List(vec![Value::Object(object([(key, Value::text("da"))]))]);
    let data = data([("first", rows("a")), ("second", rows("b"))]);
    let shown = shown(&flat(&package, &data));
    assert!(
        shown.contains("Vorname") && shown.contains("Wohnort"),
        "{shown}"
    );
}

#[test]
fn long_headings_stand_in_their_own_column() {
    let mut template = Template::new();
    template.text("unrelated", [50, 700, 300, 718]);
    let heading = "Bezeichnung des Postens mit allen Angaben zur Verwendung der Mittel";
    let columns = ["a", "b", "c", "d"].map(|key| (key, heading, text(false)));
    let package = package(template.bytes(), vec![table("rows", "Liste", 0, columns)]);
    let row = object(["a", "b", "c", "d"].map(|key| (key, Value::text("da"))));
    let pdf = flat(
        &package,
        &data([("rows", Value::List(vec![Value::Object(row)]))]),
    );
    let runs = printed(&pdf);
    let lines: Vec<&str> = runs.iter().map(|run| run.text.trim()).collect();
    assert!(!lines.contains(&heading), "{lines:?}");
    assert_eq!(
        lines
            .iter()
            .filter(|line| heading.starts_with(**line))
            .count(),
        4,
        "{lines:?}"
    );
}

#[test]
fn numbers_and_dates_in_narrow_columns_are_not_broken() {
    let mut template = Template::new();
    template.text("unrelated", [50, 700, 300, 718]);
    let whole = || FieldType::Integer {
        min: 0,
        max: 9_007_199_254_740_991,
    };
    let date = FieldType::Date {
        format: "dd.mm.yyyy".into(),
    };
    let columns = [
        ("name", "Bezeichnung", text(false)),
        ("amount", "Betrag", FieldType::Money),
        ("day", "Tag", date),
        ("count", "Anzahl", whole()),
        ("kind", "Art", text(false)),
        ("proof", "Beleg", FieldType::Boolean),
    ];
    let package = package(template.bytes(), vec![table("rows", "Liste", 0, columns)]);
    let whole_number = Value::Number(Decimal::from_integer(9_007_199_254_740_991));
    let row = object([
        ("name", Value::text("Posten 1")),
        ("amount", Value::Number(Decimal::from_cents(9_999_999_999))),
        ("day", Value::text("2026-07-01")),
        ("count", whole_number),
        ("kind", Value::text("Hin")),
        ("proof", Value::Boolean(true)),
    ]);
    let data = data([("rows", Value::List(vec![Value::Object(row)]))]);
    assert_eq!(read(&package, &fill(&package, &data)), data);
    let printed = printed(&flat(&package, &data));
    let top_of = |text: &str| {
        let run = printed.iter().find(|run| run.text.trim() == text);
        run.unwrap_or_else(|| panic!("{text} in {printed:?}"))
            .place
            .top
    };
    for text in ["99.999.999,99 €", "01.07.2026", "9007199254740991"] {
        assert_eq!(top_of(text), top_of("Hin"), "{text}");
    }
}

fn printed(pdf: &[u8]) -> Vec<PlacedText> {
    let FormContent::Text(PrintedPages { texts, .. }) = pdf_read::read(pdf).unwrap() else {
        panic!("not flat");
    };
    texts
}
