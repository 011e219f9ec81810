//! Choices of which one is stored as another one is called.

use super::filled;
use crate::Value;
use crate::form_content::{FormField, FormFieldKind, FormFieldOption};
use crate::form_type::{Choice, FieldType};

/// What people see of each is what a PDF stores of the next one.
fn crossed() -> FieldType {
    let choice = |(key, label): (&str, &str)| Choice {
        key: key.into(),
        label: label.into(),
        export: None,
    };
    FieldType::Choice {
        choices: [("a", "b"), ("b", "c"), ("c", "a")].map(choice).to_vec(),
        multiple: false,
    }
}

#[test]
fn what_is_printed_or_typed_names_the_choice_that_people_see() {
    for (text, key) in [("b", "a"), ("c", "b"), ("a", "c")] {
        let key = Ok(Some(Value::text(key)));
        assert_eq!(crossed().read_text(text), key, "{text} printed");
        let typed = filled(FormFieldKind::Text, &[text]);
        assert_eq!(crossed().read(&typed), key, "{text} typed");
    }
}

#[test]
fn what_an_option_stores_names_the_choice_that_it_stands_for() {
    for stored in ["a", "b", "c"] {
        let mut field = filled(FormFieldKind::Choice, &[stored]);
        let options = [("a", "b"), ("b", "c"), ("c", "a")].into_iter();
        field.options = options
            .map(|(export, display)| FormFieldOption {
                export: export.to_owned(),
                display: display.to_owned(),
            })
            .collect();
        assert_eq!(crossed().read(&field), Ok(Some(Value::text(stored))));
    }
}

#[test]
fn an_option_that_shows_the_label_of_another_choice_than_it_stores_is_refused() {
    let read = |export: &str, display: &str| {
        let mut field = filled(FormFieldKind::Choice, &[export]);
        field.options = vec![FormFieldOption {
            export: export.to_owned(),
            display: display.to_owned(),
        }];
        crossed().read(&field)
    };
    let sentence = "\"c\" is chosen in the PDF, which stores it as the form does \"b\", so the PDF \
                    is of another version of the form; fill in the present form";
    assert_eq!(read("a", "c"), Err(sentence.to_owned()));
    // Other words for the same option, or none but what it stores.
    for (export, display) in [("a", "Anfang"), ("a", "b"), ("a", "a")] {
        assert_eq!(read(export, display), Ok(Some(Value::text("a"))));
    }
}

#[test]
fn what_is_no_choice_is_refused_with_labels_in_a_pdf_and_with_keys_in_data() {
    let printed = crossed().read_text("x").unwrap_err();
    let labels = "\"x\" is not among its choices, give one of \"b\", \"c\", \"a\"";
    assert_eq!(printed, labels);
    let mut of_an_older_form = filled(FormFieldKind::Choice, &["x"]);
    of_an_older_form.options = vec![FormFieldOption {
        export: "x".to_owned(),
        display: "Mitte".to_owned(),
    }];
    let problem = crossed().read(&of_an_older_form).unwrap_err();
    assert_eq!(problem, labels.replace("x", "Mitte"));
    let in_data = crossed().accept(&Value::text("x")).unwrap_err();
    assert_eq!(
        in_data,
        "\"x\" is not among its choices, give one of a, b, c"
    );
}

#[test]
fn a_text_is_what_the_chosen_option_shows() {
    let text = FieldType::Text {
        max_length: 10,
        multiline: false,
    };
    let option = |export: &str, display: &str| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    };
    for (stored, shown) in [("1", "Äpfel"), ("Äpfel", "Äpfel"), ("Nüsse", "Nüsse")] {
        let field = FormField {
            options: vec![option("1", "Äpfel"), option("2", "Birnen")],
            ..filled(FormFieldKind::Choice, &[stored])
        };
        assert_eq!(text.read(&field), Ok(Some(Value::text(shown))));
    }
}
