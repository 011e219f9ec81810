//! How a field that the form type does not know keeps its name through the filled form.
//!
//! On a continuation page it is a field named `otherFields.` + the escaped name. The partial name
//! of a PDF field cannot hold a full stop (PDF 32000-1, 12.7.3.2), so `.`, `%` and control
//! characters are written as `%` and the UTF-8 bytes in hexadecimal.

use crate::form_type::OTHER_FIELDS;

/// The name of the field that holds the other field `name`.
pub fn template_name(name: &str) -> String {
    let mut escaped = String::new();
    for character in name.chars() {
        if character == '.' || character == '%' || character.is_control() {
            let mut buffer = [0; 4];
            escaped.extend(
                character
                    .encode_utf8(&mut buffer)
                    .bytes()
                    .map(|byte| format!("%{byte:02X}")),
            );
        } else {
            escaped.push(character);
        }
    }
    // An empty partial name would vanish from the fully qualified name.
    let escaped = if escaped.is_empty() { "%" } else { &escaped };
    format!("{OTHER_FIELDS}.{escaped}")
}

/// Whether a field of this name is one of [`template_name`].
pub fn is_template_name(name: &str) -> bool {
    let rest = name.strip_prefix(OTHER_FIELDS);
    rest.is_some_and(|rest| rest.starts_with('.'))
}

/// The other field that a PDF field of this name holds: the reverse of [`template_name`]; any other
/// name is its own.
pub fn name_from_template(template_name: &str) -> String {
    let Some(escaped) = template_name
        .strip_prefix(OTHER_FIELDS)
        .and_then(|rest| rest.strip_prefix('.'))
    else {
        return template_name.to_owned();
    };
    if escaped == "%" {
        return String::new();
    }
    unescape(escaped).unwrap_or_else(|| escaped.to_owned())
}

fn unescape(escaped: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{name_from_template, template_name};

    #[test]
    fn any_name_comes_back() {
        for name in [
            "",
            "%",
            ".",
            "a.b",
            "..",
            "100 %",
            "Bemerkung",
            "ä\nö",
            "otherFields.x",
            "%2E",
            "Łódź 🎉",
        ] {
            let written = template_name(name);
            assert_eq!(name_from_template(&written), name, "{written}");
            assert_eq!(written.matches('.').count(), 1, "{written}");
        }
    }

    #[test]
    fn a_name_from_elsewhere_is_its_own() {
        for name in ["Bemerkung", "a.b", "otherFieldsX", "%"] {
            assert_eq!(name_from_template(name), name);
        }
        assert_eq!(name_from_template("otherFields.100%"), "100%");
    }
}
