//! What people put onto a page with a viewer: notes and comments.

use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, PrintedPages};
use lopdf::{Dictionary, Object, dictionary};
use ports::PdfError;

use crate::form::{Form, bytes, overlay, rectangle, text};

/// A form with annotations, which are notes where they say nothing else.
fn annotated(mut form: Form, annotations: &[Dictionary]) -> Form {
    for entries in annotations {
        let mut annotation =
            dictionary! { "Subtype" => "FreeText", "Rect" => rectangle(50, 700, 250, 720) };
        overlay(&mut annotation, entries);
        let id = form.add(annotation);
        form.annotations.push(id.into());
    }
    form
}

/// A form with a blank field and annotations.
fn form(annotations: &[Dictionary]) -> Form {
    annotated(Form::with_text(Dictionary::new()), annotations)
}

fn told(fields: &[FormField]) -> Vec<(FormFieldKind, &str, String)> {
    let tell = |field: &'_ FormField| (field.kind, field.values.concat());
    let told = fields
        .iter()
        .map(|field| (tell(field), field.name.as_str()));
    told.map(|((kind, text), name)| (kind, name, text))
        .collect()
}

#[test]
fn what_was_typed_onto_the_page_of_a_form_is_told_note_by_note() {
    let fields = form(&[
        dictionary! { "Contents" => text("Anna Müller ") },
        dictionary! { "Contents" => text("Sommerfest\rim Juni\0") },
        dictionary! { "Contents" => text(" ") },
    ])
    .read_fields();
    let name = "Notizen auf Seite 1";
    let note = |text: &str| (FormFieldKind::Note, name, text.to_owned());
    assert_eq!(
        told(&fields[1..]),
        [note("Anna Müller"), note("Sommerfest\rim Juni")]
    );
    assert!(fields[1..].iter().all(|note| note.place.is_some()));
}

#[test]
fn formatted_notes_count_where_there_is_no_plain_text() {
    let rich = || text("<body><p>Eins</p></body>");
    let values = |entries| form(&[entries]).read_fields().remove(1).values;
    assert_eq!(values(dictionary! { "RC" => rich() }), ["Eins"]);
    assert_eq!(
        values(dictionary! { "RC" => rich(), "Contents" => text("Zwei") }),
        ["Zwei"]
    );
    let blank = dictionary! { "RC" => rich(), "Contents" => text(" ") };
    assert_eq!(values(blank), ["Eins"]);
    let quoted = text("<p style=\"font-family:'A>B'\">Eins</p>");
    assert_eq!(values(dictionary! { "RC" => quoted }), ["Eins"]);
}

#[test]
fn comments_are_told_wherever_they_stand_beside_fields_and_on_a_flat_form() {
    let comments = || {
        [
            dictionary! { "Subtype" => "Text", "Contents" => text("bis Freitag") },
            dictionary! {
                "Subtype" => "Highlight", "Contents" => text("wichtig"), "Rect" => Object::Null
            },
            dictionary! { "Subtype" => "Redact", "Contents" => text("geheim") },
        ]
    };
    let name = "Notizen auf Seite 1";
    let expected = ["bis Freitag", "wichtig", "geheim"]
        .map(|text| (FormFieldKind::Comment, name, text.to_owned()));
    assert_eq!(told(&form(&comments()).read_fields()[1..]), expected);
    let Ok(FormContent::Text(PrintedPages {
        texts: runs,
        comments: flat,
        ..
    })) = annotated(Form::new(), &comments()).read()
    else {
        panic!("no flat form");
    };
    assert_eq!((runs, told(&flat)), (Vec::new(), expected.to_vec()));
}

#[test]
fn a_file_that_is_attached_to_a_page_is_told_by_its_name() {
    let file = |entries: Dictionary| dictionary! { "Subtype" => "FileAttachment", "FS" => entries };
    let both = dictionary! { "UF" => text("Angebot Müller.pdf"), "F" => text("angebot.pdf") };
    let mut commented = file(both.clone());
    commented.set("Contents", text("bitte lesen"));
    for (entries, told) in [
        (file(both), "Anlage: Angebot Müller.pdf"),
        (commented, "bitte lesen\nAnlage: Angebot Müller.pdf"),
        (
            file(dictionary! { "UF" => text(" "), "F" => text("angebot.pdf") }),
            "Anlage: angebot.pdf",
        ),
        (
            dictionary! { "Subtype" => "FileAttachment", "FS" => text("a.pdf") },
            "Anlage: a.pdf",
        ),
        (file(Dictionary::new()), "Anlage"),
        // Of what only one system has named the encoding is not told.
        (
            file(dictionary! { "UF" => bytes(b"a\x9f"), "F" => bytes("Maßnahme.pdf".as_bytes()) }),
            "Anlage: Maßnahme.pdf",
        ),
        (file(dictionary! { "F" => bytes(b"a\x9f") }), "Anlage"),
    ] {
        let note = form(&[entries]).read_fields().remove(1);
        assert_eq!(
            (note.kind, note.values),
            (FormFieldKind::Comment, vec![told.to_owned()])
        );
    }
    let hidden = dictionary! { "Subtype" => "FileAttachment", "FS" => text("a.pdf"), "F" => 2 };
    assert_eq!(form(&[hidden]).read_fields().len(), 1);
}

#[test]
fn what_nobody_wrote_or_no_viewer_shows_is_neither() {
    for entries in [
        dictionary! { "Contents" => text("x"), "F" => 2 },
        dictionary! { "Contents" => text("x"), "F" => 2, "Subtype" => "Text" },
        dictionary! { "Contents" => text("x"), "Subtype" => "Link" },
        dictionary! { "Contents" => text("x"), "Subtype" => "Popup" },
        dictionary! {
            "Contents" => text("Accepted set by x"), "Subtype" => "Text",
            "StateModel" => text("Review")
        },
        dictionary! { "Subtype" => "Text" },
        Dictionary::new(),
    ] {
        assert_eq!(form(&[entries]).read_fields().len(), 1);
    }
}

#[test]
fn notes_and_comments_that_cannot_be_read_are_not_left_out() {
    for entries in [
        dictionary! { "Contents" => bytes(b"a\x9f") },
        dictionary! { "Contents" => bytes(b"a\x9f"), "Subtype" => "Text" },
        dictionary! { "Contents" => 5 },
        dictionary! { "RC" => text("<p>a & b") },
        dictionary! { "Contents" => text("x"), "Rect" => Object::Null },
    ] {
        let refused = PdfError::Undecodable(vec!["page 1".to_owned()]);
        assert_eq!(form(&[entries]).read(), Err(refused));
    }
}

#[test]
fn more_notes_than_anybody_writes_are_too_complex() {
    let mut form = form(&[]);
    let note = dictionary! {
        "Subtype" => "Text", "Rect" => rectangle(50, 700, 250, 720), "Contents" => text("x")
    };
    let id = form.add(note);
    for _ in 0..10_001 {
        form.annotations.push(id.into());
    }
    assert!(matches!(form.read(), Err(PdfError::TooComplex(_))));
}

#[test]
fn what_a_pen_drew_onto_a_flat_form_is_told_stroke_by_stroke() {
    let stroke = |points: [i64; 4]| Object::Array(points.map(Object::Integer).to_vec());
    let ink = |flags: i64| {
        dictionary! {
            "Subtype" => "Ink", "F" => flags,
            "InkList" => vec![stroke([52, 705, 60, 715]), stroke([352, 705, 360, 715])]
        }
    };
    let stamp = dictionary! { "Subtype" => "Stamp", "Rect" => rectangle(50, 600, 62, 612) };
    let annotations = [
        ink(4),
        ink(2),
        stamp,
        dictionary! { "Contents" => text("Hallo") },
    ];
    let Ok(FormContent::Text(PrintedPages { shapes, .. })) =
        annotated(Form::new(), &annotations).read()
    else {
        panic!("it has no fields");
    };
    let places = shapes.iter().map(|shape| shape.place);
    let places: Vec<(f32, f32)> = places.map(|place| (place.left, place.width)).collect();
    assert_eq!(places, [(52.0, 8.0), (352.0, 8.0), (50.0, 12.0)]);
}

#[test]
fn so_many_points_of_a_pen_that_no_form_has_them_are_refused() {
    let mut form = Form::new();
    let stroke = form.add(Object::Array(vec![Object::Integer(9); 20_000]));
    let list = vec![Object::Reference(stroke); 200];
    let ink = dictionary! { "Subtype" => "Ink", "InkList" => list };
    let refused = annotated(form, &[ink]).read();
    assert!(
        matches!(refused, Err(PdfError::TooComplex(_))),
        "{refused:?}"
    );
}

/// An annotation with a look that writes this with Helvetica, twice as large as its box.
fn drawn(mut form: Form, subtype: &str, shown: &str, entries: &Dictionary) -> Form {
    let font = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
    let look = dictionary! {
        "Subtype" => "Form", "BBox" => rectangle(0, 0, 100, 10),
        "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
    };
    let content = format!("1 g 0 0 100 10 re f 0 g BT /F 6 Tf 2 2 Td ({shown}) Tj ET");
    let look = form.add(lopdf::Stream::new(look, content.into_bytes()));
    let mut annotation = dictionary! {
        "Subtype" => subtype, "AP" => dictionary! { "N" => look },
    };
    overlay(&mut annotation, entries);
    annotated(form, &[annotation])
}

fn printed(form: Form) -> Vec<(String, i32, i32)> {
    let texts = match form.read() {
        Ok(FormContent::Text(pages)) => pages.texts,
        Ok(FormContent::Fields(_, texts)) => texts,
        other => panic!("{other:?}"),
    };
    let told = |run: &forms::form_content::PlacedText| {
        let (left, height) = (run.place.left.round(), run.place.height.round());
        (run.text.clone(), left as i32, height as i32)
    };
    texts.iter().map(told).collect()
}

#[test]
fn what_only_the_look_of_an_annotation_shows_is_printed_text_of_its_page() {
    for subtype in ["Stamp", "Link", "Watermark", "Square", "FreeText", "Foo"] {
        for form in [Form::new(), Form::with_text(Dictionary::new())] {
            let form = drawn(form, subtype, "150,00", &Dictionary::new());
            // From 50 on, where 100 points of the look are 200 of the page.
            assert_eq!(printed(form), [("150,00".to_owned(), 54, 12)], "{subtype}");
        }
    }
}

#[test]
fn numbers_of_rectangles_and_strokes_may_be_objects_of_their_own() {
    let mut form = Form::new();
    let mut numbers = |numbers: [i64; 4]| {
        let ids = numbers.map(|number| form.add(Object::Integer(number)));
        Object::Array(ids.map(Object::Reference).to_vec())
    };
    let (rectangle, stroke) = (numbers([50, 700, 250, 720]), numbers([52, 705, 60, 715]));
    let ink = dictionary! { "Subtype" => "Ink", "InkList" => vec![stroke] };
    let form = annotated(form, &[ink]);
    let form = drawn(
        form,
        "Stamp",
        "150,00",
        &dictionary! { "Rect" => rectangle },
    );
    let Ok(FormContent::Text(PrintedPages { shapes, texts, .. })) = form.read() else {
        panic!("it has no fields");
    };
    let lefts: Vec<f32> = shapes.iter().map(|shape| shape.place.left).collect();
    assert_eq!(lefts, [52.0, 50.0]);
    assert_eq!(texts.len(), 1);
}

#[test]
fn a_note_whose_formatted_text_cannot_be_read_is_read_as_it_is_drawn() {
    let entries = dictionary! { "Contents" => text(""), "RC" => text("<p>150&unknown;00</p>") };
    let drawn = drawn(Form::new(), "FreeText", "150,00", &entries);
    assert_eq!(printed(drawn).len(), 1);
    let mut form = Form::with_text(Dictionary::new());
    let rich = form.add(lopdf::Stream::new(
        Dictionary::new(),
        b"<p>Eins</p>".to_vec(),
    ));
    let note = dictionary! { "Contents" => text(""), "RC" => rich };
    assert_eq!(
        annotated(form, &[note]).read_fields().remove(1).values,
        ["Eins"]
    );
}

#[test]
fn what_an_annotation_tells_or_nobody_sees_of_its_look_is_not_read_from_it() {
    let note = dictionary! { "Contents" => text("150,00") };
    let told = |entries: &Dictionary| {
        let form = Form::with_text(Dictionary::new());
        printed(drawn(form, "FreeText", "150,00", entries))
    };
    assert_eq!(told(&note), []);
    for flags in [2, 32] {
        assert_eq!(told(&dictionary! { "F" => flags }), [], "{flags}");
    }
    assert_eq!(told(&dictionary! { "F" => 36 }).len(), 1, "it is printed");
    let popup = drawn(
        Form::with_text(Dictionary::new()),
        "Popup",
        "x",
        &Dictionary::new(),
    );
    assert_eq!(printed(popup), []);
}

/// What is only seen neither on a screen nor on paper was not said to anybody.
#[test]
fn notes_that_nobody_sees_are_left_out() {
    for (flags, count) in [(0, 1), (2, 0), (32, 0), (36, 1)] {
        let note = dictionary! { "Contents" => text("x"), "F" => flags };
        let fields = form(&[note]).read_fields();
        assert_eq!(fields.len() - 1, count, "{flags}");
    }
}
