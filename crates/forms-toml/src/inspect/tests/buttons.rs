//! Texts that stand behind buttons.

use forms::form_content::FieldWidget;

use super::*;

/// A group of two buttons, 100 points apart.
fn radio(states: [&str; 2]) -> FormField {
    let widget = |left: f32, state: &str| FieldWidget {
        place: spot(left, 50.0, 10.0, 10.0),
        state: Some(state.into()),
    };
    FormField {
        kind: FormFieldKind::Radio,
        options: states.map(|state| option(state, state)).to_vec(),
        widgets: vec![widget(50.0, states[0]), widget(150.0, states[1])],
        ..text_field("art", 50.0, 50.0)
    }
}

#[test]
fn the_text_of_a_radio_button_is_no_label_of_the_field_below_it() {
    let radio = radio(["a", "b"]);
    let texts = vec![
        printed("Fachschaft", 63.0, 50.0),
        printed("Referat", 163.0, 50.0),
    ];
    let below = text_field("konto", 55.0, 66.0);
    let (_, form_type) = defined(vec![radio, below], texts);
    let labels: Vec<&str> = form_type.fields().map(|field| &*field.label).collect();
    assert!(!labels.contains(&"Fachschaft"), "{labels:?}");
}

#[test]
fn buttons_whose_states_say_nothing_are_called_by_what_is_printed_beside_them() {
    let choices = |states, texts| {
        let (text, form_type) = defined(vec![radio(states)], texts);
        let FieldType::Choice { choices, .. } = form_type.fields().next().unwrap().kind.clone()
        else {
            panic!("{text}");
        };
        let choices = choices.into_iter();
        let told = choices.map(|choice| (choice.key, choice.label, choice.export));
        let told: Vec<String> = told.map(|choice| format!("{choice:?}")).collect();
        (told.join(" "), text)
    };
    let beside = |second: &str| {
        vec![
            printed("Fachschaft", 63.0, 50.0),
            printed(second, 163.0, 50.0),
        ]
    };
    let (told, text) = choices(["0", "1"], beside("Übriges Referat"));
    assert_eq!(
        told,
        "(\"fachschaft\", \"Fachschaft\", Some(\"0\")) \
            (\"uebrigesReferat\", \"Übriges Referat\", Some(\"1\"))"
    );
    assert!(
        text.contains("# ? choices: called by what is printed"),
        "{text}"
    );
    // States that speak stay, and so do those beside which one text stands twice, or none.
    let (told, text) = choices(["Nein", "vielleicht"], beside("Referat"));
    assert!(told.starts_with("(\"nein\", \"Nein\""), "{told}");
    assert!(!text.contains("# ? choices"), "{text}");
    for texts in [beside("Fachschaft"), beside("Referat")[..1].to_vec()] {
        let (told, text) = choices(["0", "1"], texts);
        assert!(told.contains("\"0\", Some(\"0\")"), "{told}");
        assert!(text.contains("\"0\", which says nothing"), "{text}");
    }
}

#[test]
fn labels_in_front_of_buttons_are_theirs_though_a_text_follows_on_the_last_one() {
    let texts = vec![
        printed("ja", 38.0, 50.0),
        printed("nein", 128.0, 50.0),
        printed("(Pflichtangabe)", 170.0, 50.0),
    ];
    // Another one stands right behind the first button.
    let behind = printed("oder", 70.0, 50.0);
    for texts in [texts.clone(), [texts, vec![behind]].concat()] {
        let (text, _) = defined(vec![radio(["0", "1"])], texts);
        assert!(
            text.contains("label = \"ja\"") && text.contains("label = \"nein\""),
            "{text}"
        );
    }
}

#[test]
fn buttons_that_the_pdf_calls_the_same_are_called_by_what_is_printed_beside_them() {
    let same = FormField {
        options: vec![option("0", "Ja"), option("1", "Ja")],
        ..radio(["0", "1"])
    };
    let texts = vec![printed("aktiv", 63.0, 50.0), printed("passiv", 163.0, 50.0)];
    let (text, _) = defined(vec![same.clone()], texts);
    let doubt = "printed beside the buttons, since the PDF calls several of them \"Ja\"";
    for expected in [doubt, "label = \"aktiv\"", "label = \"passiv\""] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let (text, _) = defined(vec![same], Vec::new());
    let doubt = "# ? choices: the PDF calls several of them \"Ja\"";
    assert!(text.contains(doubt), "{text}");
}

#[test]
fn a_text_right_behind_a_box_is_no_label_of_the_next_box_that_is_called_alike() {
    let check_box = |name: &str, left: f32| FormField {
        kind: FormFieldKind::CheckBox,
        options: vec![option("On", "On")],
        place: Some(spot(left, 50.0, 10.0, 10.0)),
        widgets: vec![FieldWidget {
            place: spot(left, 50.0, 10.0, 10.0),
            state: Some("On".into()),
        }],
        ..text_field(name, 0.0, 0.0)
    };
    // As wide as 5 points a letter: the second box begins 12 points behind the text.
    let fields = vec![
        check_box("Checkbox_2", 50.0),
        check_box("Zahlung_Jährlich", 138.0),
    ];
    let texts = vec![
        printed("½ – jährlich", 64.0, 50.0),
        printed("1 mal jährlich", 152.0, 50.0),
    ];
    let (text, form_type) = defined(fields, texts);
    let labels: Vec<&str> = form_type.fields().map(|field| &*field.label).collect();
    assert_eq!(labels, ["½ – jährlich", "1 mal jährlich"], "{text}");
    // Where the texts stand before the boxes, they are closer to their own.
    let fields = vec![check_box("Ja", 50.0), check_box("Nein", 92.0)];
    let texts = vec![printed("Ja", 38.0, 50.0), printed("Nein", 70.0, 50.0)];
    let (text, _) = defined(fields, texts);
    assert!(text.contains("label = \"Nein: Nein\""), "{text}");
}
