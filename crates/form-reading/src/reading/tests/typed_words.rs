//! Whatever stands beside what, no word is lost: it is in the data, or the form is refused.

use forms::form_content::{FormContent, FormFieldKind, PagePlace, PlacedText};
use forms::form_type::sample::sample;
use forms::words;
use proptest::collection::vec;
use proptest::sample::select;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestRunner};

use super::field;
use crate::read;

/// A text of the form's own, or a word that somebody has typed; on which of two pages and how many
/// lines below the one before; its left edge and its size in points.
type Typed = (Option<&'static str>, (usize, u8), f32, f32);

/// What forms and continuation pages print, and values that read like it.
const PRINTED: [&str; 16] = [
    "Projektname",
    "Projektende",
    "Beschreibung",
    "Kosten",
    "Einnahmen",
    "Bezeichnung",
    "Betrag",
    "Finanzen",
    "Weitere Angaben",
    "Betrag 13",
    "→ Seite 2",
    "Seite 2 von 2",
    "Ja",
    "1",
    "13",
    "101",
];

fn typed() -> impl Strategy<Value = Vec<Typed>> {
    let text = proptest::option::of(select(&PRINTED[..]));
    let left = select(&[40.0, 60.0, 300.0, 480.0][..]);
    let size = select(&[7.5, 8.5, 9.5, 11.0][..]);
    vec((text, (0..2_usize, 0..3_u8), left, size), 1..20)
}

/// The texts, and the words among them: each is there once.
fn placed(typed: &[Typed]) -> (Vec<PlacedText>, Vec<String>) {
    let (mut texts, mut found) = (Vec::new(), Vec::new());
    let mut lines = [2.0, 3.0];
    let title = words::continuation_title(&sample().title);
    let mut place = |text: &str, page: usize, line: f32, (left, size): (f32, f32)| {
        let place = PagePlace {
            page,
            left,
            top: 12.0 * line - size,
            width: 5.0 * text.len() as f32,
            height: size,
        };
        texts.push(PlacedText::new(text, place));
    };
    place(&title, 1, 1.0, (40.0, 8.5));
    for (text, (page, below), left, size) in typed {
        lines[*page] += f32::from(*below);
        let word = format!("Wort{}.", found.len());
        place(text.unwrap_or(&word), *page, lines[*page], (*left, *size));
        found.extend(text.is_none().then_some(word));
    }
    (texts, found)
}

/// The same forms each time: what this finds must not depend on when it runs.
#[test]
fn every_word_that_is_typed_anywhere_is_in_the_data_or_the_form_is_refused() {
    let config = Config::with_cases(1_000);
    let rng = TestRunner::deterministic().new_rng();
    let mut runner = TestRunner::new_with_rng(config, rng);
    let fields = [field("Feld 7", FormFieldKind::Text, &["Fest"])];
    let tried = runner.run(&typed(), |typed| {
        let (texts, found) = placed(&typed);
        let beside = FormContent::Fields(fields.to_vec(), texts.clone());
        for content in [FormContent::printed(texts), beside] {
            let Ok(data) = read(&sample(), &content, &[]) else {
                continue;
            };
            let kept = format!("{data:?}");
            let lost = found.iter().find(|word| !kept.contains(*word));
            proptest::prop_assert_eq!(lost, None, "{}", kept);
        }
        Ok(())
    });
    tried.unwrap();
}
