//! Which text is the label of a field.

use super::*;

#[test]
fn a_label_ends_where_the_line_to_write_on_begins() {
    // As wide as in Helvetica: what comes before the line is narrower than the line.
    let line = |text: &str, top: f32, width: f32| PlacedText {
        place: spot(20.0, top, width, 10.0),
        ..printed(text, 20.0, top)
    };
    let fields = vec![
        text_field("Text1", 42.0, 50.0),
        text_field("Text2", 42.0, 66.0),
    ];
    let texts = vec![
        line("Titel:__________", 51.0, 77.3),
        line("Stil:___________", 67.0, 79.0),
    ];
    let (text, form_type) = defined(fields, texts);
    let labels: Vec<&str> = form_type.fields().map(|field| &*field.label).collect();
    assert_eq!(labels, ["Titel", "Stil"], "{text}");
}

#[test]
fn a_sentence_above_a_field_yields_to_a_tooltip_that_speaks_of_something_else() {
    let field = FormField {
        tooltip: Some("Begründung der Ablehnung".into()),
        ..text_field("Text1", 50.0, 92.0)
    };
    let label = |above: &str| {
        let (text, form_type) = defined(vec![field.clone()], vec![printed(above, 50.0, 80.0)]);
        let label = form_type.fields().next().unwrap().label.clone();
        (label, text.contains("# ? label: its tooltip"))
    };
    assert_eq!(
        label("Wurde die Maßnahme schon begonnen?"),
        ("Begründung der Ablehnung".to_owned(), true)
    );
    for above in ["Erläuterung", "Wie lautet die Begründung?"] {
        assert_eq!(label(above), (above.to_owned(), false));
    }
}

#[test]
fn the_head_of_a_narrow_column_has_all_of_its_lines() {
    let head = |text: &str, left: f32, top: f32, width: f32| PlacedText {
        place: spot(left, top, width, 9.0),
        ..printed(text, left, top)
    };
    let field = FormField {
        place: Some(spot(50.0, 92.0, 70.0, 14.0)),
        ..text_field("Text1", 50.0, 92.0)
    };
    let label = |first: &str, width: f32| {
        let texts = vec![
            head(first, 50.0 + (70.0 - width) / 2.0, 70.0, width),
            head("Veranstaltung", 54.0, 80.0, 62.0),
        ];
        let form_type = defined(vec![field.clone()], texts).1;
        form_type.fields().next().unwrap().label.clone()
    };
    assert_eq!(label("Ende der", 40.0), "Ende der Veranstaltung");
    assert_eq!(label("Beifügen!", 40.0), "Veranstaltung");
    // There would be room for the word behind it, so it is something else.
    assert_eq!(label("1", 4.0), "Veranstaltung");
}
