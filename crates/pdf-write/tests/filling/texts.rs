//! Any text at all comes back from any kind of text field.

use forms::Value;
use lopdf::dictionary;
use proptest::prelude::*;

use crate::form::{Template, data, field, fill, object, package, read, text};

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
