//! How much memory the message in an answer takes, told before it is decoded: a worker that was
//! taken over says in a few bytes what takes hundreds.

/// What one value takes at most beside its characters, in bytes: its place among others, which are
/// moved to more room while they grow, and where it holds some itself, room for its first ones.
/// Those of `data` hold such as themselves, in tables by their names.
const DATA_VALUE_BYTES_MAX: usize = 400;

/// The same of all else: plain structures, of which each member counts as a value.
const PLAIN_VALUE_BYTES_MAX: usize = 128;

/// At most so many bytes are taken by what [`super::decode_data`] or [`super::decode_sources`]
/// makes of this answer.
pub fn data_memory_bytes(answer: &[u8]) -> usize {
    memory_bytes(answer, DATA_VALUE_BYTES_MAX)
}

/// The same of [`super::decode_content`] and [`super::decode_blank_file`].
pub fn plain_memory_bytes(answer: &[u8]) -> usize {
    memory_bytes(answer, PLAIN_VALUE_BYTES_MAX)
}

fn memory_bytes(answer: &[u8], value_bytes_max: usize) -> usize {
    let values = count_values(answer).saturating_mul(value_bytes_max);
    answer.len().saturating_add(values)
}

/// Each value but the outermost is the first in an array or object, or stands behind a comma. What
/// stands in a text is none.
fn count_values(json: &[u8]) -> usize {
    let (mut values, mut is_in_text, mut is_escaped) = (1, false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_in_text,
            b'"' => is_in_text = !is_in_text,
            b'{' | b'[' | b',' if !is_in_text => values += 1,
            _ => {}
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use forms::form_content::{FormField, FormFieldOption, PagePlace, PlacedText};
    use forms::value::Object;
    use forms::{FormContent, Value};

    use super::super::Message;
    use super::{count_values, data_memory_bytes, plain_memory_bytes};

    /// What the allocator takes for a block beside the block.
    const BLOCK_BYTES: usize = 16;

    /// A list that has grown was moved: for a moment it was there twice, the first time half as
    /// large.
    fn list_bytes<T>(list: &Vec<T>) -> usize {
        BLOCK_BYTES + list.capacity() * size_of::<T>() * 3 / 2
    }

    fn object_bytes(object: &Object) -> usize {
        // The hash stands beside each entry, which has a place in a table besides.
        let entry = size_of::<(u64, String, Value)>() + 2 * size_of::<usize>();
        let members = object.iter();
        let members = members.map(|(name, value)| name.capacity() + BLOCK_BYTES + inside(value));
        2 * BLOCK_BYTES + object.capacity() * entry * 3 / 2 + members.sum::<usize>()
    }

    fn inside(value: &Value) -> usize {
        match value {
            Value::Null | Value::Boolean(_) => 0,
            Value::Number(number) => number.as_str().len() + BLOCK_BYTES,
            Value::Text(text) => text.capacity() + BLOCK_BYTES,
            Value::List(items) => list_bytes(items) + items.iter().map(inside).sum::<usize>(),
            Value::Object(object) => object_bytes(object),
        }
    }

    fn decoded(answer: &str) -> Message {
        serde_json::from_str(answer).unwrap()
    }

    #[test]
    fn data_memory_bytes_is_at_least_what_data_takes() {
        let many = |one: &str| format!(r#"{{"List":[{}]}}"#, [one; 9_000].join(","));
        let nested = |open: &str, close: &str| {
            let one = format!("{}\"Null\"{}", open.repeat(40), close.repeat(40));
            many(&one)
        };
        for value in [
            many(r#""Null""#),
            many(r#"{"Text":"a"}"#),
            many(r#"{"Number":"1"}"#),
            many(r#"{"List":[]}"#),
            many(r#"{"List":["Null"]}"#),
            many(r#"{"List":["Null","Null","Null","Null","Null"]}"#),
            many(r#"{"Object":{}}"#),
            many(r#"{"Object":{"":"Null"}}"#),
            many(r#"{"Object":{"a":"Null","b":"Null","c":"Null","d":"Null"}}"#),
            nested(r#"{"List":["#, "]}"),
            nested(r#"{"Object":{"":"#, "}}"),
        ] {
            let answer = format!(r#"{{"data":{{"a":{value}}}}}"#);
            let Message::Data(members) = decoded(&answer) else {
                panic!("data was sent");
            };
            let (taken, bound) = (object_bytes(&members), data_memory_bytes(answer.as_bytes()));
            assert!(taken <= bound, "{taken} > {bound}: {}", &answer[..60]);
        }
    }

    #[test]
    fn plain_memory_bytes_is_at_least_what_fields_and_texts_take() {
        let option = FormFieldOption {
            export: "a".to_owned(),
            display: String::new(),
        };
        let place = PagePlace {
            page: 0,
            left: 0.0,
            top: 0.0,
            width: 0.0,
            height: 0.0,
        };
        let fields = vec![FormField::default(); 999];
        let texts = vec![PlacedText::new("a", place); 999];
        let field = |field: FormField| FormContent::Fields(vec![field], Vec::new());
        for content in [
            FormContent::Fields(fields, texts),
            field(FormField {
                values: vec!["a".to_owned(); 9_999],
                ..FormField::default()
            }),
            field(FormField {
                options: vec![option; 9_999],
                ..FormField::default()
            }),
        ] {
            let answer = serde_json::to_string(&Message::Content(content)).unwrap();
            let Message::Content(FormContent::Fields(fields, texts)) = decoded(&answer) else {
                panic!("fields were sent");
            };
            let in_fields = fields.iter().map(|field| {
                let letters = 2 * BLOCK_BYTES * (field.values.len() + field.options.len());
                list_bytes(&field.values) + list_bytes(&field.options) + letters
            });
            let taken = list_bytes(&fields)
                + in_fields.sum::<usize>()
                + list_bytes(&texts)
                + 2 * BLOCK_BYTES * texts.len();
            let bound = plain_memory_bytes(answer.as_bytes());
            assert!(taken <= bound, "{taken} > {bound}: {}", &answer[..60]);
        }
    }

    #[test]
    fn count_values_leaves_out_what_stands_in_texts() {
        for (json, values) in [
            ("0", 1),
            ("[]", 2),
            (r#"{"a":[0,0]}"#, 4),
            (r#"["a,b{[\",\\",""]"#, 3),
            (r#"{"\\":{"\",":0}}"#, 3),
        ] {
            assert_eq!(count_values(json.as_bytes()), values, "{json}");
        }
    }
}
