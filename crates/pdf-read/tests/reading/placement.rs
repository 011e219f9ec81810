//! Where fields stand.

use forms::form_content::PagePlace;
use lopdf::{Dictionary, Object, dictionary};
use ports::PdfError;

use crate::form::{Form, overlay, rectangle, text};

fn place(page: Dictionary) -> Option<PagePlace> {
    let mut form = Form::with_text(dictionary! { "V" => text("a") });
    overlay(&mut form.page, &page);
    form.read_fields().remove(0).place
}

#[test]
fn a_field_is_hidden_where_none_of_its_widgets_is_seen() {
    let hidden = || dictionary! { "F" => 2 };
    let without_area = || dictionary! { "Rect" => rectangle(10, 20, 10, 20) };
    let shown = || dictionary! { "F" => 4 };
    for (widgets, is_hidden) in [
        (vec![hidden()], true),
        (vec![dictionary! { "F" => 32 }], true),
        (vec![without_area()], true),
        (vec![hidden(), without_area()], true),
        (vec![shown()], false),
        (vec![hidden(), shown()], false),
    ] {
        let mut form = Form::new();
        for entries in &widgets {
            form.field("x", "Tx", entries.clone());
        }
        assert_eq!(form.read_fields()[0].is_hidden, is_hidden, "{widgets:?}");
    }
}

#[test]
fn places_are_counted_from_the_top_left_of_the_page_as_it_is_shown() {
    let at = |left, top, width, height| {
        Some(PagePlace {
            page: 0,
            left,
            top,
            width,
            height,
        })
    };
    // The widget stands at 10 20 110 40 on a page of 595 by 842.
    assert_eq!(place(Dictionary::new()), at(10.0, 802.0, 100.0, 20.0));
    assert_eq!(
        place(dictionary! { "Rotate" => 90 }),
        at(20.0, 10.0, 20.0, 100.0)
    );
    assert_eq!(
        place(dictionary! { "Rotate" => -90 }),
        at(802.0, 485.0, 20.0, 100.0)
    );
    assert_eq!(
        place(dictionary! { "CropBox" => rectangle(5, 10, 500, 1000) }),
        at(5.0, 802.0, 100.0, 20.0)
    );
}

#[test]
fn a_field_without_a_widget_stands_nowhere() {
    let mut form = Form::new();
    let hidden = form.add(dictionary! { "T" => text("x"), "FT" => "Tx", "V" => text("a") });
    form.fields.push(hidden.into());
    let field = form.read_fields().remove(0);
    assert_eq!((field.place, field.values), (None, vec!["a".to_owned()]));
}

#[test]
fn a_place_too_far_away_for_numbers_is_none_and_the_value_still_counts() {
    let far = Object::Array(vec![Object::Real(-3e38), 0.into(), 10.into(), 800.into()]);
    let mut form = Form::new();
    form.field(
        "x",
        "Tx",
        dictionary! {
            "V" => text("a"),
            "Rect" => vec![Object::Real(3e38), 0.into(), Object::Real(3.1e38), 10.into()],
        },
    );
    form.page.set("MediaBox", far);
    let field = form.read_fields().remove(0);
    assert_eq!((field.place, field.values), (None, vec!["a".to_owned()]));
}

#[test]
fn a_widget_that_several_pages_list_stands_on_each_of_them() {
    let mut form = Form::new();
    let field = form.field("x", "Tx", dictionary! { "V" => text("a") });
    for annotations in [vec![field.into(), field.into()], vec![], vec![field.into()]] {
        let page = form.add(dictionary! {
            "Type" => "Page",
            "MediaBox" => rectangle(0, 0, 595, 842),
            "Annots" => Object::Array(annotations),
        });
        form.other_pages.push(page.into());
    }
    let field = form.read_fields().remove(0);
    let pages: Vec<usize> = field.widgets.iter().map(|at| at.place.page).collect();
    assert_eq!(pages, [0, 1, 3]);
    assert_eq!(field.place.map(|place| place.page), Some(0));
}

#[test]
fn widgets_that_too_many_pages_list_are_refused_before_all_are_read() {
    let mut form = Form::new();
    for number in 0..1_000 {
        form.field(&number.to_string(), "Tx", Dictionary::new());
    }
    let shared = form.annotations.clone();
    let shared = form.add(Object::Array(shared));
    for _ in 0..60 {
        let page = form.add(dictionary! {
            "Type" => "Page",
            "MediaBox" => rectangle(0, 0, 595, 842),
            "Annots" => shared,
        });
        form.other_pages.push(page.into());
    }
    assert!(matches!(form.read(), Err(PdfError::TooComplex(_))));
}
