//! E-mail addresses: the shape that can be delivered to, not the whole of RFC 5321. Before the `@`
//! words of RFC 5322 with dots between them (3.2.3, `dot-atom`), with letters of any alphabet (RFC
//! 6531, 3.3); no quoted ones, and nothing that is not seen: an address that was copied with a mark
//! of direction reaches nobody, and looks right.

use super::{ValueError, quoted};
use crate::Value;
use crate::ignorable::is_ignorable;

/// Characters before the `@` (RFC 5321, 4.5.3.1).
const LOCAL_LENGTH_MAX: usize = 64;
/// Characters of an address (RFC 5321, 4.5.3.1).
pub const EMAIL_LENGTH_MAX: usize = 254;

/// What may stand in a word beside letters and digits (RFC 5322, 3.2.3).
const WORD_SIGNS: &str = "!#$%&'*+-/=?^_`{|}~";

/// The address without spaces around it.
pub(super) fn check(text: &str) -> Result<Value, ValueError> {
    let address = text.trim();
    if let Some(unseen) = address.chars().find(|character| is_ignorable(*character)) {
        let code = u32::from(unseen);
        Err(format!(
            "holds the invisible character U+{code:04X}, remove it"
        ))
    } else if is_address(address) {
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
    let in_word = |character: char| {
        !character.is_ascii() || character.is_ascii_alphanumeric() || WORD_SIGNS.contains(character)
    };
    let word_valid = |word: &str| !word.is_empty() && word.chars().all(in_word);
    let local_valid = local.chars().count() <= LOCAL_LENGTH_MAX && local.split('.').all(word_valid);
    let label_valid = |label: &str| {
        let inner = |character: char| character.is_alphanumeric() || character == '-';
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let domain_valid = domain.contains('.') && domain.split('.').all(label_valid);
    address.chars().count() <= EMAIL_LENGTH_MAX && no_space && local_valid && domain_valid
}
