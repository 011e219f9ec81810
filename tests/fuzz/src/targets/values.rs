//! Values as people type them: read, written and read again they are the same.

use forms::field_value::date;
use forms::form_type::FieldType;
use forms::{Decimal, Value};

pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (format, text) = text.split_once('|').unwrap_or((date::GERMAN, &text));
    let format = if date::is_format(format) {
        format
    } else {
        date::GERMAN
    };
    let kinds = [
        FieldType::Date {
            format: format.to_owned(),
        },
        FieldType::Money,
        FieldType::Integer {
            min: -1_000_000,
            max: i64::MAX,
        },
        FieldType::Boolean,
        FieldType::Email,
        FieldType::Iban,
        FieldType::Text {
            max_length: 100,
            multiline: true,
        },
    ];
    for kind in &kinds {
        if let Ok(Some(value)) = kind.read_text(text) {
            assert_comes_back(kind, &value);
        }
        if let Ok(Some(value)) = kind.accept(&Value::text(text)) {
            assert_comes_back(kind, &value);
        }
        if let Some(number) = Decimal::parse(text) {
            assert_is_number(&number);
            if let Ok(Some(value)) = kind.accept(&Value::Number(number)) {
                assert_comes_back(kind, &value);
            }
        }
    }
}

fn assert_comes_back(kind: &FieldType, value: &Value) {
    let written = kind.write(value);
    let read = kind.read_text(&written);
    assert_eq!(
        read.as_ref().ok(),
        Some(&Some(value.clone())),
        "{kind:?}: {written:?}"
    );
    let accepted = kind.accept(value);
    assert_eq!(
        accepted.as_ref().ok(),
        Some(&Some(value.clone())),
        "{kind:?}"
    );
}

fn assert_is_number(number: &Decimal) {
    assert_eq!(Decimal::parse(number.as_str()).as_ref(), Some(number));
    assert!(serde_json::from_str::<serde_json::Value>(number.as_str()).is_ok() || is_long(number));
    if let Some(cents) = number.to_cents() {
        assert_eq!(&Decimal::from_cents(cents), number, "not a cent is lost");
    }
    if let Some(integer) = number.to_integer() {
        assert_eq!(&Decimal::from_integer(integer), number);
    }
}

/// Whether the number is beyond a float, which is all that the tree of `serde_json` holds.
fn is_long(number: &Decimal) -> bool {
    number.as_str().contains(['e', 'E']) || number.as_str().len() > 40
}
