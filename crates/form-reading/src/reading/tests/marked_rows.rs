//! Rows behind the form whose cells are marked with their names.

use forms::Data;
use forms::form_content::{FieldWidget, FormContent, FormField, PagePlace, PlacedText};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::shown;
use crate::{BlankForm, ContentError, read_with_sources};

fn place(page: usize, left: f32, line: f32) -> PagePlace {
    PagePlace {
        page,
        left,
        top: 20.0 * line,
        width: 50.0,
        height: 10.0,
    }
}

/// A text on the page behind the form, of this field.
fn of(field: &str, (text, left, line): (&str, f32, f32)) -> PlacedText {
    PlacedText {
        field: (!field.is_empty()).then(|| field.to_owned()),
        ..PlacedText::new(text, place(1, left, line))
    }
}

/// The title, and headings that break in the middle of their words.
fn title_and_headings() -> Vec<PlacedText> {
    [
        ("Projektantrag – Fortsetzung", 48.0, 1.0),
        ("Bezeich", 70.0, 2.0),
        ("nung", 70.0, 3.0),
        ("Betrag", 300.0, 3.0),
    ]
    .map(|run| of("", run))
    .into()
}

/// What is read of a form with a field on its first page and these rows behind it.
fn read(rows: Vec<PlacedText>) -> Result<Data, ContentError> {
    let mut on_form = FormField {
        name: "applicant.email".into(),
        ..FormField::default()
    };
    on_form.widgets.push(FieldWidget {
        place: place(0, 100.0, 10.0),
        state: None,
    });
    let blank = BlankForm {
        fields: &[on_form],
        ..BlankForm::default()
    };
    let texts = [title_and_headings(), rows].concat();
    let content = FormContent::printed(texts);
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

fn row_13() -> Vec<PlacedText> {
    vec![
        of("", ("13", 48.0, 4.0)),
        of("income.12.name", ("Saalmiete", 74.0, 4.0)),
        of("income.12.amount", ("1.234,", 300.0, 4.0)),
        of("income.12.amount", ("50 €", 300.0, 5.0)),
    ]
}

fn others(data: &Data) -> Option<&Value> {
    data.at("otherFields")?.at("Seite 2")
}

#[test]
fn marked_cells_behind_the_number_of_their_row_are_that_row() {
    let data = read(row_13()).unwrap();
    assert_eq!(shown(&data, "income.0.name"), "Saalmiete");
    assert_eq!(shown(&data, "income.0.amount"), "1234.5");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn marked_cells_are_no_row_where_people_see_another_one_or_none() {
    let mut without_number = row_13();
    without_number.remove(0);
    let mut of_another = row_13();
    of_another[0].text = "14".into();
    let mut marked_number = row_13();
    marked_number[0].field = Some("income.12.name".into());
    let mut in_other_order = row_13();
    in_other_order[1].place.left = 400.0;
    let mut on_two_lines = row_13();
    on_two_lines[1].place.top += 20.0;
    for rows in [
        without_number,
        of_another,
        marked_number,
        in_other_order,
        on_two_lines,
    ] {
        let texts: Vec<String> = rows.iter().map(|run| run.text.clone()).collect();
        let data = read(rows).unwrap();
        assert_eq!(data.at("income"), None, "{texts:?}");
        let kept = others(&data).map(|kept| format!("{kept:?}"));
        let kept = kept.unwrap_or_default();
        assert!(kept.contains("Saalmiete"), "{kept}");
    }
}

#[test]
fn a_marked_cell_that_is_no_value_of_its_column_is_refused() {
    let mut rows = row_13();
    rows[2].text = "viel".into();
    let refused = read(rows).unwrap_err().to_string();
    assert!(refused.starts_with("income.12.amount: \"viel"), "{refused}");
}
