//! Lists and combo boxes.

use forms::form_content::FormFieldOption;
use lopdf::{Dictionary, Object, dictionary};

use ports::PdfError;

use crate::form::{Form, is_ambiguous, text};

fn choice(entries: Dictionary) -> Form {
    let mut form = Form::new();
    form.field("x", "Ch", entries);
    form
}

#[test]
fn options_are_texts_or_pairs_also_by_reference() {
    let mut form = Form::new();
    let pair = form.add(Object::Array(vec![text("1"), text("Äpfel")]));
    let options = form.add(Object::Array(vec![pair.into(), text("Birnen")]));
    form.field(
        "x",
        "Ch",
        dictionary! { "Opt" => options, "V" => text("1"), "Ff" => 1 << 21 },
    );
    let field = form.read_fields().remove(0);
    let option = |export: &str, display: &str| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    };
    assert_eq!(
        field.options,
        [option("1", "Äpfel"), option("Birnen", "Birnen")]
    );
    assert_eq!((field.values, field.multiple), (vec!["1".to_owned()], true));
}

#[test]
fn several_are_chosen_by_an_array() {
    let several = Object::Array(vec![text("a"), Object::Name(b"b".to_vec())]);
    assert_eq!(
        choice(dictionary! { "V" => several }).read_values(),
        ["a", "b"]
    );
    assert_eq!(
        choice(dictionary! { "V" => Vec::<Object>::new() }).read_values(),
        Vec::<String>::new()
    );
}

#[test]
fn a_value_that_is_no_option_is_handed_on() {
    let entries = dictionary! { "Opt" => vec![text("a")], "V" => text("frei"), "Ff" => 1 << 18 };
    assert_eq!(choice(entries).read_values(), ["frei"]);
}

#[test]
fn selected_indexes_count_only_beside_a_value() {
    let with = |value: Object| {
        dictionary! {
            "Opt" => vec![text("a"), text("b")],
            "I" => vec![1.into()],
            "V" => value,
        }
    };
    assert_eq!(choice(with(text("a"))).read_values(), ["a"]);
    assert!(is_ambiguous(
        &choice(with(Object::Null)).read(),
        "the field x"
    ));
}

#[test]
fn fields_that_share_a_list_hold_no_more_options_than_a_form_can() {
    let read = |fields: usize| {
        let mut form = Form::new();
        let options = form.add(Object::Array(vec![text("a"); 5_000]));
        for number in 0..fields {
            form.field(
                &format!("x{number}"),
                "Ch",
                dictionary! { "Opt" => options },
            );
        }
        form.read()
    };
    assert!(read(10).is_ok());
    let refused = read(11);
    let is_named = |what: &String| what.contains("50000 options");
    assert!(
        matches!(&refused, Err(PdfError::TooComplex(what)) if is_named(what)),
        "{refused:?}"
    );
}
