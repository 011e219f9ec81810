//! Texts at the label of a field in which nothing is filled in, and further away than the field.

use forms::form_content::{FormContent, PlacedText, PrintedPages};

use super::moved_words::{BLANK, fields, read, refusal, run, runs};
use super::shown;

/// What is read of the name and of what belongs to nothing, with this text beside what the blank
/// form prints: of a flat file, and of one that lacks the field alone.
fn name_and_rest(typed: PlacedText) -> [[String; 2]; 2] {
    let texts = [runs(&BLANK), vec![typed]].concat();
    let mut others = fields();
    others.retain(|field| field.name != "Feld 7");
    let pages = PrintedPages {
        texts: texts.clone(),
        ..PrintedPages::default()
    };
    let partly = FormContent::PartlyFlat(others, pages);
    [FormContent::printed(texts), partly].map(|content| {
        let data = read(&content).unwrap();
        ["name", "otherFields.Seite 1"].map(|path| shown(&data, path))
    })
}

#[test]
fn a_text_beyond_a_field_and_its_label_is_kept_and_is_no_value_of_it() {
    for (left, line) in [(300.0, 5.0), (300.0, 5.5), (40.0, 7.0)] {
        let read = name_and_rest(run("Telefon", left, line));
        for [name, rest] in read {
            assert_eq!((name.as_str(), rest.as_str()), ("None", "Telefon"));
        }
    }
}

#[test]
fn a_text_beside_a_label_and_no_further_away_than_the_field_is_its_value() {
    for [name, rest] in name_and_rest(run("Sommerfest", 140.0, 5.0)) {
        assert_eq!((name.as_str(), rest.as_str()), ("Sommerfest", "None"));
    }
}

#[test]
fn a_text_beyond_a_field_that_holds_another_one_is_a_contradiction() {
    let values = [run("Fest", 42.0, 6.0), run("Telefon", 40.0, 7.0)];
    let sentence = refusal(&[&runs(&BLANK), values.as_slice()].concat());
    assert_eq!(
        sentence,
        "name: its field and the text beside it hold different values."
    );
}
