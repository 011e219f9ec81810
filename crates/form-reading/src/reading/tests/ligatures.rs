//! Ligatures that another program has put in the place of letters of the form's own texts.

use forms::form_content::FormContent;
use forms::form_type::sample::sample;

use super::moved_words::{BLANK, fields, moved, runs, with};
use super::shown;
use crate::{BlankForm, read_with_sources};

#[test]
fn own_texts_are_known_with_ligatures_and_values_keep_theirs() {
    let mut blank = runs(&BLANK);
    blank.extend(runs(&[("Prefix", 300.0, 2.0), ("Officers", 400.0, 2.0)]));
    let fields = fields();
    let form = BlankForm {
        texts: &blank,
        fields: &fields,
        ..BlankForm::default()
    };
    let mut texts = with(moved(0.0, 0.0), "Musik und Tanz", "Kunstpro\u{FB01}l");
    texts.extend(runs(&[
        ("Pre\u{FB01}x", 300.0, 2.0),
        ("O\u{FB03}cers", 400.0, 2.0),
    ]));
    let (data, _) = read_with_sources(&sample(), &FormContent::printed(texts), form).unwrap();
    assert_eq!(shown(&data, "description"), "Kunstpro\u{FB01}l");
    assert_eq!(data.at("otherFields"), None);
}
