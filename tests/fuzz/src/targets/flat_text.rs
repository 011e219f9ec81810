//! Text of a form that was printed flat, read by its labels.

use form_reading::recognition;
use forms::form_content::{PagePlace, PlacedText};
use forms::{FormContent, FormType, words as form_words};

use super::{assert_is_data, form_type};
use crate::bytes_reader::BytesReader;

/// More runs show nothing that so many do not.
const RUNS_MAX: usize = 400;

pub(crate) fn run(bytes: &[u8]) {
    let mut reader = BytesReader::new(bytes);
    let choice = reader.byte();
    let form_type = form_type(choice);
    let words = words(form_type);
    let content = FormContent::printed(runs(&mut reader, &words));
    let others = [super::form_type(choice.wrapping_add(1)).clone()];
    if let Err(error) = recognition::recognise(&content, form_type, &others) {
        assert!(!error.to_string().is_empty());
    }
    let read = form_reading::read(form_type, &content, &[]);
    assert_eq!(
        form_reading::read(form_type, &content, &[]),
        read,
        "it is the same each time"
    );
    match read {
        Ok(data) => assert_is_data(form_type, &data),
        Err(error) => assert!(error.faults().iter().next().is_some()),
    }
}

/// What stands on a form: its labels, words of the service, values of all types.
pub(crate) fn words(form_type: &FormType) -> Vec<String> {
    let labels = form_type.fields().map(|field| field.label.clone());
    let tables = form_type.tables().flat_map(|table| {
        let columns = table.columns.iter().map(|column| column.label.clone());
        columns.chain([table.label.clone()])
    });
    let said = [
        form_words::YES,
        form_words::NO,
        form_words::TemplateWords::of("de").required,
        form_words::OTHER_FIELDS,
    ];
    let values = [
        "",
        " ",
        "☒",
        "☐",
        "X",
        "1.",
        "2.",
        "12.",
        "1",
        "120",
        "-5",
        "1.234,50 €",
        "0,05",
        "1e3",
        "01.02.2026",
        "2026-02-01",
        "31.02.2026",
        "Off",
        "Ja",
        "sports",
        "Kultur",
        "Hochschulsport",
        "ida@example.org",
        "DE02120300000000202051",
        "…",
        "→ Seite 2",
        "\u{fffd}",
        "Seite 1 von 2",
    ];
    let made = [
        form_type.title.clone(),
        form_words::continuation_title(&form_type.title),
        form_words::page_reference(2),
        form_words::TemplateWords::of("de").page_of(1, 2),
        form_words::version(form_type.version),
    ];
    let plain = said.into_iter().chain(values).map(str::to_owned);
    labels.chain(tables).chain(made).chain(plain).collect()
}

/// Runs of text for as long as there are bytes: each somewhere, or beside or below the last one.
pub(crate) fn runs(reader: &mut BytesReader<'_>, words: &[String]) -> Vec<PlacedText> {
    let mut runs = Vec::new();
    let mut place = PagePlace {
        page: 0,
        left: 60.0,
        top: 60.0,
        width: 80.0,
        height: 9.0,
    };
    while !reader.is_empty() && runs.len() < RUNS_MAX {
        match reader.byte() % 8 {
            0 | 1 => place.left += 120.0,
            2..=4 => (place.left, place.top) = (60.0, place.top + 14.0),
            5 => place.top += reader.coordinate() / 16.0,
            6 => (place.page, place.top) = (place.page + 1, 60.0),
            _ => {
                (place.left, place.top) = (reader.coordinate(), reader.coordinate());
                place.width = reader.coordinate();
                place.height = *reader.one_of(&[9.0, 7.5, 11.0, 14.0, 0.0]);
            }
        }
        let text = reader.text(words).replace(['\n', '\r'], " ");
        runs.push(PlacedText::new(text, place));
    }
    runs
}
