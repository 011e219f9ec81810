use forms::form_content::{
    FormContent, FormField, FormFieldKind, PagePlace, PlacedText, PrintedPages,
};
use forms::form_type::sample::sample;
use forms::value::Value;
use forms::value_source::SourceKind;
use forms::{Data, words};

use super::without_own;
use crate::fields::left_over::without_left_over;
use crate::{BlankForm, ContentError, read, read_with_sources, template_texts};

fn place(left: f32, top: f32, height: f32) -> PagePlace {
    PagePlace {
        page: 0,
        left,
        top,
        width: 100.0,
        height,
    }
}

/// A field 100 points from the left.
fn field(name: &str, kind: FormFieldKind, value: &str, (top, height): (f32, f32)) -> FormField {
    FormField {
        name: name.to_owned(),
        kind,
        values: vec![value.to_owned()],
        multiple: height > 20.0,
        place: Some(place(100.0, top, height)),
        ..FormField::default()
    }
}

fn blank(name: &str, top: f32) -> FormField {
    field(name, FormFieldKind::Text, "", (top, 20.0))
}

fn note(text: &str, top: f32, height: f32) -> FormField {
    FormField {
        place: Some(place(103.0, top, height)),
        ..field(
            &words::notes_on_page(1),
            FormFieldKind::Note,
            text,
            (0.0, 0.0),
        )
    }
}

fn comment(text: &str, top: f32) -> FormField {
    FormField {
        kind: FormFieldKind::Comment,
        ..note(text, top, 18.0)
    }
}

fn read_fields(fields: &[FormField]) -> Result<Data, ContentError> {
    read(
        &sample(),
        &FormContent::Fields(fields.to_vec(), Vec::new()),
        &[],
    )
}

fn kept(data: &Data) -> Option<&Value> {
    data.at("otherFields.Notizen auf Seite 1")
}

#[test]
fn a_note_in_the_place_of_a_blank_field_is_its_value() {
    let fields = [
        blank("name", 0.0),
        blank("projectBeginn", 30.0),
        field("description", FormFieldKind::Text, "", (60.0, 60.0)),
        FormField {
            values: Vec::new(),
            options: vec![forms::form_content::FormFieldOption {
                export: "Ja".to_owned(),
                display: "Ja".to_owned(),
            }],
            ..field("privacyConsent", FormFieldKind::CheckBox, "", (130.0, 12.0))
        },
        note("Sommerfest\ram Fluss", 2.0, 16.0),
        note("1.7.2026", 31.0, 18.0),
        note("Musik\r\n\nund Tanz", 65.0, 50.0),
        note("x", 131.0, 10.0),
    ];
    let content = FormContent::Fields(fields.to_vec(), Vec::new());
    let (data, sources) = read_with_sources(&sample(), &content, BlankForm::default()).unwrap();
    let text = |text: &str| Some(Value::text(text));
    assert_eq!(data.at("name").cloned(), text("Sommerfest am Fluss"));
    assert_eq!(data.at("description").cloned(), text("Musik\n\nund Tanz"));
    assert!(data.at("projectBeginn").is_some());
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(data.at("otherFields"), None);
    let is_in_place = |kind| kind == SourceKind::TextInPlace;
    assert!(sources.iter().all(|source| is_in_place(source.kind)));
    assert_eq!(sources.len(), 4);
}

#[test]
fn a_note_next_to_another_value_is_ambiguous_and_the_same_value_is_read_once() {
    let filled = field("name", FormFieldKind::Text, "Winterfest", (0.0, 20.0));
    let refused = read_fields(&[filled.clone(), note("Sommerfest", 1.0, 18.0)]).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
    let data = read_fields(&[filled, note("Winterfest", 1.0, 18.0)]).unwrap();
    assert_eq!(data.at("name"), Some(&Value::text("Winterfest")));
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_note_elsewhere_is_kept_whole_under_its_page() {
    for elsewhere in [
        note("am Rand", 300.0, 18.0),
        // Its second line stands below the field.
        note("zwei\nZeilen", 0.0, 60.0),
        FormField {
            place: Some(place(40.0, 1.0, 18.0)),
            ..note("davor", 0.0, 0.0)
        },
        FormField {
            place: None,
            ..note("irgendwo", 0.0, 0.0)
        },
    ] {
        let text = Value::text(elsewhere.values.concat());
        let data = read_fields(&[blank("name", 0.0), elsewhere]).unwrap();
        assert_eq!((kept(&data), data.at("name")), (Some(&text), None));
    }
    let several = [note("eins", 300.0, 9.0), note("zwei", 400.0, 9.0)];
    let several = [&[blank("name", 0.0)], &several[..]].concat();
    assert_eq!(
        kept(&read_fields(&several).unwrap()),
        Some(&Value::text("eins\nzwei"))
    );
}

#[test]
fn a_note_in_the_place_of_a_field_that_is_not_known_is_kept() {
    let data = read_fields(&[blank("unbekannt", 0.0), note("x", 1.0, 18.0)]).unwrap();
    assert_eq!(kept(&data), Some(&Value::text("x")));
}

#[test]
fn a_comment_is_kept_and_never_a_value() {
    let fields = [blank("name", 0.0), comment("bis Freitag", 1.0)];
    let data = read_fields(&fields).unwrap();
    assert_eq!(
        (data.at("name"), kept(&data)),
        (None, Some(&Value::text("bis Freitag")))
    );
    let run = PlacedText::new("Projektname: Sommerfest", place(40.0, 0.0, 9.0));
    let flat = FormContent::Text(PrintedPages {
        texts: vec![run],
        comments: vec![comment("bis Freitag", 1.0)],
        ..PrintedPages::default()
    });
    let data = read(&sample(), &flat, &[]).unwrap();
    assert_eq!(data.at("name"), Some(&Value::text("Sommerfest")));
    assert_eq!(kept(&data), Some(&Value::text("bis Freitag")));
}

#[test]
fn keep_loses_nothing_of_what_is_long_or_has_a_name_that_is_taken() {
    let long = "ü".repeat(10_001);
    let taken = FormField {
        name: words::notes_on_page(1),
        ..field("", FormFieldKind::Text, "von einem Feld", (0.0, 20.0))
    };
    let data = read_fields(&[taken.clone(), note(&long, 300.0, 9.0)]).unwrap();
    assert_eq!(kept(&data), Some(&Value::text("von einem Feld")));
    let piece = |number| data.at(&format!("otherFields.Notizen auf Seite 1 ({number})"));
    assert_eq!(piece(2), Some(&Value::text("ü".repeat(10_000))));
    assert_eq!(piece(3), Some(&Value::text("ü")));
    let data = read_fields(&[taken, note("von einem Feld", 300.0, 9.0)]).unwrap();
    let others = data.at("otherFields").unwrap();
    assert!(
        matches!(others, Value::Object(others) if others.len() == 1),
        "{others:?}"
    );
}

#[test]
fn without_left_over_takes_the_notes_of_a_template_for_no_answer() {
    let note = |text: &str| note(text, 300.0, 9.0);
    let template = template_texts(vec![note("Hier lochen\nNr."), comment("Nr.", 9.0)]);
    for (filled, typed) in [
        (vec!["Hier lochen\nNr.", "Nr."], vec![]),
        (
            vec!["Nr. 7\nNr.", "Hier lochen\nNr.", "Nr."],
            vec!["Nr. 7", "Nr."],
        ),
        (vec!["Hier lochen!"], vec!["Hier lochen!"]),
    ] {
        let filled: Vec<FormField> = filled.into_iter().map(note).collect();
        let read = without_left_over(&sample(), &filled, &[], &template);
        let read = read.unwrap().unwrap();
        let texts: Vec<String> = read.into_iter().flat_map(|note| note.values).collect();
        assert_eq!(texts, typed);
    }
    // A field of the form that has the same name.
    let named = FormField {
        kind: FormFieldKind::default(),
        ..note("Hier lochen")
    };
    assert_eq!(
        without_left_over(&sample(), &[named], &[], &template),
        Ok(None)
    );
}

#[test]
fn without_own_takes_the_comments_of_a_template_from_a_flat_form() {
    let template = template_texts(vec![comment("Hier lochen", 9.0)]);
    let filled = [comment("Hier lochen", 9.0), comment("bis Freitag", 50.0)];
    let typed = without_own(&filled, &template).unwrap();
    let texts: Vec<String> = typed
        .into_iter()
        .flat_map(|comment| comment.values)
        .collect();
    assert_eq!(texts, ["bis Freitag"]);
    assert_eq!(without_own(&filled, &template_texts(Vec::new())), None);
}

#[test]
fn all_pieces_of_a_long_note_are_kept_where_they_are_alike() {
    for text in [
        "a".repeat(25_000),
        format!("{}\n", "a".repeat(9_999)).repeat(2),
    ] {
        let data = read_fields(&[blank("name", 0.0), comment(&text, 0.0)]).unwrap();
        let Some(Value::Object(others)) = data.at("otherFields") else {
            panic!("no other fields")
        };
        let kept = others.values().map(|value| match value {
            Value::Text(text) => text.trim_end().len(),
            _ => 0,
        });
        let length = text.trim_end().len();
        assert!(kept.sum::<usize>() + 1 >= length, "of {length}");
    }
}
