//! Boxes and buttons for yes and no.

use super::filled;
use crate::Value;
use crate::form_content::{FormFieldKind, FormFieldOption};
use crate::form_type::FieldType;

#[test]
fn a_box_is_on_in_any_state_but_off() {
    assert_eq!(
        FieldType::Boolean.read(&filled(FormFieldKind::CheckBox, &[])),
        Ok(Some(Value::Boolean(false)))
    );
    assert_eq!(
        FieldType::Boolean.read(&filled(FormFieldKind::CheckBox, &["kein Eintrag"])),
        Ok(Some(Value::Boolean(true)))
    );
    assert_eq!(
        FieldType::Boolean.read(&filled(FormFieldKind::Text, &["Nein"])),
        Ok(Some(Value::Boolean(false)))
    );
    assert!(
        FieldType::Boolean
            .read(&filled(FormFieldKind::Text, &["vielleicht"]))
            .is_err()
    );
    assert!(FieldType::Boolean.accept(&Value::text("true")).is_err());
}

#[test]
fn buttons_for_yes_and_no_are_told_by_what_they_say() {
    let button = |state: &str, options: &[(&str, &str)]| {
        let mut field = filled(FormFieldKind::Radio, &[state]);
        field.options = options
            .iter()
            .map(|(export, display)| FormFieldOption {
                export: (*export).to_owned(),
                display: (*display).to_owned(),
            })
            .collect();
        FieldType::Boolean.read(&field)
    };
    let both = [("Ja", "Ja"), ("Nein", "Nein")];
    assert_eq!(button("Ja", &both), Ok(Some(Value::Boolean(true))));
    assert_eq!(button("Nein", &both), Ok(Some(Value::Boolean(false))));
    let numbered = [("0", "ja"), ("1", "nein")];
    assert_eq!(button("0", &numbered), Ok(Some(Value::Boolean(true))));
    assert_eq!(button("1", &numbered), Ok(Some(Value::Boolean(false))));
    assert!(button("1", &[("0", "0"), ("1", "1")]).is_err());
    // The box for no of two boxes, each a field of its own: it is marked.
    let lone = [("Nein", "Nein")];
    assert_eq!(button("Nein", &lone), Ok(Some(Value::Boolean(true))));
    assert!(button("off", &[]).is_err());
}
