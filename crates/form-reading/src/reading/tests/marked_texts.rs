//! Texts that say of which field they are.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, PagePlace, PlacedText,
};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{blank, fields};
use super::shown;
use crate::{BlankForm, ContentError, read_with_sources};

pub(super) fn marked(
    name: &str,
    text: &str,
    (page, left, baseline): (usize, f32, f32),
) -> PlacedText {
    let place = PagePlace {
        page,
        left,
        top: baseline - 10.0,
        width: 5.0 * text.chars().count() as f32,
        height: 10.0,
    };
    PlacedText {
        field: (!name.is_empty()).then(|| name.to_owned()),
        ..PlacedText::new(text, place)
    }
}

/// Reads a file of the form whose pages print these texts of their own.
fn read(texts: Vec<PlacedText>, own: &[PlacedText]) -> Result<Data, ContentError> {
    let blank = BlankForm {
        texts: own,
        fields: &fields(),
        ..BlankForm::default()
    };
    let content = FormContent::printed([own, &texts].concat());
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

#[test]
fn a_value_is_known_by_its_mark_where_the_pages_have_no_texts_of_their_own() {
    let texts = vec![
        marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
        marked("projectBeginn", "1.2.2026", (0, 92.0, 110.0)),
    ];
    let data = read(texts, &[]).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "projectBeginn"), "2026-02-01");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_mark_that_names_a_field_somewhere_else_is_not_believed() {
    let texts = vec![
        marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
        marked("Feld 7", "Nachtrag", (0, 42.0, 600.0)),
        marked("Feld 8", "unbekannt", (0, 42.0, 700.0)),
    ];
    let data = read(texts, &blank()).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "otherFields.Seite 1"), "Nachtrag\nunbekannt");
}

#[test]
fn texts_without_room_are_found_on_the_pages_behind_whatever_their_labels_are() {
    let own = blank();
    let texts = vec![
        marked("Feld 7", "→ Seite 2", (0, 42.0, 76.0)),
        marked("costs.0.name", "→ Seite 2", (0, 42.0, 307.0)),
        marked("costs.1.name", "→ Seite 2", (0, 42.0, 323.0)),
        // As long a label as takes two lines.
        marked("", "Projekt", (1, 48.0, 80.0)),
        marked("", "name", (1, 48.0, 90.0)),
        marked("Feld 7", "Ein Name,", (1, 48.0, 104.0)),
        marked("Feld 7", "der nicht passt", (1, 48.0, 116.0)),
        marked("", "Bezeichnung 1", (1, 48.0, 136.0)),
        // Behind three spaces.
        marked("costs.0.name", "Saal", (1, 56.0, 148.0)),
        marked("", "Bezeichnung 2", (1, 48.0, 168.0)),
        marked("costs.1.name", "Musik", (1, 48.0, 180.0)),
        marked("costs.1.name", "und Tanz", (2, 48.0, 80.0)),
    ];
    let data = read(texts, &own).unwrap();
    assert_eq!(shown(&data, "name"), "Ein Name, der nicht passt");
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(shown(&data, "costs.1.name"), "Musik und Tanz");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_text_behind_the_form_that_no_field_refers_to_is_kept() {
    let own = blank();
    let texts = vec![
        marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
        marked("Feld 7", "Winterfest", (1, 48.0, 104.0)),
    ];
    let data = read(texts, &own).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "otherFields.Seite 2"), "Winterfest");
}

#[test]
fn what_stands_behind_the_form_under_its_label_counts_where_nothing_is_in_its_place() {
    let texts = |consent: &str| {
        vec![
            marked("", "Projektname", (1, 48.0, 80.0)),
            marked("Feld 7", "Winterfest", (1, 48.0, 94.0)),
            marked("", "Einwilligung Datenschutz", (1, 48.0, 120.0)),
            marked("privacyConsent", consent, (1, 48.0, 134.0)),
        ]
    };
    for (consent, is_on) in [("Ja", true), ("Nein", false)] {
        let data = read(texts(consent), &blank()).unwrap();
        assert_eq!(shown(&data, "name"), "Winterfest");
        assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(is_on)));
        assert_eq!(data.at("otherFields"), None);
    }
    let data = read(texts("vielleicht"), &blank()).unwrap();
    assert!(shown(&data, "otherFields.Seite 2").contains("vielleicht"));
}

#[test]
fn an_option_without_a_box_is_read_behind_the_form() {
    let mut fields = fields();
    let position = |fields: &[FormField], name| fields.iter().position(|field| field.name == name);
    let group = position(&fields, "institutionType").unwrap();
    fields[group].kind = FormFieldKind::CheckBox;
    fields[group].options.truncate(1);
    fields[group].widgets.truncate(1);
    let texts = vec![
        marked("", "Art der Einrichtung", (1, 48.0, 80.0)),
        marked("institutionType", "Einzelperson", (1, 48.0, 94.0)),
    ];
    let own = blank();
    let blank = BlankForm {
        texts: &own,
        fields: &fields,
        ..BlankForm::default()
    };
    let content = FormContent::printed([own.clone(), texts].concat());
    let (data, _) = read_with_sources(&sample(), &content, blank).unwrap();
    assert_eq!(shown(&data, "institutionType"), "individual");
}

#[test]
fn what_stands_in_its_place_and_behind_the_form_is_one_value_if_it_is_the_same() {
    let twice = |behind: &str| {
        vec![
            marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
            marked("", "Projektname", (1, 48.0, 80.0)),
            marked("Feld 7", behind, (1, 48.0, 94.0)),
        ]
    };
    let data = read(twice("Sommerfest"), &blank()).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(data.at("otherFields"), None);
    let on = vec![
        marked("privacyConsent", "4", (0, 42.0, 400.0)),
        marked("", "Einwilligung Datenschutz", (1, 48.0, 80.0)),
        marked("privacyConsent", "Ja", (1, 48.0, 94.0)),
    ];
    let data = read(on, &blank()).unwrap();
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(data.at("otherFields"), None);
    let data = read(twice("Winterfest"), &blank()).unwrap();
    assert!(shown(&data, "otherFields.Seite 2").contains("Winterfest"));
}

#[test]
fn a_field_that_refers_to_a_page_that_is_not_there_is_refused() {
    let texts = vec![marked("Feld 7", "→ Seite 2", (0, 42.0, 76.0))];
    let refused = read(texts, &blank()).unwrap_err().to_string();
    assert!(refused.contains("name: stands only as"), "{refused}");
}

#[test]
fn a_mark_moves_no_value_out_of_the_field_in_which_it_stands() {
    let texts = vec![
        marked("costs.1.name", "Saal", (0, 42.0, 307.0)),
        marked("costs.0.name", "Musik", (0, 42.0, 323.0)),
        marked("costs.0.amount", "5,00", (0, 298.0, 323.0)),
    ];
    let data = read(texts, &blank()).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(shown(&data, "costs.1.name"), "Musik");
    assert_eq!(data.at("costs.0.amount"), Some(&Value::Null));
    assert_eq!(shown(&data, "costs.1.amount"), "5");
}

#[test]
fn large_letters_bring_no_text_into_a_field_far_away() {
    let huge = PlacedText {
        place: PagePlace {
            page: 0,
            left: 42.0,
            top: 200.0,
            width: 100.0,
            height: 400.0,
        },
        ..marked("Feld 7", "weit weg", (0, 42.0, 600.0))
    };
    for own in [blank(), Vec::new()] {
        let data = read(vec![huge.clone()], &own).unwrap();
        assert_eq!(data.at("name"), None);
        assert_eq!(shown(&data, "otherFields.Seite 1"), "weit weg");
    }
}

#[test]
fn a_box_is_on_only_by_a_sign_within_it() {
    let read = |text, place| read(vec![marked("privacyConsent", text, place)], &[]).unwrap();
    let is_on = Some(&Value::Boolean(true));
    assert_eq!(read("✔", (0, 43.0, 400.0)).at("privacyConsent"), is_on);
    for (text, left, baseline) in [
        ("✔", 30.0, 400.0),
        ("nein", 36.0, 400.0),
        ("Ich widerspreche!", 4.0, 412.0),
    ] {
        let data = read(text, (0, left, baseline));
        assert_ne!(data.at("privacyConsent"), is_on, "{text}");
        assert_eq!(shown(&data, "otherFields.Seite 1"), text);
    }
}

#[test]
fn the_forms_own_print_is_no_value_whatever_its_mark_says() {
    let own = blank();
    let mut texts = own.clone();
    texts[1].field = Some("Feld 7".to_owned());
    texts[6].field = Some("privacyConsent".to_owned());
    let content = FormContent::printed(texts);
    let blank = BlankForm {
        texts: &own,
        fields: &fields(),
        ..BlankForm::default()
    };
    let (data, _) = read_with_sources(&sample(), &content, blank).unwrap();
    assert_eq!(data.at("name"), None);
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(false)));
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn marks_say_nothing_on_a_page_that_does_not_print_what_the_form_prints() {
    let blank_form = blank();
    let blank = BlankForm {
        texts: &blank_form,
        fields: &fields(),
        ..BlankForm::default()
    };
    let texts = vec![marked("Feld 7", "Sommerfest", (0, 42.0, 76.0))];
    let (data, _) = read_with_sources(&sample(), &FormContent::printed(texts), blank).unwrap();
    assert_eq!(data.at("name"), None);
    assert_eq!(shown(&data, "otherFields.Seite 1"), "Sommerfest");
}

/// A name that has no room and stands on page 2 under its label, with what else stands there.
fn continued(on_page_2: &str, more: Vec<PlacedText>) -> Result<Data, ContentError> {
    let mut texts = vec![
        marked("Feld 7", "→ Seite 2", (0, 42.0, 76.0)),
        marked("", "Projektname", (1, 48.0, 90.0)),
        marked(on_page_2, "Sommerfest", (1, 48.0, 104.0)),
    ];
    texts.extend(more);
    read(texts, &blank())
}

#[test]
fn what_continues_a_field_stands_under_its_label_on_the_page_it_refers_to() {
    let data = continued("Feld 7", Vec::new()).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    // What is to be seen wins: the text of another field, or one that stands anywhere else.
    let data = continued("costs.0.name", Vec::new()).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    let unseen = marked("Feld 7", "Unsichtbar", (2, 48.0, 700.0));
    let data = continued("", vec![unseen.clone()]).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "otherFields.Seite 3"), "Unsichtbar");
    let reference = marked("Feld 7", "→ Seite 3", (0, 42.0, 76.0));
    let refused = read(vec![reference, unseen], &blank()).unwrap_err();
    assert!(
        refused.to_string().contains("name: stands only as"),
        "{refused}"
    );
}

#[test]
fn what_continues_a_field_in_an_unknown_order_is_refused() {
    let hebrew = marked("Feld 7", "שלום", (1, 48.0, 116.0));
    let latin = marked("Feld 7", "Raum 12", (2, 48.0, 116.0));
    let data = continued("Feld 7", vec![hebrew, latin]).unwrap();
    assert!(shown(&data, "name").ends_with("Raum 12"));
    let turned = marked("Feld 7", "12 \u{200F}םולש", (1, 48.0, 116.0));
    let refused = continued("Feld 7", vec![turned]).unwrap_err();
    assert!(refused.ambiguous);
    assert!(refused.to_string().contains("name: shows Arabic or Hebrew"));
}

#[test]
fn a_text_that_another_one_interrupts_continues_no_field() {
    let more = vec![
        marked("costs.0.name", "Saal", (1, 48.0, 116.0)),
        marked("Feld 7", "5000", (1, 48.0, 128.0)),
    ];
    let data = continued("Feld 7", more).unwrap();
    // All of it stands under the label.
    assert_eq!(shown(&data, "name"), "Sommerfest Saal 5000");
}

#[test]
fn numbers_at_the_end_of_one_page_and_the_begin_of_the_next_stay_two() {
    let mut end = marked("Feld 7", "ein Saal für 12", (1, 48.0, 116.0));
    end.line_end = Some(String::new());
    let next = marked("Feld 7", "500 Leute", (2, 48.0, 90.0));
    let data = continued("Feld 7", vec![end, next]).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest ein Saal für 12 500 Leute");
}

#[test]
fn of_two_places_with_different_texts_none_is_left_out() {
    let mut two = fields();
    let second = two[0].widgets[0].clone();
    two[0].widgets.push(FieldWidget {
        place: PagePlace {
            top: 600.0,
            ..second.place
        },
        ..second
    });
    let own = blank();
    let blank = BlankForm {
        texts: &own,
        fields: &two,
        ..BlankForm::default()
    };
    let texts = |reference: &str, other: &str| {
        vec![
            marked("Feld 7", reference, (0, 42.0, 76.0)),
            marked("Feld 7", other, (0, 42.0, 612.0)),
            marked("", "Projektname", (1, 48.0, 90.0)),
            marked("Feld 7", "Sommerfest", (1, 48.0, 104.0)),
        ]
    };
    let read = |texts: Vec<PlacedText>| {
        let content = FormContent::printed([own.as_slice(), &texts].concat());
        read_with_sources(&sample(), &content, blank)
    };
    for other in ["→ 2", "Sommer fest"] {
        let (data, _) = read(texts("→ Seite 2", other)).unwrap();
        assert_eq!(shown(&data, "name"), "Sommerfest");
    }
    let refused = read(texts("→ Seite 2", "Winterfest")).unwrap_err();
    assert!(refused.ambiguous, "{refused}");
}

#[test]
fn another_value_at_the_label_of_a_marked_field_is_not_left_out() {
    let seen = |label, text| {
        let texts = vec![
            marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
            marked("projectBeginn", "1.2.2026", (0, 92.0, 110.0)),
            marked("", label, (0, 40.0, 600.0)),
            marked("", text, (0, 140.0, 600.0)),
        ];
        read(texts, &blank())
    };
    let data = seen("Projektbeginn:", "1.2.2026").unwrap();
    assert_eq!(data.at("otherFields"), None);
    let refused = seen("Projektbeginn:", "1.3.2026").unwrap_err();
    assert!(refused.ambiguous, "{refused}");
    let data = seen("Projektname:", "Winterfest").unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "otherFields.Seite 1"), "Winterfest");
}

#[test]
fn texts_of_two_fields_in_the_place_of_one_are_no_value() {
    let texts = vec![
        marked("Feld 7", "Bus", (0, 42.0, 76.0)),
        marked("Feld 71", "Ulm", (0, 72.0, 76.0)),
    ];
    let refused = read(texts, &blank()).unwrap_err().to_string();
    assert!(refused.contains("several fields"), "{refused}");
    let renamed = vec![
        marked("Feld 71", "Bus", (0, 42.0, 76.0)),
        marked("Feld 71", "Ulm", (0, 72.0, 76.0)),
    ];
    let data = read(renamed, &blank()).unwrap();
    assert_eq!(shown(&data, "name"), "Bus Ulm");
}
