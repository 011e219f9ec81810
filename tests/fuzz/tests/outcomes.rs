//! What becomes of the inputs about templates: that they reach what they are for.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use std::fs;
use std::path::Path;

use forms::{Data, Value};
use fuzz::{filled_form, seeds};

/// `name=Fest; sum=-` for what is read and what is not there, or a part of why nothing is.
type Outcome = (&'static str, &'static str);

const SEEDS: [Outcome; 12] = [
    ("template", "name=Vordruck"),
    ("filled", "projectBeginn=2026-11-22"),
    ("plain-alone", "name=Fest"),
    ("cleared", "name=-"),
    ("cleared-hidden", "courseOfStudy=-"),
    ("one-without-plain", "name=Vordruck"),
    ("other-formatted", "name: has another formatted text"),
    ("other-day", "projectBeginn: has another value in the XFA"),
    ("other-amount", "summe: has another value in the XFA"),
    ("other-state", "zusage: has another value in the XFA"),
    ("printed-over", "otherFields.Seite 1=Eilt"),
    ("flat", "name=Fest; otherFields=-"),
];

const KEPT: [Outcome; 10] = [
    ("cleared", "name=-; courseOfStudy=Fach"),
    ("other-amount", "summe: has another value in the XFA"),
    ("other-day", "projectBeginn: has another value in the XFA"),
    ("other-state", "zusage: has another value in the XFA"),
    ("page-changed", "otherFields.Seite 1=-"),
    (
        "printed-over-a-field",
        "another text is printed in the place of the field",
    ),
    (
        "two-formatted-texts",
        "the field name has two formatted texts",
    ),
    ("two-values", "the field name stands in it more than once"),
    (
        "xfa-filled-fields-blank",
        "its XFA data is filled in and its fields are blank",
    ),
    ("xfa-in-two-ways", "its XFA data reads in two ways"),
];

/// The inputs that are kept, by name.
fn kept() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/filled_form");
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let read = |file: fs::DirEntry| {
        let name = file.file_name().into_string().unwrap();
        (name, fs::read(file.path()).unwrap())
    };
    let mut inputs: Vec<_> = files.map(read).collect();
    inputs.sort();
    inputs
}

/// Whatever else there is: all of these are reached.
fn assert_reached(inputs: &[(String, Vec<u8>)], outcomes: &[Outcome]) {
    for (name, outcome) in outcomes {
        let (_, pdf) = inputs.iter().find(|(other, _)| other == name).unwrap();
        let read = filled_form::read(pdf);
        let is_reached = match &read {
            Ok(data) => outcome.split("; ").all(|value| holds_value(data, value)),
            Err(reason) => reason.contains(outcome),
        };
        assert!(is_reached, "{name}: {read:?}");
    }
}

fn holds_value(data: &Data, value: &str) -> bool {
    match value.split_once('=') {
        Some((path, "-")) => data.at(path).is_none(),
        Some((path, text)) => data.at(path) == Some(&Value::text(text)),
        None => false,
    }
}

#[test]
fn seeds_of_filled_form_reach_all_that_a_template_decides() {
    let seeds = seeds::seeds("filled_form").into_iter();
    let seeds: Vec<_> = seeds
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .collect();
    assert_eq!(seeds.len(), SEEDS.len());
    assert_reached(&seeds, &SEEDS);
    for (name, pdf) in &seeds {
        let is_changed = ["printed-over", "flat"].contains(&name.as_str());
        assert_eq!(filled_form::is_page_of_template(pdf), !is_changed, "{name}");
    }
}

#[test]
fn kept_inputs_of_filled_form_reach_what_their_names_say() {
    let kept = kept();
    assert_reached(&kept, &KEPT);
    let is_page_of_template = |name: &str| {
        let file = kept.iter().find(|(other, _)| other == name).unwrap();
        filled_form::is_page_of_template(&file.1)
    };
    assert!(is_page_of_template("cleared") && !is_page_of_template("page-changed"));
}
