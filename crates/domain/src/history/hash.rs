//! What is hashed of an entry, byte for byte. Others compute it too (see docs/API.md): it can never
//! change.

use forms::Value;
use sha256::Sha256;

use super::EntryContent;
use crate::PaId;

/// The hash before it, the application, then the entry. Numbers are 8 bytes, most significant
/// first; a text is the number of its bytes in UTF-8, then these.
pub(super) fn bytes(
    pa_id: PaId,
    number: u64,
    content: &EntryContent,
    before: &[u8; 32],
) -> Vec<u8> {
    let mut bytes = before.to_vec();
    put_text(&mut bytes, &pa_id.to_string());
    bytes.extend(number.to_be_bytes());
    put_text(&mut bytes, &content.at.to_string());
    put_text(&mut bytes, content.by.as_str());
    put_text(&mut bytes, content.action.as_str());
    put_count(&mut bytes, content.changes.len());
    for change in &content.changes {
        put_text(&mut bytes, &change.path);
        put_value(&mut bytes, &change.before);
        put_value(&mut bytes, &change.after);
    }
    bytes
}

/// SHA-256 of these bytes.
pub(super) fn of(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes)
}

/// A letter for the kind, then the value: of a number its shortest decimal digits, of an object its
/// members in the order of their names' bytes. Values were parsed within limits, so the recursion
/// has a bound.
fn put_value(bytes: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => bytes.push(b'n'),
        Value::Boolean(false) => bytes.push(b'f'),
        Value::Boolean(true) => bytes.push(b't'),
        Value::Number(number) => {
            bytes.push(b'd');
            put_text(bytes, number.as_str());
        }
        Value::Text(text) => {
            bytes.push(b's');
            put_text(bytes, text);
        }
        Value::List(items) => {
            bytes.push(b'a');
            put_count(bytes, items.len());
            items.iter().for_each(|item| put_value(bytes, item));
        }
        Value::Object(members) => {
            bytes.push(b'o');
            put_count(bytes, members.len());
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in members {
                put_text(bytes, name);
                put_value(bytes, value);
            }
        }
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_count(bytes, text.len());
    bytes.extend(text.as_bytes());
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend(u64::try_from(count).unwrap_or(u64::MAX).to_be_bytes());
}
