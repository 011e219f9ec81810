//! Texts that stand behind buttons.

use forms::form_content::FieldWidget;

use super::*;

#[test]
fn the_text_of_a_radio_button_is_no_label_of_the_field_below_it() {
    let widget = |left: f32, state: &str| FieldWidget {
        place: spot(left, 50.0, 10.0, 10.0),
        state: Some(state.into()),
    };
    let radio = FormField {
        kind: FormFieldKind::Radio,
        options: vec![option("a", "a"), option("b", "b")],
        widgets: vec![widget(50.0, "a"), widget(150.0, "b")],
        ..text_field("art", 50.0, 50.0)
    };
    let texts = vec![
        printed("Fachschaft", 63.0, 50.0),
        printed("Referat", 163.0, 50.0),
    ];
    let below = text_field("konto", 55.0, 66.0);
    let (_, form_type) = defined(vec![radio, below], texts);
    let labels: Vec<&str> = form_type.fields().map(|field| &*field.label).collect();
    assert!(!labels.contains(&"Fachschaft"), "{labels:?}");
}
