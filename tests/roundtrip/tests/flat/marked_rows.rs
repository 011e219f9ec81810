//! Rows behind the form that only their marks tell apart, or put together.

use std::fmt::Write as _;
use std::sync::Arc;

use data_json::{JsonLimits, parse, to_text};
use form_reading::{BlankForm, read_with_sources};
use forms::validation::merge;
use forms::{Data, FormContent};
use ports::{FormOutput, FormPackage, FormWriter as _};

use super::{fields, flat_content};

const HEAD: &str = r#"
form_type = "tables"
title = "Tabellen"
version = 1
[[section]]
title = "Alles"
[[section.entry]]
key = "name"
label = "Name"
type = "text"
max_length = 100
"#;

/// What a form with these entries gives back of its data: with its marks, and printed anew.
pub(super) fn comes_back(entries: &str, json: &str) -> [Result<String, String>; 2] {
    let form_type = forms_toml::parse_definition(&format!("{HEAD}{entries}")).unwrap();
    let template = pdf_write::blank_template(&form_type, &Default::default()).unwrap();
    let package = Arc::new(FormPackage::new(
        form_type,
        Default::default(),
        template.into(),
    ));
    let patch = parse(json.as_bytes(), JsonLimits::BODY).unwrap();
    let data = merge(&package.form_type, &Data::default(), &patch).unwrap();
    let filler = pdf_write::TemplateFiller::default();
    let marked = flat_content(&filler.fill(&package, &data, FormOutput::Flat).unwrap());
    let mut unmarked = marked.clone();
    for run in &mut unmarked.texts {
        (run.field, run.line_end) = (None, None);
    }
    let own = flat_content(
        &filler
            .fill(&package, &Data::default(), FormOutput::Flat)
            .unwrap(),
    );
    let fields = fields(&package.template);
    let blank = BlankForm {
        texts: &own.texts,
        fields: &fields,
        ..BlankForm::default()
    };
    [marked, unmarked].map(|content| {
        let content = FormContent::Text(content);
        let read = read_with_sources(&package.form_type, &content, blank);
        let read = read.map(|(data, _)| to_text(&data.into_value()));
        read.map_err(|refused| refused.to_string())
    })
}

pub(super) fn text_of(json: &str) -> String {
    to_text(&parse(json.as_bytes(), JsonLimits::BODY).unwrap())
}

#[test]
fn rows_of_tables_with_one_caption_and_the_same_headings_come_back_by_their_marks_alone() {
    let table = |path: &str| {
        format!(
            "[[section.entry]]\ntable = \"{path}\"\nlabel = \"Posten\"\nrows = 1\n\
             columns = [{{ key = \"name\", label = \"Was\", type = \"text\", max_length = 99 }},\n\
             {{ key = \"amount\", label = \"Betrag\", type = \"money\" }}]\n"
        )
    };
    let json = r#"{"name": "Fest",
        "one": [{"name": "a", "amount": 1}, {"name": "b", "amount": 2}],
        "two": [{"name": "c", "amount": 3}, {"name": "d", "amount": 4}]}"#;
    let [marked, unmarked] = comes_back(&(table("one") + &table("two")), json);
    assert_eq!(marked, Ok(text_of(json)));
    let refused = unmarked.unwrap_err();
    assert!(
        refused.contains("stands under the same headings"),
        "{refused}"
    );
}

#[test]
fn rows_in_columns_so_narrow_that_headings_and_values_break_come_back() {
    let mut columns = String::new();
    let mut cells = String::new();
    for number in 0..8 {
        let label = "Zuwendungsempfängerverzeichnis";
        let _ = writeln!(
            columns,
            "{{ key = \"c{number}\", label = \"{label} {number}\", type = \"money\" }},"
        );
        let _ = write!(cells, ", \"c{number}\": 1234567.{number}");
    }
    let columns = format!(
        "[[section.entry]]\ntable = \"wide\"\nlabel = \"Breit\"\nrows = 1\ncolumns = [\n\
         {{ key = \"day\", label = \"Tag\", type = \"date\" }},\n{columns}]\n"
    );
    let row = format!("{{\"day\": \"2026-02-01\"{cells}}}");
    let json = format!("{{\"name\": \"Fest\", \"wide\": [{row}, {row}, {row}]}}");
    let [marked, _] = comes_back(&columns, &json);
    assert_eq!(marked, Ok(text_of(&json)));
}
