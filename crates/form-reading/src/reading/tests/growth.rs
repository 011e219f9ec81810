//! How the work of reading grows with what is printed: counted in steps, so that no machine is too
//! busy for it.

use forms::form_content::{FormContent, PagePlace, PlacedText};
use forms::form_type::sample::sample;
use forms::words;

use super::by_place;
use crate::steps::take;
use crate::{BlankForm, read, read_with_sources};

/// The text, left edge, line and size of each of `count` runs of a shape.
type Shape = fn(usize) -> (String, f32, f32, f32);

fn runs(shape: Shape, count: usize) -> Vec<PlacedText> {
    let run = |index| {
        let (text, left, line, height) = shape(index);
        PlacedText {
            text,
            place: PagePlace {
                page: 0,
                left,
                top: 12.0 * line - height,
                width: 40.0,
                height,
            },
            words: Vec::new(),
            clipped_by: None,
            line_end: None,
            field: None,
            is_ordered: false,
        }
    };
    (0..count).map(run).collect()
}

fn below(text: &str, index: usize) -> (String, f32, f32, f32) {
    (text.to_owned(), 60.0, index as f32, 9.0)
}

/// What strangers can print a great many times.
const SHAPES: &[(&str, Shape)] = &[
    ("the heading of other fields", |index| {
        below(words::OTHER_FIELDS, index)
    }),
    ("other fields on a continuation page", |index| match index {
        0 => below(&words::continuation_title(&sample().title), 0),
        1 => (words::OTHER_FIELDS.to_owned(), 60.0, 1.0, 11.0),
        index => (format!("Name {index}"), 60.0, index as f32, 7.5),
    }),
    ("titles of continuation pages", |index| {
        below(&words::continuation_title(&sample().title), index)
    }),
    ("one label", |index| below("Projektname", index)),
    ("labels with values", |index| {
        below(&format!("Projektname: {index}"), index)
    }),
    ("two labels in turn", |index| {
        below(["Projektname", "E-Mail"][index % 2], index)
    }),
    ("labels far right and texts", |index| match index % 2 {
        0 => ("Projektname".to_owned(), 500.0, index as f32, 9.0),
        _ => ("Text".to_owned(), 10.0, index as f32, 9.0),
    }),
    ("a label in different sizes", |index| {
        (
            "Projektname".to_owned(),
            60.0,
            index as f32,
            5.0 + index as f32,
        )
    }),
    ("headings of columns", |index| match index % 2 {
        0 => ("Bezeichnung".to_owned(), 60.0, index as f32, 9.0),
        _ => ("Betrag".to_owned(), 300.0, (index - 1) as f32, 9.0),
    }),
    ("labels on one line", |index| {
        ("Projektname".to_owned(), 50.0 * index as f32, 1.0, 9.0)
    }),
    ("texts on one line", |index| {
        (format!("Text {index}"), 50.0 * index as f32, 1.0, 9.0)
    }),
    ("texts", |index| below(&format!("Text {index}"), index)),
    ("rows that refer to a later page", |index| match index % 3 {
        0 => (format!("{}.", index / 3), 40.0, (index / 3) as f32, 9.0),
        1 => ("→ Seite 9".to_owned(), 60.0, (index / 3) as f32, 9.0),
        _ => ("1,00".to_owned(), 300.0, (index / 3) as f32, 9.0),
    }),
];

/// The steps of reading so many runs, with the blank form at hand.
fn steps(shape: Shape, count: usize, blank: &[PlacedText]) -> u64 {
    let content = FormContent::printed(runs(shape, count));
    take();
    let _ = read(&sample(), &content, blank);
    take()
}

#[test]
fn read_takes_hardly_more_than_twice_the_steps_for_twice_the_runs() {
    for (name, shape) in SHAPES {
        // From here on a label stands too often, or the work has shown how it grows.
        let few = steps(*shape, 4_000, &[]);
        let many = steps(*shape, 16_000, &[]);
        assert!(few >= 4_000, "{name}: {few} steps are too few to be all");
        // n log n gives 4 * 14 / 12.
        assert!(
            many as f64 <= 4.7 * few as f64,
            "{name}: {few} steps became {many} for four times the runs"
        );
    }
}

/// What strangers can print a great many times on a page of a known form.
const SHAPES_ON_THE_FORM: &[(&str, Shape)] = &[
    ("texts", |index| below(&format!("Text {index}"), index)),
    ("texts of the form", |index| {
        below("Formular B der Stadt", index)
    }),
    ("texts of the form in one place", |_| below("Posten", 1)),
    ("texts in one field", |index| {
        (
            "Text".to_owned(),
            42.0 + (index % 50) as f32,
            200.0 / 12.0,
            9.0,
        )
    }),
    ("words on one line", |index| {
        ("so viele Wörter".to_owned(), 45.0 * index as f32, 9.0, 9.0)
    }),
];

#[test]
fn read_by_place_takes_hardly_more_than_twice_the_steps_for_twice_the_runs() {
    let (texts, fields) = (by_place::blank(), by_place::fields());
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    let steps = |shape: Shape, count: usize| {
        let printed = texts.iter().cloned().chain(runs(shape, count));
        let content = FormContent::printed(printed.collect());
        take();
        let _ = read_with_sources(&sample(), &content, blank);
        take()
    };
    for (name, shape) in SHAPES_ON_THE_FORM {
        let (few, many) = (steps(*shape, 4_000), steps(*shape, 16_000));
        assert!(few >= 4_000, "{name}: {few} steps are too few to be all");
        assert!(
            many as f64 <= 4.7 * few as f64,
            "{name}: {few} steps became {many} for four times the runs"
        );
    }
}

#[test]
fn words_of_one_text_take_hardly_more_than_twice_the_steps_for_twice_as_many() {
    let (texts, fields) = (by_place::blank(), by_place::fields());
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    let steps = |count: usize| {
        let place = PagePlace {
            page: 0,
            left: 42.0,
            top: 66.0,
            width: 5.0 * count as f32,
            height: 9.0,
        };
        let long = PlacedText::new("so ".repeat(count), place);
        let printed = texts.iter().cloned().chain([long]);
        let content = FormContent::printed(printed.collect());
        take();
        let _ = read_with_sources(&sample(), &content, blank);
        take()
    };
    let (few, many) = (steps(1_000), steps(4_000));
    assert!(few >= 1_000, "{few} steps are too few to be all");
    assert!(
        many as f64 <= 4.7 * few as f64,
        "{few} steps became {many} for four times the words"
    );
}

#[test]
fn marked_texts_take_hardly_more_than_twice_the_steps_for_twice_the_runs() {
    let (texts, fields) = (by_place::blank(), by_place::fields());
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    // A field refers to the page behind, where its value stands among many other texts.
    let of_name = |page: usize, text: &str, top: f32| PlacedText {
        field: Some("Feld 7".to_owned()),
        ..PlacedText::new(
            text,
            PagePlace {
                page,
                left: 42.0,
                top,
                width: 40.0,
                height: 9.0,
            },
        )
    };
    for below in [0.0, 12.0] {
        let steps = |count: usize| {
            let mut printed = vec![of_name(0, "→ Seite 2", 66.0)];
            for index in 0..count {
                let top = 100.0 + below * index as f32;
                let other = of_name(1, "Projekt", top);
                printed.push(PlacedText {
                    field: None,
                    ..other
                });
                printed.push(of_name(1, "Wort", top));
            }
            let content = FormContent::printed(printed);
            take();
            let _ = read_with_sources(&sample(), &content, blank);
            take()
        };
        let (few, many) = (steps(2_000), steps(8_000));
        assert!(
            many as f64 <= 4.7 * few as f64,
            "{below}: {few} steps became {many} for four times the runs"
        );
    }
}

#[test]
fn a_label_that_stands_too_often_is_named() {
    let content = FormContent::printed(runs(|index| below("Projektname", index), 201));
    let refused = read(&sample(), &content, &[]).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("name: its label stands 201 times"),
        "{refused}"
    );
    let content = FormContent::printed(runs(|index| below("Projektname", index), 200));
    assert!(read(&sample(), &content, &[]).is_ok());
}
