//! Text that is printed beside the fields of a form.

use std::slice::from_ref;

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, PagePlace, PlacedText,
};
use forms::form_type::sample::sample;
use forms::form_type::{Column, Entry, FieldType, FormType};
use forms::value::Value;

use super::{field, shown};
use crate::{ContentError, read};

fn place(left: f32, line: f32, width: f32) -> PagePlace {
    PagePlace {
        page: 0,
        left,
        top: 12.0 * line,
        width,
        height: 9.0,
    }
}

fn run(text: &str, left: f32, line: f32) -> PlacedText {
    PlacedText {
        text: text.to_owned(),
        place: place(left, line, 5.0 * text.len() as f32),
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    }
}

/// A text field 100 points from the left.
fn placed(name: &str, values: &[&str], line: f32) -> FormField {
    FormField {
        place: Some(place(100.0, line, 200.0)),
        ..field(name, FormFieldKind::Text, values)
    }
}

fn read_beside(
    fields: &[FormField],
    runs: &[PlacedText],
    blank: &[PlacedText],
) -> Result<Data, ContentError> {
    read(
        &sample(),
        &FormContent::Fields(fields.to_vec(), runs.to_vec()),
        blank,
    )
}

#[test]
fn text_in_the_place_of_a_blank_field_is_its_value() {
    let fields = [
        placed("Feld 7", &[], 1.0),
        placed("participants", &[""], 2.0),
    ];
    let runs = [run("Nacht der Kunst", 102.0, 1.0), run("120", 102.0, 2.0)];
    let data = read_beside(&fields, &runs, &[]).unwrap();
    assert_eq!(shown(&data, "name"), "Nacht der Kunst");
    assert_eq!(shown(&data, "participants"), "120");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_mark_in_a_box_is_known_close_before_the_label_of_the_box() {
    let consent = |values: &[&str]| FormField {
        place: Some(place(100.0, 1.0, 9.0)),
        ..field("privacyConsent", FormFieldKind::CheckBox, values)
    };
    let label = run("Einwilligung Datenschutz", 112.0, 1.0);
    let marked = run("✕ Einwilligung Datenschutz", 101.0, 1.0);
    for values in [&[][..], &["ja"]] {
        let data = read_beside(&[consent(values)], from_ref(&marked), from_ref(&label)).unwrap();
        assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
        assert_eq!(data.at("otherFields"), None, "{values:?}");
    }
}

#[test]
fn text_that_contradicts_its_field_is_ambiguous_and_the_same_text_is_not() {
    let fields = [placed("Feld 7", &["Sommerfest"], 1.0)];
    let refused = read_beside(&fields, &[run("Winterfest", 102.0, 1.0)], &[]).unwrap_err();
    assert!(refused.is_ambiguous());
    let same = read_beside(&fields, &[run("Sommer fest", 102.0, 1.0)], &[]).unwrap();
    assert_eq!(shown(&same, "name"), "Sommerfest");
}

#[test]
fn what_the_blank_form_prints_in_a_field_is_no_value() {
    let decoration = [run("TT.MM.JJJJ", 102.0, 1.0)];
    for values in [&[][..], &["1.2.2026"]] {
        let fields = [placed("projectBeginn", values, 1.0)];
        let data = read_beside(&fields, &decoration, &decoration).unwrap();
        assert_eq!(data.at("projectBeginn").is_some(), !values.is_empty());
        assert_eq!(data.at("otherFields"), None);
    }
}

#[test]
fn text_elsewhere_is_kept_under_its_page_unless_the_blank_form_prints_it() {
    let fields = [placed("Feld 7", &["Fest"], 1.0)];
    let blank = [run("An den Finanzausschuss", 40.0, 0.0)];
    let runs = [blank[0].clone(), run("Telefon: 06221 540", 40.0, 5.0)];
    let data = read_beside(&fields, &runs, &blank).unwrap();
    let others = data.at("otherFields").unwrap();
    assert_eq!(
        others.at("Seite 1"),
        Some(&Value::text("Telefon: 06221 540"))
    );
}

#[test]
fn text_that_cannot_be_decoded_is_named_unless_the_blank_form_prints_it() {
    let fields = [placed("Feld 7", &["Fest"], 1.0)];
    let blank = [run("Antrag auf Geld", 40.0, 0.0), run("\u{fffd}", 0.0, 8.0)];
    assert!(read_beside(&fields, &blank, &blank).is_ok());
    let runs = [&blank[..], &[run("\u{fffd}\u{fffd}", 300.0, 9.0)]].concat();
    let refused = read_beside(&fields, &runs, &blank).unwrap_err();
    assert!(refused.to_string().contains("Seite 1"), "{refused}");
}

#[test]
fn read_takes_nothing_from_a_page_that_prints_just_what_the_blank_form_does() {
    let fields = [placed("name", &["Fest"], 1.0)];
    let blank = [
        run("Projektname: Muster", 40.0, 3.0),
        run("Hinweis", 40.0, 9.0),
    ];
    let alone = read_beside(&fields, &[], &[]).unwrap();
    assert_eq!(read_beside(&fields, &blank, &blank).unwrap(), alone);
}

#[test]
fn a_label_that_the_blank_form_prints_in_two_sizes_is_no_text_of_a_page() {
    let large = |text: &str, line: f32| {
        let mut run = run(text, 40.0, line);
        run.place.height = 14.0;
        run
    };
    let blank = [
        run("Projektname", 40.0, 1.0),
        run("Teilnehmende", 40.0, 3.0),
        large("Projektname", 5.0),
    ];
    let added = [
        run("Telefon 06221 540", 40.0, 7.0),
        large("Projektname", 9.0),
    ];
    let runs = [&blank[..], &added].concat();
    let data = read_beside(&[placed("Feld 7", &["Fest"], 1.0)], &runs, &blank).unwrap();
    let others = data.at("otherFields").unwrap();
    let kept = Value::text("Telefon 06221 540\nProjektname");
    assert_eq!(others.at("Seite 1"), Some(&kept));
}

#[test]
fn a_number_alone_is_that_of_a_row_only_beside_the_cells_of_the_row() {
    let blank = [run("Bezeichnung", 60.0, 3.0), run("Betrag", 300.0, 3.0)];
    let cell = |name: &str, line: f32| {
        let place = place(60.0, line, 200.0);
        FormField {
            widgets: vec![FieldWidget { place, state: None }],
            ..placed(name, &["Saal"], line)
        }
    };
    let fields = [cell("costs.0.name", 5.0), cell("costs.1.name", 7.0)];
    for (number, line, is_kept) in [
        ("1", 5.0, false),
        ("2.", 7.0, false),
        ("2", 5.0, true),
        ("450", 7.0, true),
        ("2", 12.0, true),
        ("2026", 12.0, true),
    ] {
        let runs = [&blank[..], &[run(number, 40.0, line)]].concat();
        let data = read_beside(&fields, &runs, &blank).unwrap();
        let others = data
            .at("otherFields")
            .and_then(|others| others.at("Seite 1"));
        let kept = is_kept.then(|| Value::text(number));
        assert_eq!(others, kept.as_ref(), "{number} at {line}");
    }
}

/// What is kept of a page behind the form that prints runs with a left edge, in lines, where the
/// first column of its tables has this heading.
fn text_behind(heading: &str, lines: &[&[(&str, f32)]]) -> Option<Value> {
    let mut form_type = sample();
    let mut entries = form_type
        .sections
        .iter_mut()
        .flat_map(|section| &mut section.entries);
    entries.by_ref().for_each(|entry| {
        if let Entry::Table(table) = entry {
            heading.clone_into(&mut table.columns[0].label);
        }
    });
    let title: &[(&str, f32)] = &[("Projektantrag – Fortsetzung", 40.0)];
    let lines = std::iter::once(&title).chain(lines).zip(1_u8..);
    let runs = lines.flat_map(|(line, number)| {
        let at = 2.0 * f32::from(number);
        line.iter().map(move |(text, left)| {
            let mut run = run(text, *left, at);
            run.place.page = 1;
            run
        })
    });
    let fields = vec![placed("Feld 7", &["Fest"], 1.0)];
    let content = FormContent::Fields(fields, runs.collect());
    let data = read(&form_type, &content, &[]).unwrap();
    data.at("otherFields")?.at("Seite 2").cloned()
}

#[test]
fn the_heading_of_a_cell_on_a_page_behind_the_form_may_take_several_lines() {
    let texts = |lines: &[&str]| {
        let lines: Vec<_> = lines.iter().map(|text| [(*text, 40.0)]).collect();
        let lines: Vec<_> = lines.iter().map(|line| &line[..]).collect();
        text_behind("Wofür das Geld ausgegeben wird", &lines)
    };
    for heading in [
        &["Wofür das Geld ausgegeben wird 12"][..],
        &["Wofür das Geld", "ausgegeben wird 12"],
        &["Wofür", "das Geld", "ausgegeben wird", "12"],
    ] {
        assert_eq!(texts(heading), None, "{heading:?}");
    }
    let other = ["Wozu das Geld", "ausgegeben wird 12"];
    let kept = Value::text("Wozu das Geld\nausgegeben wird 12");
    assert_eq!(texts(&other), Some(kept));
}

#[test]
fn headings_beside_each_other_on_a_page_behind_the_form_may_take_several_lines() {
    let headings = |last: &str| {
        let lines: [&[(&str, f32)]; 3] = [
            &[("Wofür das Geld", 70.0)],
            &[("ausgegeben wird", 70.0), (last, 300.0)],
            &[("13", 48.0)],
        ];
        text_behind("Wofür das Geld ausgegeben wird", &lines)
    };
    assert_eq!(headings("Betrag"), None);
    let kept = Value::text("ausgegeben wird Vertrag\n13");
    assert_eq!(headings("Vertrag"), Some(kept));
}

#[test]
fn headings_on_a_page_behind_the_form_may_be_larger_than_the_form_prints_them() {
    let behind = |text: &str, left: f32, line: f32, height: f32| {
        let mut run = run(text, left, line);
        (run.place.page, run.place.height) = (1, height);
        run
    };
    let blank = [
        run("Projektname", 40.0, 1.0),
        run("Bezeichnung", 60.0, 3.0),
        run("Betrag", 300.0, 3.0),
    ];
    let added = [
        behind("Projektantrag – Fortsetzung", 40.0, 2.0, 14.0),
        behind("Bezeichnung", 60.0, 4.0, 14.0),
        behind("Betrag", 300.0, 4.0, 14.0),
        behind("13", 48.0, 6.0, 10.0),
        behind("Telefon 06221 540", 40.0, 8.0, 10.0),
    ];
    let runs = [&blank[..], &added].concat();
    let data = read_beside(&[placed("Feld 7", &["Fest"], 1.0)], &runs, &blank).unwrap();
    let others = data.at("otherFields").unwrap();
    let kept = Value::text("Telefon 06221 540");
    assert_eq!(others.at("Seite 2"), Some(&kept));
}

#[test]
fn a_text_printed_again_is_known_without_its_letters_that_have_no_shape() {
    let value = "Na\u{1160}cht der\u{3164} Kü\u{ffa0}nste\u{115f}";
    let printed = [
        ("Projektantrag – Fortsetzung", 2.0),
        ("Nacht der Künste", 4.0),
    ];
    let runs = printed.map(|(text, line)| {
        let mut run = run(text, 40.0, line);
        run.place.page = 1;
        run
    });
    let data = read_beside(&[placed("Feld 7", &[value], 1.0)], &runs, &[]).unwrap();
    assert_eq!(shown(&data, "name"), value);
    assert_eq!(data.at("otherFields"), None);
}

/// The headings of the costs and under them a row with this number, beside these fields.
fn with_row(
    form_type: &FormType,
    fields: &[FormField],
    (number, more): (&str, &[PlacedText]),
) -> Result<Data, ContentError> {
    let labels = [
        ("Projektbeginn", 2.0),
        ("Projektende", 3.0),
        ("E-Mail", 4.0),
        ("IBAN", 5.0),
        ("Kosten", 8.0),
    ];
    let mut runs: Vec<PlacedText> = labels
        .iter()
        .map(|(text, line)| run(text, 40.0, *line))
        .collect();
    runs.extend([
        run("Bezeichnung", 60.0, 9.0),
        run("Betrag", 300.0, 9.0),
        run(number, 40.0, 10.0),
        run("Saal", 60.0, 10.0),
        run("5,00", 300.0, 10.0),
    ]);
    runs.extend_from_slice(more);
    read(
        form_type,
        &FormContent::Fields(fields.to_vec(), runs),
        &[] as &[PlacedText],
    )
}

#[test]
fn a_row_with_a_number_that_no_table_has_is_refused_and_not_lost() {
    let with_number = |number: &str| {
        let fields = [placed("Feld 7", &["Fest"], 1.0)];
        with_row(&sample(), &fields, (number, &[]))
    };
    let data = with_number("100").unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(data.at("otherFields"), None);
    for number in ["101", "99999999999999999999999999"] {
        let refused = with_number(number).unwrap_err().to_string();
        assert!(
            refused.contains("costs: has more than 100 rows"),
            "{refused}"
        );
    }
}

#[test]
fn a_box_of_a_printed_row_that_is_still_a_field_keeps_its_value() {
    let mut form_type = sample();
    for entry in form_type
        .sections
        .iter_mut()
        .flat_map(|section| &mut section.entries)
    {
        if let Entry::Table(table) = entry {
            table.columns.push(Column {
                key: "paid".into(),
                label: "Bezahlt".into(),
                kind: FieldType::Boolean,
            });
        }
    }
    let fields = [
        placed("Feld 7", &["Fest"], 1.0),
        placed("costs.0.paid", &["Ja"], 30.0),
    ];
    let heading = run("Bezahlt", 400.0, 9.0);
    let data = with_row(&form_type, &fields, ("1", from_ref(&heading))).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(data.at("costs.0.paid"), Some(&Value::Boolean(true)));
    let printed = [heading, run("Nein", 400.0, 10.0)];
    let refused = with_row(&form_type, &fields, ("1", &printed)).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
}
