//! Files of an earlier version of the form, whose labels, rows or boxes stood otherwise.

use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, PagePlace, PlacedText,
};
use forms::form_type::Entry;
use forms::form_type::sample::sample;
use forms::value::Value;

use super::moved_words::{BLANK, LINE, fields, is_read, moved, read, refusal, run, runs, with};
use super::shown;
use crate::{BlankForm, read_with_sources};

/// The filled form without the texts of these lines.
fn without_lines(lines: std::ops::Range<f32>) -> Vec<PlacedText> {
    let mut texts = moved(0.0, 0.0);
    texts.retain(|text| !lines.contains(&(text.place.top / LINE)));
    texts
}

#[test]
fn a_label_with_another_year_or_another_long_word_is_another_one() {
    for (own, other, found) in [
        ("Ausgaben 2026", "Ausgaben 2025", "2025"),
        ("Förderung nach § 65", "Förderung nach § 6", "6"),
        ("Ausgaben bis 500 €", "Ausgaben bis 5000 €", "5000"),
        ("Ausgaben bis 1.500", "Ausgaben bis 100", "100"),
        (
            "Einnahmen aus Verkauf",
            "Ausgaben aus Verkauf",
            "Ausgaben aus Verkauf",
        ),
        ("Beantragter Betrag", "Bewilligter Betrag", "Bewilligter"),
        ("Beginn der Arbeit", "Ende der Arbeit", "Ende der Arbeit"),
    ] {
        let mut form_type = sample();
        let Entry::Field(name) = &mut form_type.sections[0].entries[0] else {
            panic!("the first entry is no field");
        };
        name.label = own.to_owned();
        let (blank, fields) = (with(runs(&BLANK), "Projektname", own), fields());
        let blank = BlankForm {
            texts: &blank,
            fields: &fields,
            ..BlankForm::default()
        };
        let file = FormContent::printed(with(moved(0.0, 0.0), "Projektname", other));
        let refused = read_with_sources(&form_type, &file, blank).unwrap_err();
        let start = format!("name: \"{found}\" is printed where the form has \"{own}\"");
        assert!(refused.to_string().starts_with(&start), "{refused}");
    }
}

#[test]
fn a_value_where_no_label_is_printed_is_refused() {
    let mut texts = moved(0.0, 0.0);
    texts.retain(|text| text.text != "Projektname");
    let sentence = refusal(&texts);
    let start = "name: nothing is printed where the form has \"Projektname\"";
    assert!(sentence.starts_with(start), "{sentence}");
    // The star of a required field says nothing.
    let (blank, fields) = (with(runs(&BLANK), "Projektname", "Projektname *"), fields());
    let blank = BlankForm {
        texts: &blank,
        fields: &fields,
        ..BlankForm::default()
    };
    texts.push(run("*", 100.0, 5.0));
    let refused = read_with_sources(&sample(), &FormContent::printed(texts), blank).unwrap_err();
    let start = "name: nothing is printed where the form has \"Projektname *\"";
    assert!(refused.to_string().starts_with(start), "{refused}");
}

#[test]
fn a_number_in_a_box_is_no_mark_of_it() {
    for mark in ["x", "✓", "4", "Ja", "Yes", "XX"] {
        let mut texts = without_lines(29.5..30.5);
        texts.extend(runs(&[BLANK[13], (mark, 41.0, 30.0)]));
        is_read(&texts);
    }
    for text in ["10", "Seite", "12,50"] {
        let mut texts = without_lines(29.5..30.5);
        texts.extend(runs(&[BLANK[13], (text, 38.0, 30.0)]));
        let sentence = refusal(&texts);
        let start = format!("privacyConsent: \"{text}\" is printed in its box, which is no mark");
        assert!(sentence.starts_with(&start), "{sentence}");
    }
}

#[test]
fn what_goes_on_with_a_label_is_no_value_of_its_field() {
    let mut texts = with(moved(0.0, 0.0), "Beschreibung", "Beschreibung und Ablauf");
    texts.retain(|text| text.text != "Musik und Tanz");
    let data = read(&FormContent::printed(texts)).unwrap();
    assert_eq!(data.at("description"), None);
    let others = data.at("otherFields").unwrap();
    assert_eq!(others.at("Seite 1"), Some(&Value::text("und Ablauf")));
}

#[test]
fn a_label_below_a_table_of_fields_is_no_row_of_it() {
    let filled = |name: &str| FormField {
        values: match name {
            "costs.0.name" => vec!["Saal".to_owned()],
            "costs.0.amount" => vec!["1.660,40".to_owned()],
            _ => Vec::new(),
        },
        ..fields()
            .into_iter()
            .find(|field| field.name == name)
            .unwrap()
    };
    let names: Vec<String> = fields().into_iter().map(|field| field.name).collect();
    let filled: Vec<FormField> = names.iter().map(|name| filled(name)).collect();
    let texts = [runs(&BLANK), runs(&[("Beantragter Betrag", 40.0, 25.0)])].concat();
    let data = read(&FormContent::Fields(filled, texts)).unwrap();
    assert_eq!(shown(&data, "costs.0.amount"), "1660.4");
    assert_eq!(data.at("costs.1"), None);
    let others = data.at("otherFields").unwrap();
    assert_eq!(
        others.at("Seite 1"),
        Some(&Value::text("Beantragter Betrag"))
    );
}

/// Buttons with texts beside them stood where the form has a text now, and rows of a table.
#[test]
fn what_an_earlier_version_printed_around_its_own_fields_is_no_value() {
    let texts = [("○ Sport", 42.0, 6.0), ("Kultur", 142.0, 6.0)];
    let texts = [runs(&BLANK), runs(&texts)].concat();
    let mut form = fields();
    form.retain(|field| field.name != "Feld 7");
    let read_beside = |unknown: Vec<FormField>| {
        let file = [form.clone(), unknown].concat();
        read(&FormContent::Fields(file, texts.clone())).unwrap()
    };
    // Without fields of others it is what a program made of the form's own field.
    let data = read_beside(Vec::new());
    assert_eq!(shown(&data, "name"), "○ Sport Kultur");
    let buttons = FormField {
        name: "art".to_owned(),
        kind: FormFieldKind::Radio,
        widgets: vec![widget(130.0, 6.0, 10.0)],
        ..fields().remove(1)
    };
    let data = read_beside(vec![buttons.clone()]);
    assert_eq!(data.at("name"), None);
    let others = data.at("otherFields").unwrap();
    assert_eq!(others.at("Seite 1"), Some(&Value::text("○ Sport Kultur")));
    // A field elsewhere says nothing of it, nor one that lies over more, or holds no text.
    let signature = FormField {
        kind: FormFieldKind::Signature,
        ..buttons.clone()
    };
    let elsewhere = |widgets: Vec<FieldWidget>| FormField {
        widgets,
        ..buttons.clone()
    };
    for other in [
        elsewhere(fields()[2].widgets.clone()),
        elsewhere(vec![widget(0.0, 6.0, 595.0)]),
        elsewhere(vec![widget(130.0, 6.0, 0.0)]),
        signature,
    ] {
        assert_eq!(shown(&read_beside(vec![other]), "name"), "○ Sport Kultur");
    }
}

fn widget(left: f32, line: f32, width: f32) -> FieldWidget {
    let place = PagePlace {
        page: 0,
        left,
        top: LINE * line,
        width,
        height: 12.0,
    };
    FieldWidget { place, state: None }
}
