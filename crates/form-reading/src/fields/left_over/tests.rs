use forms::form_content::{FormField, FormattedText, FormattedTextRole, LookDigest};
use forms::form_type::sample::sample;

use super::without_left_over;
use crate::template_texts;

fn field(plain: Option<&str>, formatted: &str) -> FormField {
    FormField {
        name: "x".to_owned(),
        values: vec![plain.unwrap_or(formatted).to_owned()],
        formatted: Some(FormattedText {
            text: formatted.to_owned(),
            role: match plain {
                Some(_) => FormattedTextRole::Shown,
                None => FormattedTextRole::Value,
            },
        }),
        ..FormField::default()
    }
}

fn hybrid(plain: &str, xfa_data: &str) -> FormField {
    FormField {
        name: "x".to_owned(),
        values: vec![plain.to_owned()],
        xfa_data: Some(xfa_data.to_owned()),
        ..FormField::default()
    }
}

#[test]
fn without_left_over_counts_a_formatted_text_where_it_is_not_the_templates() {
    let plain = field(Some("Vordruck"), "Vordruck");
    let formatted = field(None, "Vordruck");
    for (template, filled, values) in [
        // The plain text was changed, the formatted one left.
        (Some(&plain), field(Some("neu"), "Vordruck"), Some("neu")),
        (
            Some(&formatted),
            field(Some("neu"), " Vordruck "),
            Some("neu"),
        ),
        // Both were changed alike.
        (Some(&plain), field(Some("neu"), "neu"), Some("neu")),
        (None, field(Some("neu"), "neu"), Some("neu")),
        // The plain text was taken away.
        (Some(&plain), field(None, "Vordruck"), None),
        // It never was there.
        (Some(&formatted), field(None, "Vordruck"), Some("Vordruck")),
        (None, field(None, "neu"), Some("neu")),
    ] {
        let template = template_texts(template.into_iter().cloned().collect());
        let fields = [filled];
        let read = without_left_over(&sample(), &fields, &[], &template).unwrap();
        let read = read.unwrap_or(fields.to_vec()).remove(0);
        assert_eq!(read.values.first().map(String::as_str), values);
    }
}

#[test]
fn without_left_over_names_every_other_formatted_text_and_xfa_value() {
    let template = template_texts(vec![field(Some("Vordruck"), "Vordruck")]);
    for filled in [
        field(Some("neu"), "anders"),
        field(Some(""), "anders"),
        hybrid("neu", "anders"),
    ] {
        let refused = without_left_over(&sample(), &[filled], &[], &template).unwrap_err();
        assert!(refused.is_ambiguous());
        assert!(refused.to_string().contains('x'), "{refused}");
    }
}

#[test]
fn without_left_over_knows_a_text_that_no_viewer_showed_in_the_template() {
    let hidden = |plain: &str| {
        let mut field = field(Some(plain), "Vordruck");
        field.formatted.as_mut().unwrap().role = FormattedTextRole::Hidden;
        field
    };
    let template = template_texts(vec![hidden("Vordruck")]);
    let cleared = without_left_over(&sample(), &[field(None, "Vordruck")], &[], &template);
    assert!(cleared.unwrap().unwrap()[0].values.is_empty());
    for other in [field(None, "neu"), hidden("neu"), field(Some("neu"), "neu")] {
        let read = without_left_over(&sample(), &[other], &[], &template);
        assert_eq!(read, Ok(None));
    }
    let none = template_texts(Vec::new());
    let read = without_left_over(&sample(), &[hidden("neu")], &[], &none);
    assert_eq!(read, Ok(None), "no viewer shows it");
}

#[test]
fn template_texts_holds_none_of_widgets_without_a_name() {
    let nameless = FormField {
        name: String::new(),
        ..field(Some("Vordruck"), "Vordruck")
    };
    assert!(template_texts(vec![nameless]).is_empty());
}

#[test]
fn without_left_over_takes_the_caption_of_a_template_for_no_value() {
    let caption = FormField {
        values: Vec::new(),
        ..field(None, "Nicht beschriften")
    };
    let template = template_texts(vec![caption.clone()]);
    for filled in [caption, field(Some("neu"), "Nicht beschriften")] {
        let read = without_left_over(&sample(), &[filled], &[], &template);
        assert_eq!(read, Ok(None));
    }
}

#[test]
fn without_left_over_takes_the_xfa_data_of_the_template_for_no_answer() {
    let template = template_texts(vec![hybrid("Vordruck", "Vordruck")]);
    for filled in [hybrid("neu", "Vordruck"), hybrid("neu", "neu")] {
        let read = without_left_over(&sample(), &[filled], &[], &template);
        assert_eq!(read, Ok(None));
    }
}

#[test]
fn a_text_that_is_shown_and_not_stored_is_an_error_unless_it_is_the_template_s() {
    let shows = |looks: &[u8]| FormField {
        name: "name".to_owned(),
        unstored_looks: looks.iter().map(|look| LookDigest([*look; 32])).collect(),
        ..FormField::default()
    };
    let template = template_texts(vec![shows(&[1, 2])]);
    let read = |looks: &[u8]| without_left_over(&sample(), &[shows(looks)], &[], &template);
    for own in [&[][..], &[1], &[2, 1]] {
        assert_eq!(read(own), Ok(None), "{own:?}");
    }
    for other in [&[3][..], &[1, 3]] {
        let refused = read(other).unwrap_err();
        assert!(refused.is_ambiguous());
        assert_eq!(
            refused.to_string(),
            "name: shows a text, but stores no value."
        );
    }
}
