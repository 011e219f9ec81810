//! Texts of the form's own that another program has printed in other pieces.

use forms::form_content::{FormContent, PlacedText};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::moved_words::{self, BLANK, fields, is_read, moved, run, runs};
use crate::{BlankForm, read_with_sources};

/// The filled form in which these stand in the place of "Bitte am Bildschirm ausfüllen".
fn reprinted(pieces: &[(&str, f32)]) -> Vec<PlacedText> {
    let mut texts = moved(0.0, 0.0);
    texts.retain(|text| !text.text.starts_with("Bitte"));
    texts.extend(pieces.iter().map(|(text, left)| run(text, *left, 2.0)));
    texts
}

fn other(texts: Vec<PlacedText>) -> Option<Value> {
    is_read(&texts);
    let data = moved_words::read(&FormContent::printed(texts)).unwrap();
    data.at("otherFields.Seite 1").cloned()
}

#[test]
fn pieces_of_the_forms_own_texts_are_no_other_fields() {
    for pieces in [
        [("Bitteam", 40.0), ("Bildschirm ausf\u{fc}llen", 85.0)],
        [("Bitte am Bild", 40.0), ("schirm ausf\u{fc}llen", 105.0)],
        [("BitteamBildschirm", 40.0), ("ausf\u{fc}llen", 140.0)],
        [("Bitte am", 40.0), ("Bild\u{FDD0}irm ausf\u{fc}llen", 85.0)],
    ] {
        assert_eq!(other(reprinted(&pieces)), None, "{pieces:?}");
    }
}

#[test]
fn what_is_typed_over_or_beside_the_forms_own_texts_is_kept() {
    let own = ("Bitte am Bildschirm ausf\u{fc}llen", 40.0);
    for (pieces, kept) in [
        // The words are there, so a piece of one is none of them.
        ([own, ("am", 105.0)], "am"),
        ([own, ("Bild", 85.0)], "Bild"),
        ([("Bitteam", 40.0), ("Bitte nicht", 300.0)], "Bitte nicht"),
        ([("Bitteam", 40.0), ("Fax", 85.0)], "Fax"),
    ] {
        let other = other(reprinted(&pieces));
        assert_eq!(other, Some(Value::text(kept)), "{pieces:?}");
    }
}

#[test]
fn what_mupdf_prints_in_the_place_of_a_signature_is_nobodys_text() {
    let form = BlankForm {
        texts: &runs(&BLANK),
        fields: &fields(),
        signatures: &[run("Unterschrift", 300.0, 33.0).place],
        ..BlankForm::default()
    };
    let other = |text: &str, left: f32| {
        let texts = [moved(0.0, 0.0), vec![run(text, left, 33.0)]].concat();
        let (data, _) = read_with_sources(&sample(), &FormContent::printed(texts), form).unwrap();
        data.at("otherFields").is_some()
    };
    assert!(!other("SIGN", 320.0));
    assert!(other("SIGN", 60.0), "elsewhere");
    assert!(other("Zoë", 320.0), "a name");
}
