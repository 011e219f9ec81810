//! Headings of sections and columns.

use forms::FormContent;
use forms::form_content::PagePlace;

use super::{overlap, package, section, widgets_outside_the_body};

#[test]
fn a_heading_keeps_its_words_whole_where_other_columns_have_room() {
    let columns = [
        ("Datum", "date"),
        ("Von", "text"),
        ("Beherbergungskosten", "text"),
        ("Zahl", "integer"),
        ("Fahrtkosten in €", "money"),
        ("Beleg", "boolean"),
        ("Bar", "boolean"),
    ];
    let column = |(label, kind): (&str, &str)| {
        format!(
            "{{ key = '{}', label = '{label}', type = '{kind}' }},",
            label[..3].to_lowercase()
        )
    };
    let columns: String = columns.map(column).concat();
    let table = format!(
        "[[section.entry]]\ntable = 'costs'\nlabel = 'Kosten'\nrows = 3\ncolumns = [{columns}]\n"
    );
    let package = package(&format!("{}{table}", section("")));
    assert_eq!(widgets_outside_the_body(&package.template), [""; 0]);
    let FormContent::Fields(fields, texts) = pdf_read::read(&package.template).unwrap() else {
        panic!("no fields")
    };
    for heading in ["Datum", "Beherbergungskosten", "Fahrtkosten", "Beleg"] {
        let is_whole = |text: &str| text.split(' ').any(|word| word == heading);
        assert!(
            texts.iter().any(|text| is_whole(&text.text)),
            "{heading}: {texts:?}"
        );
    }
    let places: Vec<PagePlace> = fields.iter().filter_map(|field| field.place).collect();
    for (number, place) in places.iter().enumerate() {
        let mut others = places[..number].iter();
        assert!(!others.any(|other| overlap(*place, *other)), "{place:?}");
    }
}

#[test]
fn a_section_without_a_title_has_no_heading() {
    let entry = "[[section.entry]]\nkey = 'a'\nlabel = 'B'\ntype = 'text'\n";
    let top = |title: &str| {
        let start = section("").replace("title = 'A'", &format!("title = '{title}'"));
        let content = pdf_read::read(&package(&format!("{start}{entry}")).template).unwrap();
        let FormContent::Fields(fields, _) = content else {
            panic!("no fields")
        };
        fields[0].place.unwrap().top
    };
    let (without, with) = (top(""), top("A"));
    assert!(with - without > 20.0, "{without} {with}");
}
