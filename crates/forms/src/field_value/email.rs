//! E-mail addresses: the shape that can be delivered to, not the whole of RFC 5321.

use super::{ValueError, quoted};
use crate::Value;

/// RFC 5321, 4.5.3.1: 64 characters before the `@`, 254 in all.
const LOCAL_LENGTH_MAX: usize = 64;
const LENGTH_MAX: usize = 254;

/// The address without spaces around it.
pub(super) fn check(text: &str) -> Result<Value, ValueError> {
    let address = text.trim();
    if is_address(address) {
        Ok(Value::text(address))
    } else {
        Err(format!(
            "{} is no e-mail address, give it as name@example.org",
            quoted(text)
        ))
    }
}

fn is_address(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let no_space =
        !address.contains(|character: char| character.is_whitespace() || character.is_control());
    let local_valid = !local.is_empty()
        && local.chars().count() <= LOCAL_LENGTH_MAX
        && !local.contains(['@', '<', '>', ',', ';', '"', '(', ')']);
    let dots_valid = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
    let label_valid = |label: &str| {
        let inner = |character: char| character.is_alphanumeric() || character == '-';
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let domain_valid = domain.contains('.') && domain.split('.').all(label_valid);
    address.chars().count() <= LENGTH_MAX && no_space && local_valid && dots_valid && domain_valid
}
