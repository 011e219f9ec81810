//! From a value to JSON.

use forms::value::Object;
use forms::{Decimal, Value};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// Every decimal number of so many digits is another double (IEEE 754, binary64).
const DOUBLE_DIGITS: usize = 15;

/// The value as compact JSON text, numbers with all their digits.
pub fn to_text(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// The value as JSON text that is the same for equal values, in whatever order their members came
/// and however their numbers were written.
pub fn to_canonical_text(value: &Value) -> String {
    to_text(&sorted(value))
}

/// The value as a JSON tree.
///
/// Every integer of 64 bits and every amount of money is written with its exact digits. A number
/// beyond what the tree can hold (more than about 15 digits with a fraction) becomes a text of its
/// digits instead of a number nearby.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Boolean(on) => Json::Bool(*on),
        Value::Number(number) => {
            exact_number(number).map_or_else(|| Json::from(number.as_str()), Json::Number)
        }
        Value::Text(text) => Json::from(text.as_str()),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Object(members) => members_to_json(members),
    }
}

/// The text of the tree of [`members_to_json`], written without the tree. No value is known that
/// cannot be written.
pub fn members_to_raw_json(members: &Object) -> Result<Box<RawValue>, serde_json::Error> {
    serde_json::value::to_raw_value(&Members(members))
}

/// The members of an object as a JSON tree, as in [`to_json`].
pub fn members_to_json(members: &Object) -> Json {
    let members = members.iter();
    members
        .map(|(name, value)| (name.clone(), to_json(value)))
        .collect()
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Boolean(true) => text.push_str("true"),
        Value::Boolean(false) => text.push_str("false"),
        Value::Number(number) => text.push_str(number.as_str()),
        Value::Text(string) => write_string(string, text),
        Value::List(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                separate(index, text);
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            for (index, (name, value)) in members.iter().enumerate() {
                separate(index, text);
                write_string(name, text);
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
    }
}

/// The value with the members of every object in the order of their names. It was parsed within
/// limits, so the recursion has a bound.
fn sorted(value: &Value) -> Value {
    match value {
        Value::List(items) => Value::List(items.iter().map(sorted).collect()),
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(name, value)| (name.clone(), sorted(value)))
                    .collect(),
            )
        }
        Value::Null | Value::Boolean(_) | Value::Number(_) | Value::Text(_) => value.clone(),
    }
}

fn separate(index: usize, text: &mut String) {
    if index > 0 {
        text.push(',');
    }
}

fn write_string(string: &str, text: &mut String) {
    let is_plain = |byte| byte >= b' ' && byte != b'"' && byte != b'\\';
    if string.bytes().all(is_plain) {
        text.push('"');
        text.push_str(string);
        text.push('"');
    } else {
        text.push_str(&Json::from(string).to_string());
    }
}

/// A value that is serialised as its tree would be.
struct Item<'value>(&'value Value);

struct Members<'value>(&'value Object);

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, Item(value))))
    }
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Boolean(on) => serializer.serialize_bool(*on),
            Value::Number(number) => match exact_number(number) {
                Some(exact) => exact.serialize(serializer),
                None => serializer.serialize_str(number.as_str()),
            },
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items.iter().map(Item)),
            Value::Object(members) => Members(members).serialize(serializer),
        }
    }
}

/// The number, if the tree holds it with the digits it has.
fn exact_number(number: &Decimal) -> Option<serde_json::Number> {
    let literal = number.as_str();
    if let Ok(integer) = literal.parse::<i64>() {
        return Some(integer.into());
    }
    let double = serde_json::Number::from_f64(literal.parse().ok()?)?;
    // So many digits survive the way to a double and back, point and sign included.
    if literal.len() <= DOUBLE_DIGITS && !literal.contains(['e', 'E']) {
        return Some(double);
    }
    (Decimal::parse(&double.to_string()).as_ref() == Some(number)).then_some(double)
}
