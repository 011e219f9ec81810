//! JSON with exact numbers, held against `serde_json`.

use data_json::{JsonError, JsonLimits, parse, parse_noting, to_canonical_text, to_json, to_text};
use forms::Value;
use serde_json::value::RawValue;

pub(crate) fn run(bytes: &[u8]) {
    let parsed = parse(bytes, JsonLimits::BODY);
    match &parsed {
        Ok(value) => {
            let judged = serde_json::from_slice::<&RawValue>(bytes);
            assert!(judged.is_ok(), "what is read is JSON");
            assert_comes_back(value);
            let noted = parse_noting(bytes, JsonLimits::BODY).map(|noted| noted.value);
            assert_eq!(noted.as_ref(), Ok(value));
        }
        Err(JsonError::NotUtf8 { byte }) => assert!(*byte <= bytes.len()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let stored = parse(bytes, JsonLimits::STORED);
    if let Ok(value) = &parsed {
        assert_eq!(stored.as_ref(), Ok(value), "the wider limits read the same");
    }
    let is_refused = matches!(
        stored,
        Err(JsonError::Syntax { .. } | JsonError::NotUtf8 { .. })
    );
    let tree = serde_json::from_slice::<serde_json::Value>(bytes);
    assert!(tree.is_err() || !is_refused, "all JSON is read");
}

fn assert_comes_back(value: &Value) {
    let text = to_text(value);
    assert_eq!(
        parse(text.as_bytes(), JsonLimits::STORED).as_ref(),
        Ok(value)
    );
    let canonical = to_canonical_text(value);
    let again = parse(canonical.as_bytes(), JsonLimits::STORED);
    assert_eq!(again.as_ref(), Ok(value));
    assert_eq!(again.map(|value| to_canonical_text(&value)), Ok(canonical));
    // The tree writes a number that it cannot hold as a text, and everything else the same.
    let tree = to_json(value).to_string();
    let tree = parse(tree.as_bytes(), JsonLimits::STORED);
    assert_eq!(
        tree.map(texts_for_numbers),
        Ok(texts_for_numbers(value.clone()))
    );
}

fn texts_for_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::text(number.as_str()),
        Value::List(items) => Value::List(items.into_iter().map(texts_for_numbers).collect()),
        Value::Object(members) => {
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(name, value)| (name, texts_for_numbers(value)))
                    .collect(),
            )
        }
        other => other,
    }
}
