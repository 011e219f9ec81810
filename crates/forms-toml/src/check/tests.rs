use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, FormFieldOption, PagePlace};
use ports::FormPackage;

use super::check;
use crate::parse_definition;

const DEFINITION: &str = r#"
form_type = "sports"
title = "Sport"
version = 1
[[section]]
title = "Alles"
[[section.entry]]
key = "name"
label = "Name"
type = "text"
max_length = 20
[[section.entry]]
key = "days"
label = "Tage"
type = "choice"
multiple = true
choices = [{ key = "monday", label = "Montag", export = "1" }]
[[section.entry]]
key = "consent"
label = "Ja"
type = "boolean"
[[section.entry]]
table = "costs"
label = "Kosten"
rows = 1
columns = [{ key = "amount", label = "Betrag", type = "money" }]
[names]
"Feld 1" = "name"
"#;

const PLACE: PagePlace = PagePlace {
    page: 1,
    left: 56.5,
    top: 638.2,
    width: 226.4,
    height: 18.0,
};

fn field(name: &str, kind: FormFieldKind) -> FormField {
    FormField {
        name: name.into(),
        kind,
        ..FormField::default()
    }
}

/// A template that agrees with the definition.
fn template() -> Vec<FormField> {
    let monday = FormFieldOption {
        export: "1".into(),
        display: "Montag".into(),
    };
    vec![
        field("Feld 1", FormFieldKind::Text),
        FormField {
            options: vec![monday],
            multiple: true,
            ..field("days", FormFieldKind::Choice)
        },
        field("consent", FormFieldKind::CheckBox),
        field("costs.0.amount", FormFieldKind::Text),
    ]
}

fn faults(fields: Vec<FormField>) -> Vec<String> {
    let package = FormPackage::new(
        parse_definition(DEFINITION).unwrap(),
        Default::default(),
        Default::default(),
    );
    check(&package, &FormContent::Fields(fields, Vec::new()))
        .into_iter()
        .map(|fault| format!("{}: {}", fault.path, fault.problem))
        .collect()
}

/// What is found after one change to the template that agrees.
fn after(change: impl FnOnce(&mut Vec<FormField>)) -> Vec<String> {
    let mut fields = template();
    change(&mut fields);
    faults(fields)
}

#[test]
fn a_template_that_agrees_has_no_faults() {
    assert!(faults(template()).is_empty());
}

#[test]
fn a_field_that_only_one_of_the_two_has_is_named() {
    let found = after(|fields| {
        fields[0].name = "Feld 2".into();
        fields[0].place = Some(PLACE);
    });
    assert!(found[0].starts_with("name: has no field"), "{found:?}");
    assert!(
        found[1].starts_with("Feld 2: is in the template but not"),
        "{found:?}"
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn a_row_that_the_definition_does_not_show_is_named() {
    let found = after(|fields| fields.push(field("costs.1.amount", FormFieldKind::Text)));
    assert_eq!(
        found,
        ["costs.1.amount: is in row 2 of the template, but the definition says 1 rows"]
    );
}

#[test]
fn a_disagreement_says_where_the_field_stands() {
    let found = after(|fields| {
        fields[0].max_length = Some(19);
        fields[0].place = Some(PLACE);
        fields.push(FormField {
            place: Some(PLACE),
            ..field("Vorname", FormFieldKind::Text)
        });
    });
    assert_eq!(found.len(), 2);
    for fault in found {
        let clause = "(page 2, 56 to 283 points from the left, 638 to 656 from the top)";
        assert!(fault.ends_with(clause), "{fault}");
    }
}

#[test]
fn two_fields_for_one_path_are_named() {
    let found = after(|fields| fields.push(field("name", FormFieldKind::Text)));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("name: holds name as Feld 1 does"),
        "{found:?}"
    );
}

#[test]
fn a_list_that_takes_one_option_does_not_go_with_several() {
    let found = after(|fields| fields[1].multiple = false);
    assert_eq!(
        found,
        ["days: is multiple, but the template takes only one option"]
    );
}

#[test]
fn kinds_lengths_and_options_that_differ_are_named() {
    let found = after(|fields| {
        fields[0].max_length = Some(19);
        fields[1].options[0].export = "2".into();
        fields[1].options[0].display = "Dienstag".into();
        fields[2].kind = FormFieldKind::Text;
        fields[3].kind = FormFieldKind::CheckBox;
    });
    assert_eq!(
        found,
        [
            "name: takes 20 characters, but the template only 19",
            "days: has the choice monday, but the template has no option \"1\"",
            "days: lacks a choice for the template's option \"2\"",
            "consent: is boolean, but the template has no box for it",
            "costs.0.amount: takes a text, but the template has a box for it",
        ]
    );
}

#[test]
fn a_text_that_is_filled_in_is_named_without_what_it_says() {
    let found = after(|fields| {
        fields[0].values = vec!["Erika Mustermann".into()];
        fields[0].place = Some(PLACE);
        fields[1].values = vec!["1".into()];
        fields[2].values = vec!["On".into()];
        fields[3].values = vec![" \n".into()];
    });
    assert_eq!(
        found,
        [
            "Feld 1: is filled in, and everybody is given the template as the blank form: empty \
             it, or add \"Feld 1\" to presets in form.toml (page 2, 56 to 283 points from the \
             left, 638 to 656 from the top)"
        ]
    );
}

#[test]
fn a_preset_is_in_the_blank_form_or_named() {
    let form_type = parse_definition(&format!("presets = [\"Feld 1\"]\n{DEFINITION}")).unwrap();
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    let mut fields = template();
    let blank = FormContent::Fields(fields.clone(), Vec::new());
    let found = check(&package, &blank);
    assert_eq!(found.len(), 1);
    assert!(
        found[0]
            .problem
            .starts_with("is in presets, but the template has no text")
    );
    fields[0].values = vec!["Universität Heidelberg".into()];
    let preset = FormContent::Fields(fields, Vec::new());
    assert_eq!(check(&package, &preset), []);
}

#[test]
fn buttons_and_signatures_need_no_place() {
    let found = after(|fields| {
        fields.push(field("Unterschrift", FormFieldKind::Signature));
        fields.push(field("Drucken", FormFieldKind::PushButton));
    });
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_template_without_fields_is_named() {
    let package = FormPackage::new(
        parse_definition(DEFINITION).unwrap(),
        Default::default(),
        Default::default(),
    );
    assert_eq!(check(&package, &FormContent::printed(Vec::new())).len(), 1);
}
