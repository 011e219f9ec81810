use forms::Faults;
use forms::form_content::{FieldWidget, FormContent, FormField, FormFieldKind, PagePlace};
use forms::form_type::sample::sample;

use super::settle;

/// A field with a value, on a line of a page, or on none.
fn field(name: &str, value: &str, place: Option<(usize, f32)>) -> FormField {
    let place = place.map(|(page, line)| PagePlace {
        page,
        left: 100.0,
        top: 20.0 * line,
        width: 200.0,
        height: 12.0,
    });
    let widget = |place| FieldWidget { place, state: None };
    let values = Some(value.to_owned()).filter(|value| !value.is_empty());
    FormField {
        name: name.to_owned(),
        values: values.into_iter().collect(),
        place,
        widgets: place.into_iter().map(widget).collect(),
        ..FormField::default()
    }
}

/// Fields one below the other on a page, each with its own name as its value.
fn page(page: usize, names: &[&str]) -> Vec<FormField> {
    let lines = (1_u16..).map(f32::from).zip(names);
    let fields = lines.map(|(line, name)| field(name, name, Some((page, line))));
    fields.collect()
}

const NAMES: [&str; 4] = ["Feld 7", "projectBeginn", "participants", "description"];

fn blank() -> Vec<FormField> {
    let fields = page(0, &NAMES).into_iter();
    fields.map(FormField::blank).collect()
}

fn settled(fields: &[FormField]) -> Result<Option<FormContent>, Faults> {
    let content = FormContent::Fields(fields.to_vec(), Vec::new());
    settle(&sample(), &content, &blank()).map_err(|error| error.faults().clone())
}

/// The faults, each as path and sentence.
fn faults(fields: &[FormField]) -> Vec<String> {
    let refused = settled(fields).unwrap_err();
    let sentences = refused
        .iter()
        .map(|fault| format!("{}: {}", fault.path, fault.problem));
    sentences.collect()
}

#[test]
fn parts_that_were_copied_count_once_under_their_first_name() {
    // As qpdf copies a table that spans two pages.
    let fields = [
        page(0, &NAMES),
        vec![
            field("costs.0.name", "Saal", Some((1, 1.0))),
            field("costs.1.name", "Bus", None),
            field("costs+1.0.name", "Saal", Some((1, 1.0))),
            field("costs+2.0.name", "Saal", None),
            field("costs+1.1.name", "Bus", Some((2, 1.0))),
        ],
    ];
    let fields = fields.concat();
    let single = settled(&fields).unwrap().unwrap();
    let names: Vec<_> = single.fields().iter().map(|field| &*field.name).collect();
    assert_eq!(names[..4], NAMES);
    assert_eq!(names[4..], ["costs.0.name", "costs.1.name"]);
    assert!(
        single
            .fields()
            .iter()
            .all(|field| !field.stands_on_no_page())
    );
}

#[test]
fn a_copy_that_was_changed_on_its_page_is_refused() {
    let fields = [
        field("costs.1.name", "Bus", None),
        field("costs+1.1.name", "Bahn", Some((2, 1.0))),
    ];
    let expected = "costs.1.name: the field costs+1.1.name and the field costs.1.name, which is \
                    a copy of the same, hold different values";
    assert!(
        faults(&fields)[0].starts_with(expected),
        "{:?}",
        faults(&fields)
    );
}

#[test]
fn fields_that_only_look_like_copies_stay_as_they_are() {
    let both_seen = [
        field("a", "x", Some((1, 1.0))),
        field("a+1", "y", Some((1, 2.0))),
    ];
    let no_first = [field("a+1", "x", Some((1, 1.0))), field("a+2", "y", None)];
    let none_seen = [field("a", "x", None), field("a+1", "y", None)];
    let notes = |value, place| FormField {
        kind: FormFieldKind::Note,
        ..field("Notizen", value, place)
    };
    let notes = [notes("x", Some((1, 1.0))), notes("y", Some((1, 1.0)))];
    assert_eq!(settled(&notes), Ok(None));
    let twice = [
        field("a", "x", Some((1, 1.0))),
        field("a", "y", Some((1, 1.0))),
        field("a+1", "z", None),
    ];
    assert_eq!(settled(&twice), Ok(None));
    let no_number = [field("a", "x", None), field("a+b", "y", Some((1, 1.0)))];
    for fields in [&both_seen, &no_first, &none_seen, &no_number] {
        assert_eq!(settled(fields), Ok(None));
    }
}

#[test]
fn a_page_of_the_form_that_stands_in_the_file_twice_is_refused() {
    let second = [
        "Feld 7+1",
        "projectBeginn+1",
        "participants+1",
        "description+1",
    ];
    let fields = [page(0, &NAMES), page(3, &second)].concat();
    let refused = faults(&fields);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].starts_with("Seite 1: this page of the form stands in the PDF more than"));
    // What looks otherwise, and a page with few fields, are other pages.
    for other in [
        &second[..2],
        &["a"],
        &["a", "b", "c", "d", "e", "f", "g", "h", "i"],
    ] {
        let fields = [page(0, &NAMES), page(3, other)].concat();
        assert_eq!(settled(&fields), Ok(None), "{other:?}");
    }
}

#[test]
fn another_field_in_the_place_of_one_that_stands_elsewhere_is_refused() {
    // A cover came first whose field has the name of one of the form's.
    let own = ["Feld 7+1", "projectBeginn", "participants", "description"];
    let fields = [page(0, &["Feld 7"]), page(1, &own)].concat();
    let refused = faults(&fields);
    let expected = "name: the field Feld 7+1 stands in its place on page 2 of the PDF, and the \
                    field Feld 7 does not";
    assert!(refused[0].starts_with(expected), "{refused:?}");
    assert_eq!(refused.len(), 1);
    // A field that the file lacks has been renamed, as far as anybody knows.
    assert_eq!(settled(&fields[1..]), Ok(None));
}

#[test]
fn a_field_of_an_earlier_version_in_the_place_of_another_one_is_no_twin() {
    // The present form has one field less, and the others moved up.
    let earlier = [
        "Feld 7",
        "projectBeginn",
        "phone",
        "participants",
        "description",
    ];
    assert_eq!(settled(&page(0, &earlier)), Ok(None));
}

#[test]
fn a_copy_that_was_made_before_anything_was_filled_in_agrees_with_any() {
    let fields = [
        field("costs.0.name", "Saal", Some((1, 1.0))),
        field("costs+1.0.name", "", Some((1, 1.0))),
        field("costs+2.0.name", "", None),
    ];
    let single = settled(&fields).unwrap().unwrap();
    assert_eq!(single.fields(), &fields[..1]);
}

#[test]
fn a_name_that_the_blank_form_has_is_none_of_a_copy() {
    let fields = [
        field("costs.0.name", "Saal", None),
        field("costs+1.0.name", "Bus", Some((1, 1.0))),
    ];
    let content = FormContent::Fields(fields.to_vec(), Vec::new());
    let blank = fields.map(FormField::blank);
    assert_eq!(settle(&sample(), &content, &blank), Ok(None));
}

#[test]
fn copies_of_a_field_that_stands_on_two_pages_count_once_and_have_to_agree() {
    let mut own = field("Feld 7", "", Some((0, 1.0)));
    own.widgets.extend(field("", "", Some((1, 9.0))).widgets);
    let settled = |second: &str| {
        let fields = vec![
            field("Feld 7", "Fest", Some((1, 1.0))),
            field("Feld 7+1", second, Some((2, 9.0))),
        ];
        let content = FormContent::Fields(fields, Vec::new());
        settle(&sample(), &content, std::slice::from_ref(&own))
    };
    assert_eq!(settled("Fest").unwrap().unwrap().fields().len(), 1);
    for other in ["Feier", ""] {
        assert!(settled(other).is_err());
    }
}

#[test]
fn pages_that_lie_as_the_form_has_them_are_taken_in_any_order() {
    assert_eq!(settled(&page(0, &NAMES)), Ok(None));
    assert_eq!(settled(&page(7, &NAMES)), Ok(None));
    let beside = [page(2, &NAMES), page(0, &["cover"])];
    assert_eq!(settled(&beside.concat()), Ok(None));
}

#[test]
fn a_form_each_of_whose_fields_stands_on_two_pages_is_taken_and_refused_where_it_stands_twice() {
    let on_both = |first: usize, names: &[&str]| -> Vec<FormField> {
        let mut fields = page(first, names);
        for (field, other) in fields.iter_mut().zip(page(first + 1, names)) {
            field.widgets.extend(other.widgets);
        }
        fields
    };
    let own: Vec<_> = on_both(0, &NAMES)
        .into_iter()
        .map(FormField::blank)
        .collect();
    let settled = |fields: Vec<FormField>| {
        let content = FormContent::Fields(fields, Vec::new());
        settle(&sample(), &content, &own)
    };
    assert_eq!(settled(on_both(0, &NAMES)), Ok(None));
    let second = [
        "1.Feld 7",
        "1.projectBeginn",
        "1.participants",
        "1.description",
    ];
    assert!(settled([on_both(0, &NAMES), on_both(2, &second)].concat()).is_err());
}
