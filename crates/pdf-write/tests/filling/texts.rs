//! Any text at all comes back from any kind of text field.

use forms::Value;
use lopdf::dictionary;
use proptest::prelude::*;

use crate::form::{Template, data, field, fill, looks, object, package, read, text};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_comes_back(
        texts in prop::collection::vec("(\\PC|[ -~äöüßÄÖÜ€]|\n|\t){1,400}", 5),
    ) {
        // White space alone is no value.
        prop_assume!(texts.iter().all(|text| !text.trim().is_empty()));
        let mut template = Template::new();
        template.text("line", [50, 700, 300, 718]);
        template.field("lines", [50, 600, 300, 690], dictionary! { "FT" => "Tx", "Ff" => 1 << 12 });
        template.field(
            "comb",
            [50, 570, 300, 588],
            dictionary! { "FT" => "Tx", "Ff" => 1 << 24, "MaxLen" => 20 },
        );
        let package = package(
            template.bytes(),
            ["line", "lines", "comb", "nowhere"].map(|path| field(path, text(true))).to_vec(),
        );
        // Data holds no other line ends than this.
        let value = |index: usize| Value::Text(texts[index].replace(
            ['\u{2028}', '\u{2029}'],
            "\n",
        ));
        let data = data([
            ("line", value(0)),
            ("lines", value(1)),
            ("comb", value(2)),
            ("nowhere", value(3)),
            ("otherFields", Value::Object(object([("Bemerkung", value(4))]))),
        ]);
        prop_assert_eq!(read(&package, &fill(&package, &data)), data);
    }
}

/// Some programs that write another value take the first end of marked content for that of the old
/// one (12.7.3.3), and leave all lines behind it.
#[test]
fn a_look_of_many_lines_has_no_marked_content_within_that_of_its_field() {
    let mut template = Template::new();
    let entries = dictionary! { "FT" => "Tx", "Ff" => 1 << 12 };
    template.field("note", [50, 400, 200, 718], entries);
    let package = package(template.bytes(), vec![field("note", text(true))]);
    let lines = "eine lange Zeile, die umbricht, und noch eine\n\nEnde  ";
    let filled = fill(&package, &data([("note", Value::text(lines))]));
    let ends = |look: &String| look.matches("EMC").count();
    assert_eq!(looks(&filled).iter().map(ends).max(), Some(1));
    let marks = |look: &String| look.matches("/FormserviceLineEnd").count();
    assert!(looks(&filled).iter().map(marks).sum::<usize>() >= 2);
}
