//! Files that have some of the form's fields and print others.

use forms::Data;
use forms::form_content::{
    FormContent, FormField, Outline, PagePlace, PaintedShape, PlacedText, PrintedPages,
};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{blank, fields, run};
use super::{chosen_bars, shown};
use crate::{BlankForm, ContentError, read_with_sources};

/// The field of this name with a value, as it stands on its page or on none.
fn kept(name: &str, value: &str, is_on_page: bool) -> FormField {
    let mut fields = fields().into_iter();
    let mut field = fields.find(|field| field.name == name).unwrap();
    field.values = vec![value.to_owned()];
    if !is_on_page {
        (field.place, field.widgets) = (None, Vec::new());
    }
    field
}

/// What a pen or a program paints in a box at this place.
fn tick(left: f32, top: f32) -> PaintedShape {
    PaintedShape {
        place: PagePlace {
            page: 0,
            left,
            top,
            width: 8.0,
            height: 8.0,
        },
        outline: Outline::Free,
        is_filled: true,
        hides: false,
    }
}

/// Reads a file with these fields whose page prints these texts of its own, and what was added.
fn read(
    kept: &[FormField],
    own: &[PlacedText],
    added: (&[PlacedText], &[PaintedShape]),
) -> Result<Data, ContentError> {
    let blank = BlankForm {
        texts: &blank(),
        fields: &fields(),
        ..BlankForm::default()
    };
    let pages = PrintedPages {
        texts: [own, added.0].concat(),
        shapes: added.1.to_vec(),
        ..PrintedPages::default()
    };
    let content = FormContent::PartlyFlat(kept.to_vec(), pages);
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

#[test]
fn a_missing_field_has_what_its_place_shows() {
    let kept = [kept("projectBeginn", "1.2.2026", true)];
    let texts = [run("Sommerfest", 42.0, 76.0), run("Saal", 42.0, 307.0)];
    let data = read(&kept, &blank(), (&texts, &[tick(42.0, 392.0)])).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "projectBeginn"), "2026-02-01");
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn what_is_left_of_a_printed_field_holds_what_its_place_shows() {
    let texts = [run("Sommer-", 42.0, 76.0)];
    let data = read(&[kept("Feld 7", "Sommer-", false)], &blank(), (&texts, &[]));
    assert_eq!(shown(&data.unwrap(), "name"), "Sommer-");
    // Nothing is shown of a field that was hidden.
    let data = read(&[kept("Feld 7", "Winterfest", false)], &blank(), (&[], &[]));
    assert_eq!(shown(&data.unwrap(), "name"), "Winterfest");
    let refused = read(
        &[kept("Feld 7", "Winterfest", false)],
        &blank(),
        (&texts, &[]),
    );
    assert_eq!(
        refused.unwrap_err().faults.to_string(),
        "Feld 7: another text is printed in the place of the field."
    );
}

#[test]
fn the_places_of_missing_fields_say_nothing_on_a_page_of_another_version() {
    let kept = [kept("projectBeginn", "1.2.2026", true)];
    let texts = [run("bitte leserlich", 42.0, 76.0)];
    let data = read(&kept, &blank()[1..], (&texts, &[])).unwrap();
    assert_eq!(data.at("name"), None);
    assert_eq!(shown(&data, "otherFields.Seite 1"), "bitte leserlich");
}

#[test]
fn a_missing_field_of_which_only_a_reference_is_there_is_refused() {
    let kept = [kept("projectBeginn", "1.2.2026", true)];
    let refused = read(&kept, &blank(), (&[run("→ Seite 2", 42.0, 76.0)], &[]));
    assert_eq!(
        refused.unwrap_err().faults.to_string(),
        "name: stands only as \"→ Seite 2\", upload the PDF with all its pages."
    );
}

#[test]
fn a_missing_list_has_the_options_on_bars_and_not_all_that_it_prints() {
    let kept = [kept("projectBeginn", "1.2.2026", true)];
    let (own, flat, form) = (blank(), chosen_bars::own_texts(), chosen_bars::form());
    let blank = BlankForm {
        texts: &own,
        flat: &flat,
        fields: &form,
        ..BlankForm::default()
    };
    let key = |key: &str| Value::List(vec![Value::text(key)]);
    for (bars, chosen) in [
        (vec![], None),
        (vec![chosen_bars::bar(1)], Some(key("individual"))),
    ] {
        let pages = PrintedPages {
            texts: flat.clone(),
            shapes: bars,
            ..PrintedPages::default()
        };
        let content = FormContent::PartlyFlat(kept.to_vec(), pages);
        let read = read_with_sources(&chosen_bars::form_type(), &content, blank);
        let (data, _) = read.unwrap();
        assert_eq!(data.at("institutionType"), chosen.as_ref());
        assert_eq!(data.at("otherFields"), None);
    }
}
