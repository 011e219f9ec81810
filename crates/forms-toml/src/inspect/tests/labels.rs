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
