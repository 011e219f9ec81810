use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, FormFieldOption, PagePlace};
use forms::form_type::FieldType;

use super::inspect;
use crate::{check, parse_definition};
use ports::FormPackage;

fn option(export: &str, display: &str) -> FormFieldOption {
    FormFieldOption {
        export: export.into(),
        display: display.into(),
    }
}

fn at(page: usize, top: f32) -> Option<PagePlace> {
    Some(PagePlace {
        page,
        left: 10.0,
        top,
        width: 100.0,
        height: 12.0,
    })
}

fn court_form() -> FormContent {
    let field = |name: &str, kind, place| FormField {
        name: name.into(),
        kind,
        place,
        ..FormField::default()
    };
    let fields = vec![
        FormField {
            options: vec![option("kein Eintrag", "kein Eintrag"), option("Ja", "Ja")],
            ..field(
                "Bezug von Unterstützung?",
                FormFieldKind::Radio,
                at(1, 50.0),
            )
        },
        FormField {
            tooltip: Some("Name, Vorname".into()),
            max_length: Some(40),
            required: true,
            ..field("Feld.1", FormFieldKind::Text, at(0, 20.0))
        },
        FormField {
            tooltip: Some("Geburtsdatum".into()),
            date_format: Some("dd.mm.yyyy".into()),
            ..field("Feld.2", FormFieldKind::Text, at(0, 10.0))
        },
        FormField {
            options: vec![option("On", "On")],
            ..field("☒", FormFieldKind::CheckBox, at(0, 30.0))
        },
        FormField {
            options: vec![option("1", "Donnerstag"), option("2", "Freitag")],
            multiple: true,
            ..field("Tage", FormFieldKind::Choice, at(0, 40.0))
        },
        FormField {
            options: vec![option("a", "a")],
            editable: true,
            ..field("frei", FormFieldKind::Choice, at(0, 45.0))
        },
        field("Unterschrift", FormFieldKind::Signature, at(1, 90.0)),
        field("Feld 1", FormFieldKind::Text, None),
    ];
    FormContent::Fields(fields, Vec::new())
}

#[test]
fn a_form_made_elsewhere_gives_a_definition_that_works_at_once() {
    let content = court_form();
    let text = inspect("Erklärung PKH", &content).unwrap();
    let form_type = parse_definition(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(form_type.key, "erklaerung_p_k_h");
    let paths: Vec<&str> = form_type
        .fields()
        .map(|field| field.path.as_str())
        .collect();
    assert_eq!(
        paths,
        [
            "feld2",
            "feld1",
            "field",
            "tage",
            "frei",
            "feld1_2",
            "bezugVonUnterstuetzung"
        ]
    );
    assert_eq!(form_type.names["Feld.1"], "feld1");
    assert!(matches!(
        &form_type.place_of_template_name("Feld.2").unwrap().kind(),
        FieldType::Date { format } if format == "dd.mm.yyyy",
    ));
    assert!(matches!(
        form_type.place_of_template_name("frei").unwrap().kind(),
        FieldType::Text { .. }
    ));
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    assert_eq!(check(&package, &content), []);
    assert!(text.contains("# left out, since it holds no text: Unterschrift"));
}

#[test]
fn a_flat_pdf_has_nothing_to_define() {
    assert_eq!(inspect("x", &FormContent::Text(vec![], vec![])), None);
}

#[test]
fn inspect_defines_nothing_where_no_field_has_a_name() {
    let content = FormContent::Fields(vec![FormField::default()], Vec::new());
    assert_eq!(inspect("x", &content), None);
}

#[test]
fn a_form_that_begins_with_what_its_fields_do_not_take_is_inspected_and_agrees() {
    let begins_with = |name: &str, kind, value: &str| FormField {
        name: name.into(),
        kind,
        values: vec![value.into()],
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
    let definition = inspect("Beginn", &content).unwrap();
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
