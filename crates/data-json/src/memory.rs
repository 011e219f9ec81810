//! How much memory the value in a text takes.

use crate::JsonLimits;

/// What a value takes beside its characters, in bytes: its place in the array or object around it,
/// its name, and where it is one of these itself, room for its first members, which is the most of
/// it.
const VALUE_BYTES_MAX: usize = 400;

/// At most so many bytes are taken by the value in this text once it is read within the limits,
/// which can be hundreds of times the text's: `{"":{"":…`.
pub fn memory_bytes(text: &[u8], limits: JsonLimits) -> usize {
    // Each value but the outermost is the first in an array or object, or stands behind a comma.
    let begins_value = |byte: &&u8| matches!(byte, b'{' | b'[' | b',');
    let values = text.iter().filter(begins_value).count() + 1;
    text.len() + values.min(limits.values_max) * VALUE_BYTES_MAX
}

/// The same of any text of so many bytes.
pub fn memory_bytes_max(text_bytes: usize, limits: JsonLimits) -> usize {
    text_bytes + limits.values_max * VALUE_BYTES_MAX
}

#[cfg(test)]
mod tests {
    use forms::Value;

    use super::{memory_bytes, memory_bytes_max};
    use crate::{JsonLimits, parse};

    /// What the allocator takes for a block beside the block.
    const BLOCK_BYTES: usize = 16;

    fn taken_bytes(value: &Value) -> usize {
        let inside = match value {
            Value::Null | Value::Boolean(_) | Value::Number(_) => 0,
            Value::Text(text) => text.capacity() + BLOCK_BYTES,
            Value::List(items) => {
                let places = (items.capacity() - items.len()) * size_of::<Value>();
                places + BLOCK_BYTES + items.iter().map(taken_bytes).sum::<usize>()
            }
            Value::Object(object) => {
                // The hash stands beside each entry, which has a place in a table besides.
                let entry = size_of::<(u64, String, Value)>() + 2 * size_of::<usize>();
                let places = object.capacity() * entry - object.len() * size_of::<Value>();
                let members = object.iter();
                let members =
                    members.map(|(name, value)| name.capacity() + BLOCK_BYTES + taken_bytes(value));
                places + 2 * BLOCK_BYTES + members.sum::<usize>()
            }
        };
        size_of::<Value>() + inside
    }

    fn nested(open: &str, innermost: &str, close: &str) -> String {
        let depth = JsonLimits::BODY.nesting_max - 2;
        let one = format!("{}{innermost}{}", open.repeat(depth), close.repeat(depth));
        format!("[{}]", [one.as_str(); 600].join(","))
    }

    #[test]
    fn is_at_least_what_a_value_takes() {
        let many = |one: &str| format!("[{}]", [one; 9_000].join(","));
        for text in [
            nested(r#"{"":"#, "0", "}"),
            nested(r#"{"a":"#, "0", "}"),
            nested("[", "0", "]"),
            many("0"),
            many(r#""a""#),
            many("{}"),
            many("[0]"),
            many(r#"{"a":0}"#),
            many("[0,0,0,0,0]"),
            many(r#"{"a":0,"b":1,"c":2,"d":3}"#),
            format!(r#"{{"a":"{}"}}"#, "b".repeat(100_000)),
        ] {
            let value = parse(text.as_bytes(), JsonLimits::STORED).unwrap();
            let bound = memory_bytes(text.as_bytes(), JsonLimits::STORED);
            let taken = taken_bytes(&value);
            assert!(taken <= bound, "{taken} > {bound}: {}", &text[..40]);
        }
    }

    #[test]
    fn is_no_more_than_the_limits_allow() {
        let text = "[".repeat(1 << 20);
        let bound = memory_bytes(text.as_bytes(), JsonLimits::BODY);
        assert_eq!(bound, memory_bytes_max(text.len(), JsonLimits::BODY));
    }
}
