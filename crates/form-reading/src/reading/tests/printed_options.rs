//! Marks and options that somebody has typed among those that a form prints: each says what is
//! chosen, or is kept.

use forms::Data;
use forms::form_content::{FormContent, FormField, PlacedText};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{self, run};
use super::shown;
use crate::{BlankForm, ContentError, read_with_sources};

/// A form with the options of a choice on two lines under its label.
fn blank() -> Vec<PlacedText> {
    let options = [
        run("Art der Einrichtung", 40.0, 700.0),
        run("Fakultät", 60.0, 714.0),
        run("Einzelperson", 60.0, 728.0),
    ];
    [by_place::blank(), options.to_vec()].concat()
}

fn read(content: &FormContent) -> Result<Data, ContentError> {
    let (texts, fields) = (blank(), by_place::fields());
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    read_with_sources(&sample(), content, blank).map(|(data, _)| data)
}

fn read_flat(typed: &[PlacedText]) -> Result<Data, ContentError> {
    read(&FormContent::printed([&blank(), typed].concat()))
}

/// The form with all of its fields, in whose radio buttons this is chosen.
fn read_fields(chosen: &[&str], typed: &[PlacedText]) -> Result<Data, ContentError> {
    let with_chosen = |field: FormField| match field.name.as_str() {
        "institutionType" => FormField {
            values: chosen.iter().map(|&state| state.to_owned()).collect(),
            ..field
        },
        _ => field,
    };
    let fields = by_place::fields().into_iter().map(with_chosen);
    let texts = [&blank(), typed].concat();
    read(&FormContent::Fields(fields.collect(), texts))
}

fn kept(data: &Data) -> String {
    assert_eq!(data.at("institutionType"), None);
    shown(data, "otherFields.Seite 1")
}

#[test]
fn a_mark_behind_an_option_is_not_that_of_the_next_line() {
    for (left, baseline) in [
        (102.0, 714.0),
        (102.0, 712.0),
        (500.0, 714.0),
        (45.0, 700.0),
    ] {
        let data = read_flat(&[run("X", left, baseline)]).unwrap();
        assert!(kept(&data).contains('X'), "{left}, {baseline}");
    }
}

#[test]
fn a_mark_before_an_option_is_its_own() {
    for (left, baseline) in [(45.0, 728.0), (50.0, 726.0), (56.5, 728.0)] {
        let data = read_flat(&[run("x", left, baseline)]).unwrap();
        assert_eq!(shown(&data, "institutionType"), "individual");
        assert_eq!(data.at("otherFields"), None, "{left}, {baseline}");
    }
}

#[test]
fn what_is_typed_among_printed_options_and_chooses_none_is_kept() {
    let both = [
        run("Fakultät", 300.0, 714.0),
        run("Einzelperson", 300.0, 728.0),
    ];
    assert_eq!(kept(&read_flat(&both).unwrap()), "Fakultät\nEinzelperson");
    let beside = [run("x", 45.0, 714.0), run("x", 300.0, 728.0)];
    let data = read_flat(&beside).unwrap();
    assert_eq!(shown(&data, "institutionType"), "faculty");
    assert_eq!(shown(&data, "otherFields.Seite 1"), "x");
}

#[test]
fn what_is_typed_among_the_options_of_a_field_is_kept() {
    for typed in ["x", "•", "Fakultät", "x Fakultät", "individual"] {
        for baseline in [714.0, 728.0, 742.0] {
            let data = read_fields(&[], &[run(typed, 300.0, baseline)]).unwrap();
            assert_eq!(kept(&data), typed, "{baseline}");
        }
    }
}

#[test]
fn a_mark_in_a_radio_button_chooses_what_that_stands_for() {
    for (left, state) in [(42.0, "faculty"), (242.0, "individual")] {
        for mark in ["x", "X", "•", "✔"] {
            let mark = [run(mark, left, 430.0)];
            for chosen in [&[][..], &[state]] {
                let data = read_fields(chosen, &mark).unwrap();
                assert_eq!(shown(&data, "institutionType"), state);
                assert_eq!(data.at("otherFields"), None);
            }
        }
    }
}

#[test]
fn a_mark_close_before_the_label_of_its_radio_button_is_known() {
    let mut texts = blank();
    texts.retain(|run| run.text != "eine Person");
    texts.push(run("x eine Person", 242.0, 430.0));
    let content = FormContent::Fields(by_place::fields(), texts);
    let data = read(&content).unwrap();
    assert_eq!(shown(&data, "institutionType"), "individual");
}

#[test]
fn a_mark_in_another_radio_button_than_the_chosen_one_is_ambiguous() {
    let refused = read_fields(&["faculty"], &[run("x", 242.0, 430.0)]).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
    assert!(refused.to_string().contains("institutionType"), "{refused}");
    let both = [run("x", 42.0, 430.0), run("x", 242.0, 430.0)];
    let refused = read_fields(&[], &both).unwrap_err();
    assert!(refused.to_string().contains("institutionType"), "{refused}");
}

#[test]
fn a_mark_in_a_check_box_is_that_of_the_widget_in_which_it_stands() {
    let fields = by_place::fields().into_iter().map(|field| FormField {
        kind: match field.name.as_str() {
            "institutionType" => forms::form_content::FormFieldKind::CheckBox,
            _ => field.kind,
        },
        ..field
    });
    let texts = [blank(), vec![run("x", 242.0, 430.0), run("x", 42.0, 400.0)]].concat();
    let data = read(&FormContent::Fields(fields.collect(), texts)).unwrap();
    assert_eq!(shown(&data, "institutionType"), "individual");
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
}
