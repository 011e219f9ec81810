//! A signature field's value: who signed and when. Whether the signature is valid is not judged
//! here.

use ports::PdfError;

use super::tree::Terminal;
use super::{FieldError, text_entry, value};
use crate::document::{Document, Object};

/// The value where something else than a signature is stored.
const UNREADABLE: &str = "a signature that cannot be read";

/// Who signed and when, as far as the signature says (PDF 32000-1, 12.8.1); none where nobody has.
pub(super) fn value(
    document: &dyn Document,
    terminal: &Terminal,
) -> Result<Vec<String>, FieldError> {
    let signature = match terminal.attribute(document, b"V")? {
        Object::Dictionary(signature) => signature,
        Object::Null => return Ok(Vec::new()),
        // No signature, but something is there, and the other fields do not depend on it.
        other => {
            return Ok(vec![
                value::text(document, &other).unwrap_or_else(|_| UNREADABLE.to_owned()),
            ]);
        }
    };
    let name = text_entry(document, &signature, b"Name")?;
    let date = text_entry(document, &signature, b"M")?.map(|date| day(&date));
    let words: Vec<String> = name.into_iter().chain(date).collect();
    Ok(vec![if words.is_empty() {
        "signed".to_owned()
    } else {
        words.join(", ")
    }])
}

/// Whether a signature stands in a field of whatever type: some writers sign text fields.
pub(super) fn is_stored(document: &dyn Document, terminal: &Terminal) -> Result<bool, PdfError> {
    let Object::Dictionary(value) = terminal.attribute(document, b"V")? else {
        return Ok(false);
    };
    Ok(document.name(&value, b"Type")?.as_deref() == Some(b"Sig"))
}

/// The day of `D:YYYYMMDD…` as `YYYY-MM-DD` (7.9.4); another text as it stands.
fn day(date: &str) -> String {
    let digits = date.strip_prefix("D:").unwrap_or(date);
    match (digits.get(..4), digits.get(4..6), digits.get(6..8)) {
        (Some(year), Some(month), Some(day))
            if digits[..8].bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("{year}-{month}-{day}")
        }
        _ => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn the_day_is_taken_from_a_date() {
        assert_eq!(day("D:20260201093000+01'00'"), "2026-02-01");
        assert_eq!(day("20260201"), "2026-02-01");
        assert_eq!(day("D:2026"), "D:2026");
        assert_eq!(day("gestern äöü"), "gestern äöü");
    }
}
