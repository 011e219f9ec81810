//! Fields that are left out, and values that their fields do not take.

use super::*;

#[test]
fn a_field_that_stands_on_no_page_is_left_out_and_named() {
    let orphan = FormField {
        name: "Aktenzeichen".into(),
        ..FormField::default()
    };
    let orphans = FormContent::Fields(vec![orphan.clone()], Vec::new());
    assert_eq!(inspect("Formular", &orphans), None);
    let both = FormContent::Fields(vec![orphan, text_field("Name", 50.0, 50.0)], Vec::new());
    let text = inspect("Formular", &both).unwrap();
    assert!(
        text.contains("left out, since it stands on no page: Aktenzeichen"),
        "{text}"
    );
    let form_type = parse_definition(&text).unwrap();
    assert_eq!(form_type.fields().count(), 1);
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    assert_eq!(check(&package, &both), []);
}

#[test]
fn a_field_that_no_viewer_shows_is_marked() {
    let hidden = FormField {
        is_hidden: true,
        ..text_field("Formularnummer", 50.0, 80.0)
    };
    let fields = vec![text_field("Name", 50.0, 50.0), hidden];
    let text = inspect("Formular", &FormContent::Fields(fields, Vec::new())).unwrap();
    let mark = "# ? hidden: no viewer shows this field; take the entry out";
    let at = |part: &str| text.find(part).unwrap();
    assert_eq!(text.matches(mark).count(), 1, "{text}");
    assert!(at("key = \"name\"") < at(mark), "{text}");
    assert!(at(mark) < at("key = \"formularnummer\""), "{text}");
}

#[test]
fn no_key_is_the_name_of_a_field_that_is_left_out() {
    let signature = FormField {
        name: "signature".into(),
        kind: FormFieldKind::Signature,
        ..text_field("", 50.0, 50.0)
    };
    let fields = vec![signature, text_field("Signature", 50.0, 80.0)];
    let content = FormContent::Fields(fields, Vec::new());
    let form_type = parse_definition(&inspect("Formular", &content).unwrap()).unwrap();
    let paths: Vec<&String> = form_type.fields().map(|field| &field.path).collect();
    assert_eq!(paths, ["signature_2"]);
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    assert_eq!(check(&package, &content), []);
}

#[test]
fn a_list_with_blank_options_alone_is_proposed_as_a_text() {
    let list = FormField {
        kind: FormFieldKind::Choice,
        options: vec![option(" ", " ")],
        ..text_field("Ort", 50.0, 50.0)
    };
    let content = FormContent::Fields(vec![list], Vec::new());
    let form_type = parse_definition(&inspect("Formular", &content).unwrap()).unwrap();
    let kinds: Vec<&FieldType> = form_type.fields().map(|field| &field.kind).collect();
    assert!(matches!(kinds[..], [FieldType::Text { .. }]), "{kinds:?}");
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    assert_eq!(check(&package, &content), []);
}

#[test]
fn a_field_that_takes_more_than_a_definition_may_is_proposed_with_the_most() {
    let endless = FormField {
        max_length: Some(usize::MAX),
        ..text_field("Name", 50.0, 50.0)
    };
    let content = FormContent::Fields(vec![endless], Vec::new());
    let form_type = parse_definition(&inspect("Formular", &content).unwrap()).unwrap();
    let kinds = form_type.fields().map(|field| &field.kind);
    assert!(matches!(
        kinds.collect::<Vec<_>>()[..],
        [FieldType::Text {
            max_length: 100_000,
            ..
        }]
    ));
}

/// The definition whose editor wants what is filled in to be in the blank form.
fn accepted(definition: &str) -> String {
    definition.replace("# presets = ", "presets = ")
}

#[test]
fn what_a_person_has_filled_in_has_to_be_accepted_before_everybody_is_given_it() {
    let field = FormField {
        values: vec!["Erika Mustermann".into()],
        ..text_field("Name", 50.0, 50.0)
    };
    let content = FormContent::Fields(vec![field], Vec::new());
    let definition = inspect("Antrag", &content).unwrap();
    assert!(definition.contains("# ? presets: these fields are filled in"));
    assert!(!definition.contains("Erika"), "{definition}");
    let faults = |definition: &str| {
        let form_type = parse_definition(definition).unwrap();
        let package = FormPackage::new(form_type, Default::default(), Default::default());
        check(&package, &content)
    };
    let found = faults(&definition);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].path, "Name");
    assert!(found[0].problem.starts_with("is filled in, and everybody"));
    assert_eq!(faults(&accepted(&definition)), []);
}

#[test]
fn a_form_that_begins_with_what_its_fields_do_not_take_is_inspected_and_agrees() {
    let begins_with = |name: &str, kind, value: &str| FormField {
        name: name.into(),
        kind,
        values: vec![value.into()],
        place: at(0, 20.0),
        ..FormField::default()
    };
    let fields = vec![
        FormField {
            max_length: Some(3),
            ..begins_with("Name", FormFieldKind::Text, "langer Name")
        },
        FormField {
            date_format: Some("dd.mm.yyyy".into()),
            ..begins_with("Tag", FormFieldKind::Text, "TT.MM.JJJJ")
        },
        FormField {
            options: vec![option("a", "a")],
            ..begins_with("Wahl", FormFieldKind::Choice, "bitte wählen")
        },
        begins_with("", FormFieldKind::Text, "namenlos"),
    ];
    let content = FormContent::Fields(fields, Vec::new());
    let definition = accepted(&inspect("Beginn", &content).unwrap());
    assert!(definition.contains("# left out, since it has no name: a field on page 1"));
    let form_type = parse_definition(&definition).unwrap();
    let fields: Vec<_> = form_type.fields().collect();
    let length = |index: usize| match fields[index].kind {
        FieldType::Text { max_length, .. } => max_length,
        _ => 0,
    };
    assert_eq!([length(0), length(1), length(2)], [11, 1_000, 1_000]);
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    assert_eq!(check(&package, &content), []);
}
