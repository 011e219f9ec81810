//! Flat files of a form whose labels say nothing: what stands in the places of its fields.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, PagePlace, PlacedText,
};
use forms::form_type::sample::sample;
use forms::value::Value;
use forms::value_source::SourceKind;
use proptest::prelude::*;

use super::{field, shown};
use crate::{BlankForm, ContentError, read_with_sources};

fn place(left: f32, top: f32, width: f32, height: f32) -> PagePlace {
    PagePlace {
        page: 0,
        left,
        top,
        width,
        height,
    }
}

/// A text of 10 points on a line that ends there.
pub(super) fn run(text: &str, left: f32, baseline: f32) -> PlacedText {
    let width = 5.0 * text.chars().count() as f32;
    PlacedText::new(text, place(left, baseline - 10.0, width, 10.0))
}

/// What the form prints: none of it is a label of the form type.
pub(super) fn blank() -> Vec<PlacedText> {
    vec![
        run("Formular B der Stadt", 40.0, 30.0),
        run("Vorhaben (bitte in Druckschrift)", 40.0, 60.0),
        run("1. Tag", 40.0, 110.0),
        run("Worum geht es?", 40.0, 150.0),
        run("Posten", 40.0, 290.0),
        run("Preis", 300.0, 290.0),
        run("ja, ich stimme zu", 60.0, 400.0),
        run("eine Fakultät", 60.0, 430.0),
        run("eine Person", 260.0, 430.0),
        run("Nr. 0815 Fassung 2026", 40.0, 780.0),
    ]
}

fn placed(name: &str, kind: FormFieldKind, widgets: &[(PagePlace, &str)]) -> FormField {
    let widget = |(place, state): &(PagePlace, &str)| FieldWidget {
        place: *place,
        state: (!state.is_empty()).then(|| (*state).to_owned()),
    };
    FormField {
        place: widgets.first().map(|widget| widget.0),
        widgets: widgets.iter().map(widget).collect(),
        ..field(name, kind, &[])
    }
}

pub(super) fn fields() -> Vec<FormField> {
    use FormFieldKind::{CheckBox, Radio, Text};
    let text =
        |name: &str, left, top, width| placed(name, Text, &[(place(left, top, width, 16.0), "")]);
    vec![
        text("Feld 7", 40.0, 64.0, 300.0),
        text("projectBeginn", 90.0, 98.0, 80.0),
        FormField {
            multiple: true,
            ..placed(
                "description",
                Text,
                &[(place(40.0, 156.0, 200.0, 100.0), "")],
            )
        },
        text("costs.0.name", 40.0, 295.0, 250.0),
        text("costs.0.amount", 292.0, 295.0, 80.0),
        text("costs.1.name", 40.0, 311.0, 250.0),
        text("costs.1.amount", 292.0, 311.0, 80.0),
        placed(
            "privacyConsent",
            CheckBox,
            &[(place(40.0, 390.0, 12.0, 12.0), "Ja")],
        ),
        placed(
            "institutionType",
            Radio,
            &[
                (place(40.0, 420.0, 12.0, 12.0), "faculty"),
                (place(240.0, 420.0, 12.0, 12.0), "individual"),
            ],
        ),
        FormField {
            comb: true,
            max_length: Some(10),
            ..text("participants", 400.0, 98.0, 100.0)
        },
        text("Hausnummer", 400.0, 64.0, 60.0),
    ]
}

pub(super) fn values() -> Vec<PlacedText> {
    vec![
        run("Projektname", 42.0, 76.0),
        run("1.2.2026", 92.0, 110.0),
        run("eine Zeile, die umbricht, weil sie lang", 42.0, 170.0),
        run("genug ist", 42.0, 182.0),
        run("Kosten: keine", 42.0, 206.0),
        run("Saal", 42.0, 307.0),
        run("1.234,50", 320.0, 307.0),
        run("Betrag", 42.0, 323.0),
        run("4", 42.0, 400.0),
        run("l", 242.0, 430.0),
        run("1", 412.0, 110.0),
        run("2", 422.0, 110.0),
        run("12a", 402.0, 76.0),
    ]
}

fn read_with(runs: Vec<PlacedText>) -> Result<(Data, Vec<forms::ValueSource>), ContentError> {
    read_beside(&blank(), runs)
}

pub(super) fn read_beside(
    blank: &[PlacedText],
    runs: Vec<PlacedText>,
) -> Result<(Data, Vec<forms::ValueSource>), ContentError> {
    let blank = BlankForm {
        texts: blank,
        fields: &fields(),
        ..BlankForm::default()
    };
    read_with_sources(&sample(), &FormContent::printed(runs), blank)
}

/// The filled page, printed smaller or larger and elsewhere on the paper.
fn page(more: &[PlacedText], scale: f32, (right, down): (f32, f32)) -> Vec<PlacedText> {
    let runs = blank().into_iter().chain(more.iter().cloned());
    let moved = |run: PlacedText| {
        let place = run.place;
        PlacedText {
            place: PagePlace {
                page: place.page,
                left: scale * place.left + right,
                top: scale * place.top + down,
                width: scale * place.width,
                height: scale * place.height,
            },
            ..run
        }
    };
    runs.map(moved).collect()
}

fn expect_all(data: &Data) {
    for (path, value) in [
        ("name", "Projektname"),
        ("projectBeginn", "2026-02-01"),
        ("costs.0.name", "Saal"),
        ("costs.0.amount", "1234.5"),
        ("costs.1.name", "Betrag"),
        ("institutionType", "individual"),
        ("participants", "12"),
        ("otherFields.Hausnummer", "12a"),
    ] {
        assert_eq!(shown(data, path), value, "{path}");
    }
    assert_eq!(
        shown(data, "description"),
        "eine Zeile, die umbricht, weil sie lang genug ist\n\nKosten: keine"
    );
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(data.at("otherFields.Seite 1"), None);
}

#[test]
fn what_stands_in_the_place_of_a_field_is_its_value() {
    let (data, sources) = read_with(page(&values(), 1.0, (0.0, 0.0))).unwrap();
    expect_all(&data);
    let name = sources.iter().find(|source| source.path == "name").unwrap();
    assert_eq!(name.kind, SourceKind::TextInPlace);
    assert_eq!(
        (name.name.as_deref(), name.raw.as_str()),
        (Some("Feld 7"), "Projektname")
    );
    assert_eq!(name.place.map(|place| place.left), Some(42.0));
}

#[test]
fn an_empty_form_holds_nothing() {
    let (data, _) = read_with(page(&[], 0.94, (18.0, 25.0))).unwrap();
    assert_eq!(data.at("name"), None);
    assert_eq!(data.at("otherFields"), None);
    assert_eq!(data.at("costs"), None);
}

#[test]
fn what_stands_in_no_field_is_kept() {
    let more = [
        run("Eilt\tbis 5!", 450.0, 30.0),
        run("Formular B der Stadt", 300.0, 500.0),
        // Of the cell, though it runs over its edge.
        run("zwölf Posaunen", 360.0, 323.0),
    ];
    let (data, _) = read_with(page(&more[..2], 1.0, (0.0, 0.0))).unwrap();
    assert_eq!(
        shown(&data, "otherFields.Seite 1"),
        "Eilt bis 5!\nFormular B der Stadt"
    );
    let refused = read_with(page(&more, 1.0, (0.0, 0.0))).unwrap_err();
    assert!(refused.to_string().contains("costs.1.amount"), "{refused}");
}

#[test]
fn a_text_that_is_too_long_for_its_field_stays_its_value() {
    let long = run(
        "Ein Fest im Sommer für alle am Fluss, in der Stadt und auf dem Land",
        42.0,
        307.0,
    );
    let (data, _) = read_with(page(std::slice::from_ref(&long), 1.0, (0.0, 0.0))).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), long.text);
    assert_eq!(data.at("costs.0.amount"), Some(&Value::Null));
}

#[test]
fn a_text_that_may_be_of_two_fields_is_not_guessed() {
    let between = run("Posaunen und Trompeten", 250.0, 307.0);
    let refused = read_with(page(&[between], 1.0, (0.0, 0.0))).unwrap_err();
    assert!(refused.is_ambiguous());
    assert!(refused.to_string().contains("costs.0.amount"), "{refused}");
}

#[test]
fn another_value_at_the_label_is_a_contradiction() {
    let mut texts = vec![run("Sommerfest", 42.0, 76.0)];
    texts.extend([
        run("Projektname:", 300.0, 600.0),
        run("Herbstfest", 380.0, 600.0),
    ]);
    let refused = read_with(page(&texts, 1.0, (0.0, 0.0))).unwrap_err();
    assert!(
        refused.is_ambiguous() && refused.to_string().contains("name"),
        "{refused}"
    );
    texts[2] = run("Sommerfest", 380.0, 600.0);
    let (data, _) = read_with(page(&texts, 1.0, (0.0, 0.0))).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
}

#[test]
fn two_lines_in_the_place_of_one_are_not_guessed() {
    let lines = [
        run("Sommerfest", 42.0, 72.5),
        run("Die Studierenden", 42.0, 79.5),
    ];
    let refused = read_with(page(&lines, 1.0, (0.0, 0.0))).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
}

#[test]
fn a_mark_in_a_place_of_two_options_is_not_guessed() {
    let mut fields = fields();
    let group = fields
        .iter_mut()
        .find(|field| field.name == "institutionType");
    let widgets = &mut group.unwrap().widgets;
    widgets.push(FieldWidget {
        state: Some("departmentCouncil".to_owned()),
        ..widgets[0].clone()
    });
    let read = |mark: PlacedText| {
        let content = FormContent::printed(page(&[mark], 1.0, (0.0, 0.0)));
        let texts = blank();
        let blank = BlankForm {
            texts: &texts,
            fields: &fields,
            ..BlankForm::default()
        };
        read_with_sources(&sample(), &content, blank)
    };
    let refused = read(run("l", 42.0, 430.0)).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
    assert!(refused.to_string().contains("institutionType"), "{refused}");
    let (data, _) = read(run("l", 242.0, 430.0)).unwrap();
    assert_eq!(shown(&data, "institutionType"), "individual");
}

#[test]
fn a_text_that_is_drawn_twice_in_one_place_is_one() {
    let twice = |text: &str, left| [run(text, left, 307.0), run(text, left + 1.5, 308.0)];
    let texts = [twice("Saal", 42.0), twice("5", 330.0)].concat();
    let (data, _) = read_with(page(&texts, 1.0, (0.0, 0.0))).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(shown(&data, "costs.0.amount"), "5");
    // Beside each other they are two.
    let beside = [run("5", 330.0, 307.0), run("5", 336.0, 307.0)];
    let (data, _) = read_with(page(&beside, 1.0, (0.0, 0.0))).unwrap();
    assert_eq!(shown(&data, "costs.0.amount"), "55");
}

#[test]
fn a_text_that_is_printed_over_another_is_not_guessed() {
    let amount = |texts: &[PlacedText]| read_with(page(texts, 1.0, (0.0, 0.0)));
    for over in [run("95", 330.0, 307.0), run("95", 338.0, 309.0)] {
        let refused = amount(&[run("120", 330.0, 307.0), over]).unwrap_err();
        assert!(format!("{refused:?}").contains("one printed over the other"));
    }
    // A narrow letter that was drawn behind the others.
    let letters = [run("817,00", 330.0, 307.0), run("1", 339.0, 307.0)];
    assert!(amount(&letters).is_err());
    // Beside each other, or a line to write on.
    let beside = [run("120", 330.0, 307.0), run("95", 345.0, 307.0)];
    assert_eq!(
        shown(&amount(&beside).unwrap().0, "costs.0.amount"),
        "12095"
    );
    let name = [run("Saal", 42.0, 307.0), run("........", 40.0, 307.0)];
    let (data, _) = read_with(page(&name, 1.0, (0.0, 0.0))).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "........Saal");
}

#[test]
fn the_sign_of_an_empty_box_marks_none() {
    for sign in ["☐", "□", "○", "❏", "❍", " ❒ "] {
        let signs = [run(sign, 42.0, 400.0), run(sign, 42.0, 430.0)];
        let chosen = run("x", 242.0, 430.0);
        let texts = [&blank()[..], &signs, &[chosen]].concat();
        let (data, _) = read_with(texts).unwrap();
        assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(false)));
        assert_eq!(shown(&data, "institutionType"), "individual", "{sign}");
        assert_eq!(data.at("otherFields"), None);
    }
}

#[test]
fn several_marks_in_one_group_are_not_guessed() {
    let marks = [run("l", 42.0, 430.0), run("l", 242.0, 430.0)];
    let refused = read_with(page(&marks, 1.0, (0.0, 0.0))).unwrap_err();
    assert!(refused.to_string().contains("institutionType"), "{refused}");
}

#[test]
fn a_page_of_another_form_is_read_by_its_labels() {
    let other = vec![run("Projektname:", 40.0, 60.0), run("Fest", 140.0, 60.0)];
    let (data, _) = read_with(other).unwrap();
    assert_eq!(shown(&data, "name"), "Fest");
}

proptest! {
    #[test]
    fn a_page_that_is_scaled_and_moved_says_the_same(
        scale in 0.3_f32..3.5,
        right in -300.0_f32..300.0,
        down in -300.0_f32..300.0,
    ) {
        let (data, _) = read_with(page(&values(), scale, (right, down))).unwrap();
        expect_all(&data);
    }
}

#[test]
fn a_line_that_its_field_does_not_show_belongs_to_it_wherever_it_was_drawn() {
    let field = fields()[2].widgets[0].place;
    let hidden = PlacedText {
        clipped_by: Some(field),
        ..run("und Saal", 42.0, 307.0)
    };
    let mut runs = blank();
    runs.extend(values());
    runs.push(hidden);
    let (data, _) = read_with(runs).unwrap();
    let description = shown(&data, "description");
    assert!(description.ends_with("und Saal"), "{description}");
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
}

#[test]
fn what_nobody_sees_is_in_no_box_and_in_no_field_that_does_not_hold_all_of_its_area() {
    let consent = place(40.0, 390.0, 12.0, 12.0);
    let page = place(0.0, 0.0, 595.0, 842.0);
    let beyond = place(30.0, 150.0, 300.0, 120.0);
    for area in [consent, page, beyond] {
        let hidden = PlacedText {
            clipped_by: Some(area),
            ..run("irgendwas", 42.0, 700.0)
        };
        let mut runs = blank();
        runs.push(run("Fest", 42.0, 76.0));
        runs.push(hidden);
        let (data, _) = read_with(runs).unwrap();
        assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(false)));
        assert_eq!(shown(&data, "otherFields.Seite 1"), "irgendwas", "{area:?}");
        assert_eq!(shown(&data, "name"), "Fest");
    }
}
