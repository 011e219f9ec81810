//! Widgets of a field that stand on no page, while another one of it does.

use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;

use crate::form::{Form, is_ambiguous, overlay, rectangle, text};

/// A field with one widget on the page and, before it, one on none.
fn form(field: Dictionary, on_page: Dictionary, off_page: Dictionary) -> Form {
    let mut form = Form::new();
    fill_in(&mut form, field, on_page, off_page);
    form
}

fn fill_in(form: &mut Form, field: Dictionary, on_page: Dictionary, off_page: Dictionary) {
    let listed = form.widget(on_page);
    let mut unlisted = dictionary! {
        "Subtype" => "Widget", "Rect" => rectangle(10, 20, 110, 40),
    };
    overlay(&mut unlisted, &off_page);
    let unlisted = form.add(unlisted);
    let mut parent = dictionary! { "T" => text("x") };
    overlay(&mut parent, &field);
    let parent = form.parent(parent, &[unlisted, listed]);
    form.fields.push(parent.into());
}

fn state(state: &str) -> Object {
    match state {
        "" => Object::Null,
        state => state.into(),
    }
}

#[test]
fn what_a_box_on_no_page_shows_does_not_count() {
    for (stored, seen, unseen, expected) in [
        ("Ja", "Ja", "Ja", Some(&["Ja"][..])),
        ("Ja", "Ja", "Off", Some(&["Ja"])),
        // Without a state of its own it takes that of the field.
        ("Ja", "", "Ja", Some(&["Ja"])),
        ("", "Ja", "Off", Some(&["Ja"])),
        ("", "Off", "Ja", Some(&[])),
        ("", "", "Ja", Some(&[])),
        ("Off", "", "Ja", Some(&[])),
        ("Ja", "Off", "Ja", None),
        ("Ja", "Off", "", None),
    ] {
        let looks = dictionary! { "Ja" => Dictionary::new(), "Off" => Dictionary::new() };
        let looks = dictionary! { "N" => looks };
        let entries = |shown: &str| dictionary! { "AS" => state(shown), "AP" => looks.clone() };
        let field = dictionary! { "FT" => "Btn", "V" => state(stored) };
        let read = form(field, entries(seen), entries(unseen)).read();
        match expected {
            Some(expected) => {
                let values = read.unwrap().fields()[0].values.clone();
                assert_eq!(values, expected, "{stored} {seen} {unseen}");
            }
            None => assert!(
                is_ambiguous(&read, "the field x"),
                "{stored} {seen} {unseen}"
            ),
        }
    }
}

#[test]
fn a_box_that_only_a_widget_on_no_page_stores_as_on_is_ambiguous() {
    let looks = dictionary! { "Ja" => Dictionary::new(), "Off" => Dictionary::new() };
    for (of_field, seen) in [("", "Off"), ("", ""), ("Off", "")] {
        let looks = dictionary! { "N" => looks.clone() };
        let on_page = dictionary! { "AS" => state(seen), "AP" => looks.clone() };
        let off_page = dictionary! { "V" => "Ja", "AS" => "Ja", "AP" => looks };
        let field = dictionary! { "FT" => "Btn", "V" => state(of_field) };
        let read = form(field, on_page, off_page).read();
        assert!(is_ambiguous(&read, "the field x"), "{of_field} {seen}");
    }
}

/// As where the page of an option was taken out.
#[test]
fn an_option_that_is_chosen_on_no_page_is_ambiguous() {
    let looks = |state: &str| {
        let looks = dictionary! { state => Dictionary::new(), "Off" => Dictionary::new() };
        dictionary! { "N" => looks }
    };
    let on_page = dictionary! { "AS" => "Off", "AP" => looks("a") };
    let off_page = dictionary! { "AS" => "b", "AP" => looks("b") };
    let field = dictionary! { "FT" => "Btn", "Ff" => 1 << 15, "V" => "b" };
    let read = form(field, on_page, off_page).read();
    assert!(is_ambiguous(&read, "the field x"));
}

#[test]
fn a_text_that_only_a_widget_on_no_page_stores_is_ambiguous_beside_one_that_is_shown() {
    for (drawn, of_field, of_page, counts) in [
        ("(100) Tj", "", "", false),
        ("", "", "", true),
        ("(100) Tj", "999", "", true),
        ("(100) Tj", "", "999", true),
    ] {
        let mut form = Form::new();
        let drawing = format!("BT {drawn} ET").into_bytes();
        let look = form.add(Stream::new(Dictionary::new(), drawing));
        let value = |value: &str| match value {
            "" => Object::Null,
            value => text(value),
        };
        let on_page = dictionary! { "V" => value(of_page), "AP" => dictionary! { "N" => look } };
        let field = dictionary! { "FT" => "Tx", "V" => value(of_field) };
        fill_in(
            &mut form,
            field,
            on_page,
            dictionary! { "V" => text("999") },
        );
        let read = form.read();
        let values = read.map(|content| content.fields()[0].values.clone());
        let expected = match counts {
            true => Ok(vec!["999".to_owned()]),
            false => Err(PdfError::CopiesDiffer(vec!["x".to_owned()])),
        };
        assert_eq!(values, expected, "{drawn} {of_field} {of_page}");
    }
}

/// As PDF 1.7 lets writers do it. Its field names it nowhere.
#[test]
fn a_box_that_is_written_into_the_list_of_its_page_counts() {
    for (listed, written, expected) in [("Off", "Ja", &["Ja"][..]), ("Off", "Off", &[])] {
        let mut form = Form::new();
        let looks = dictionary! { "Ja" => Dictionary::new(), "Off" => Dictionary::new() };
        let looks = dictionary! { "N" => looks };
        let entries = |shown: &str| dictionary! { "AS" => shown, "AP" => looks.clone() };
        let in_tree = form.widget(entries(listed));
        let field = dictionary! { "T" => text("x"), "FT" => "Btn" };
        let field = form.parent(field, &[in_tree]);
        form.fields.push(field.into());
        let mut in_list = dictionary! {
            "Subtype" => "Widget", "Parent" => field, "Rect" => rectangle(10, 60, 110, 80),
        };
        overlay(&mut in_list, &entries(written));
        form.annotations.push(in_list.into());
        assert_eq!(form.read_values(), expected, "{listed} {written}");
    }
}
