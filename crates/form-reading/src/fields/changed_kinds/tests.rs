use forms::form_content::FormFieldKind::{
    CheckBox, Choice, Note, PushButton, Radio, Signature, Text,
};
use forms::form_content::{FormField, FormFieldKind, FormFieldOption, LookDigest};
use forms::form_type::sample::sample;

use crate::fields::left_over::without_left_over;
use crate::template_texts;

fn field(kind: FormFieldKind) -> FormField {
    FormField {
        name: "name".to_owned(),
        kind,
        ..FormField::default()
    }
}

fn list() -> FormField {
    FormField {
        lists_options: true,
        ..field(Choice)
    }
}

/// A field whose look shows a text.
fn shows(look: u8, field: FormField) -> FormField {
    FormField {
        unstored_looks: vec![LookDigest([look; 32])],
        ..field
    }
}

fn with_states(field: FormField) -> FormField {
    let option = FormFieldOption {
        export: "Yes".to_owned(),
        display: "Yes".to_owned(),
    };
    FormField {
        options: vec![option],
        ..field
    }
}

fn stores(value: &str, field: FormField) -> FormField {
    FormField {
        values: vec![value.to_owned()],
        ..field
    }
}

/// What is wrong with a file of one field, where the template has this one.
fn problem(file: FormField, template: FormField) -> Option<String> {
    let texts = template_texts(vec![template.clone()]);
    let read = without_left_over(&sample(), &[file], &[template.blank()], &texts);
    let refused = read.err()?;
    assert!(refused.is_ambiguous());
    Some(refused.to_string())
}

#[test]
fn a_field_of_another_kind_that_stores_nothing_is_an_error_where_it_may_show_a_value() {
    for (file, template) in [
        (shows(1, field(PushButton)), field(Text)),
        (shows(1, field(PushButton)), field(CheckBox)),
        (shows(1, field(Signature)), field(Text)),
        (stores(" ", shows(1, field(Signature))), field(Radio)),
        (shows(1, field(CheckBox)), field(Text)),
        (shows(1, list()), field(Text)),
        (shows(1, list()), field(CheckBox)),
        (shows(1, list()), shows(2, field(Choice))),
        (shows(1, field(Text)), shows(1, list())),
    ] {
        assert!(problem(file.clone(), template).is_some(), "{file:?}");
    }
    assert_eq!(
        problem(shows(1, field(PushButton)), field(Text)).as_deref(),
        Some(
            "name: is a push button in the PDF and a text field in the form, so that what it \
             shows cannot be read; fill in the present form."
        )
    );
}

#[test]
fn a_field_of_another_kind_that_hides_nothing_is_taken() {
    for (file, template) in [
        (stores("x", field(CheckBox)), field(Text)),
        (stores("x", field(Signature)), field(Text)),
        (stores("x", list()), field(Text)),
        (with_states(field(CheckBox)), with_states(field(Radio))),
        // Boxes of an earlier version of the form that are all off.
        (with_states(field(CheckBox)), field(Text)),
        (with_states(field(Radio)), list()),
        // Nothing is to be seen of them.
        (field(PushButton), field(Text)),
        (field(Signature), field(Text)),
        (field(CheckBox), field(Text)),
        (field(Radio), list()),
        (field(Text), field(CheckBox)),
        // What programs leave that clear the flags of all fields.
        (list(), field(Choice)),
        (shows(1, list()), shows(1, field(Choice))),
        (shows(1, list()), shows(2, list())),
        (field(Note), field(Text)),
    ] {
        assert_eq!(problem(file.clone(), template), None, "{file:?}");
    }
}

#[test]
fn fields_that_the_template_has_as_the_same_kind_or_not_at_all_are_taken() {
    let texts = template_texts(Vec::new());
    for file in [
        shows(1, field(PushButton)),
        shows(1, field(Signature)),
        shows(1, list()),
    ] {
        let read = without_left_over(&sample(), &[file], &[], &texts);
        assert_eq!(read, Ok(None));
    }
    assert_eq!(problem(shows(1, field(CheckBox)), field(CheckBox)), None);
    let nameless = |kind| FormField {
        name: String::new(),
        ..field(kind)
    };
    let seen = shows(1, nameless(PushButton));
    assert_eq!(problem(seen, nameless(Text)), None);
}
