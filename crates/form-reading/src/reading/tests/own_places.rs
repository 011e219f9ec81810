//! Values that read like what the form prints of itself, told by where they stand.

use forms::form_content::{FormContent, PagePlace, PlacedText};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::{shown, text};
use crate::read;

/// What the blank form prints.
const BLANK: [(&str, f32, f32); 9] = [
    ("Projektantrag", 48.0, 0.0),
    ("Projektname", 48.0, 2.0),
    ("Projektbeginn", 300.0, 2.0),
    ("Beschreibung", 48.0, 5.0),
    ("Kosten", 48.0, 12.0),
    ("Bezeichnung", 70.0, 13.0),
    ("Betrag", 300.0, 13.0),
    ("* Pflichtangabe", 48.0, 20.0),
    ("Seite 1 von 1", 500.0, 20.0),
];

/// Runs of text in one size, on a page that is scaled and moved.
fn page(runs: &[(&str, f32, f32)], scale: f32, moved: f32) -> Vec<PlacedText> {
    let run = |&(text, left, line): &(&str, f32, f32)| PlacedText {
        text: text.to_owned(),
        place: PagePlace {
            page: 0,
            left: left * scale + moved,
            top: line * 12.0 * scale + moved,
            width: 5.0 * scale * text.len() as f32,
            height: 9.0 * scale,
        },
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    };
    runs.iter().map(run).collect()
}

fn filled(name: &str, line: &str, cost: &str) -> Vec<(String, f32, f32)> {
    let own = BLANK.into_iter().chain([
        (name, 50.0, 3.0),
        ("davor", 50.0, 6.0),
        (line, 50.0, 7.0),
        ("danach", 50.0, 8.0),
        ("Saal", 72.0, 14.0),
        (cost, 72.0, 15.0),
        ("5,00", 310.0, 15.0),
        ("Musik", 72.0, 16.0),
    ]);
    own.map(|(text, left, line)| (text.to_owned(), left, line))
        .collect()
}

#[test]
fn a_value_that_reads_like_a_text_of_the_form_is_known_by_its_place() {
    let blank = page(&BLANK, 1.0, 0.0);
    for (scale, moved) in [(1.0, 0.0), (0.93, 20.0), (1.4, -7.0)] {
        for text in [
            "Kosten",
            "Projektantrag",
            "Projektname",
            "Betrag",
            "Seite 1",
            "Seite 1 von 1",
            "Version 2",
            "* Pflichtangabe",
            "Projektname: Fest",
            "€",
        ] {
            let runs = filled(text, text, text);
            let runs: Vec<(&str, f32, f32)> = runs
                .iter()
                .map(|(text, left, line)| (text.as_str(), *left, *line))
                .collect();
            let content = FormContent::printed(page(&runs, scale, moved));
            let data = read(&sample(), &content, &blank).unwrap();
            assert_eq!(shown(&data, "name"), text, "{scale}");
            let lines = format!("davor\n{text}\ndanach");
            assert_eq!(shown(&data, "description"), lines, "{scale}");
            assert_eq!(shown(&data, "costs.1.name"), text, "{scale}");
            assert_eq!(shown(&data, "costs.2.name"), "Musik", "{text} {scale}");
            assert_eq!(data.at("otherFields"), None, "{text} {scale}");
        }
    }
}

/// Another program has printed its own page: labels stand wherever they stand.
#[test]
fn labels_are_known_wherever_they_stand_on_a_page_that_lies_in_no_known_way() {
    let blank = page(&BLANK, 1.0, 0.0);
    let printed = [
        ("Projektname", 200.0, 1.0),
        ("Sommerfest", 200.0, 2.0),
        ("Beschreibung", 48.0, 9.0),
        ("Musik", 48.0, 10.0),
        ("Kosten", 100.0, 11.0),
    ];
    let content = FormContent::printed(page(&printed, 1.0, 0.0));
    let data = read(&sample(), &content, &blank).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "description"), "Musik");
    assert_eq!(data.at("otherFields"), None::<&Value>);
}

#[test]
fn the_number_of_another_version_is_no_value_where_the_form_prints_its_own() {
    let version = |text: &'static str| [&BLANK[..], &[(text, 48.0, 21.0)]].concat();
    let blank = page(&version("Version 2"), 1.0, 0.0);
    let content = FormContent::printed(page(&version("Version 1"), 1.0, 0.0));
    let data = read(&sample(), &content, &blank).unwrap();
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_bullet_that_the_form_prints_before_a_label_marks_nothing() {
    let own = [
        ("•", 48.0, 16.0),
        ("Einwilligung Datenschutz", 70.0, 16.0),
        ("Art der Einrichtung", 48.0, 17.0),
        ("•", 48.0, 18.0),
        ("Fakultät", 70.0, 18.0),
        ("•", 148.0, 18.0),
        ("Einzelperson", 170.0, 18.0),
    ];
    let printed: Vec<_> = BLANK.into_iter().chain(own).collect();
    let blank = page(&printed, 1.0, 0.0);
    let read = |filled_in: &[(&str, f32, f32)]| {
        let runs: Vec<_> = printed.iter().chain(filled_in).copied().collect();
        let content = FormContent::printed(page(&runs, 1.0, 0.0));
        read(&sample(), &content, &blank).unwrap()
    };
    let data = read(&[]);
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(false)));
    assert_eq!(data.at("institutionType"), None);
    let data = read(&[("x", 58.0, 16.0), ("x", 158.0, 18.0)]);
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(shown(&data, "institutionType"), "individual");
}

#[test]
fn an_option_that_the_form_prints_is_not_chosen_as_it_is_the_only_one_there() {
    let own = [
        ("Art der Einrichtung", 48.0, 16.0),
        ("Fakultät", 70.0, 17.0),
        ("Teilnehmende", 48.0, 18.0),
    ];
    let printed: Vec<_> = BLANK.into_iter().chain(own).collect();
    let blank = page(&printed, 1.0, 0.0);
    let read = |runs: &[(&str, f32, f32)]| {
        let content = FormContent::printed(page(runs, 1.0, 0.0));
        read(&sample(), &content, &blank).unwrap()
    };
    assert_eq!(read(&printed).at("institutionType"), None);
    let chosen = [&printed[..], &[("Einzelperson", 170.0, 17.0)]].concat();
    assert_eq!(shown(&read(&chosen), "institutionType"), "individual");
}

#[test]
fn the_number_of_a_page_among_more_or_fewer_is_the_form_s_own_in_its_place() {
    let blank = page(&BLANK, 1.0, 0.0);
    let others = |more: &[(&str, f32, f32)]| {
        let runs = BLANK.map(|(text, left, line)| match text {
            "Seite 1 von 1" => ("Seite 1 von 3", left, line),
            _ => (text, left, line),
        });
        let runs = page(&[&runs, more].concat(), 1.0, 0.0);
        let fields = vec![text("Feld 7", "Sommerfest")];
        let data = read(&sample(), &FormContent::Fields(fields, runs), &blank).unwrap();
        data.at("otherFields").is_some()
    };
    assert!(!others(&[]));
    assert!(others(&[("Seite 1 von 3", 300.0, 18.0)]));
}
