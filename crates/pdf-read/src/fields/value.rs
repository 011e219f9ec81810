//! The value of text and choice fields (PDF 32000-1, 12.7.4.3 and 12.7.4.4).

use forms::form_content::{FormattedText, FormattedTextRole};
use pdf_syntax::field_flags::{READ_ONLY, RICH_TEXT};
use pdf_syntax::text_string;
use ports::PdfError;

use super::FieldError;
use super::group::Group;
use super::tree::Terminal;
use crate::document::{Document, Object};
use crate::markup;

/// The plain value that a field stores, and its formatted text.
pub(super) struct ReadValue {
    pub(super) plain: Vec<String>,
    pub(super) formatted: Option<FormattedText>,
}

/// What is filled into a text field: nothing or one text; several where an array is stored, which
/// no text field may. A value is taken from `V`, from the formatted text in `RV` only where there
/// is no `V`. A `V` that is blank has been cleared. A formatted text that nobody can change and
/// with which the field began is a caption of the form. Whether a formatted text that says
/// something else than `V` is left over from the template, is not known here.
pub(super) fn of_text(document: &dyn Document, group: &Group) -> Result<ReadValue, FieldError> {
    let mut all = Vec::new();
    let mut formatted: Option<FormattedText> = None;
    let mut has_plain = false;
    for terminal in group.terminals() {
        let flags = terminal.integer(document, b"Ff")?.unwrap_or(0);
        let plain = terminal_values(document, terminal)?;
        has_plain |= !plain.is_empty();
        let Some(text) = rich_text(document, terminal)? else {
            all.extend(or_blank(plain));
            continue;
        };
        let role = role(&text, plain.is_empty(), flags);
        let is_value = role == FormattedTextRole::Value;
        let is_caption =
            is_value && flags & READ_ONLY != 0 && is_default(document, terminal, &text)?;
        all.extend(match is_value && !is_caption {
            true => vec![vec![text.clone()]],
            false => or_blank(plain),
        });
        let next = FormattedText { text, role };
        formatted = Some(match formatted {
            Some(first) if !is_caption => joined(group, first, next)?,
            Some(first) if first.role >= next.role => first,
            _ => next,
        });
    }
    let plain = agreed(group, all)?;
    if let Some(formatted) = formatted
        .as_mut()
        .filter(|_| has_plain && !plain.is_empty())
    {
        formatted.role = formatted.role.min(FormattedTextRole::Shown);
    }
    Ok(ReadValue { plain, formatted })
}

/// How a formatted text relates to the plain one. A blank one is no value; it is told all the same,
/// as a template that had it explains it beside the value that a program wrote plain only.
fn role(formatted: &str, is_alone: bool, flags: i64) -> FormattedTextRole {
    match is_alone {
        true if formatted.trim().is_empty() => FormattedTextRole::Hidden,
        true => FormattedTextRole::Value,
        false if flags & RICH_TEXT != 0 => FormattedTextRole::Shown,
        false => FormattedTextRole::Hidden,
    }
}

/// The formatted text of two fields of one name. What no viewer shows may differ.
fn joined(
    group: &Group,
    first: FormattedText,
    next: FormattedText,
) -> Result<FormattedText, FieldError> {
    let is_hidden = first.role.min(next.role) == FormattedTextRole::Hidden;
    if !is_hidden && !first.says(&next.text) {
        return Err(FieldError::ambiguous(
            &group.name,
            "has two formatted texts",
        ));
    }
    Ok(match next.role > first.role {
        true => next,
        false => first,
    })
}

/// A field without a value is blank, which another one of the same name may contradict.
fn or_blank(stored: Vec<Vec<String>>) -> Vec<Vec<String>> {
    if stored.is_empty() {
        vec![Vec::new()]
    } else {
        stored
    }
}

/// The words of the formatted text (`RV`).
fn rich_text(document: &dyn Document, terminal: &Terminal) -> Result<Option<String>, FieldError> {
    Ok(match terminal.attribute(document, b"RV")? {
        Object::Null => None,
        rich => Some(markup::plain_text(&text(document, &rich)?).ok_or(FieldError::Undecodable)?),
    })
}

/// Whether a text is the one that the field begins with (`DV`).
fn is_default(
    document: &dyn Document,
    terminal: &Terminal,
    rich: &str,
) -> Result<bool, FieldError> {
    let default = text(document, &terminal.attribute(document, b"DV")?)?;
    Ok(rich.split_whitespace().eq(default.split_whitespace()))
}

/// What is chosen in a list: the texts of `V` as they stand. Selected indexes without any value
/// (`I`) are shown by some viewers only.
pub(super) fn of_choice(document: &dyn Document, group: &Group) -> Result<Vec<String>, FieldError> {
    let mut all = Vec::new();
    for terminal in group.terminals() {
        all.extend(or_blank(terminal_values(document, terminal)?));
    }
    let chosen = agreed(group, all)?;
    let indexes = document.array(&group.first().attributes, b"I")?;
    let has_value = group.first().attribute(document, b"V")? != Object::Null;
    if !has_value && !indexes.is_empty() {
        return Err(FieldError::ambiguous(
            &group.name,
            "has selected options, but no value",
        ));
    }
    Ok(chosen)
}

/// The text of a single stored value: a string, name, stream or number.
pub(super) fn text(document: &dyn Document, value: &Object) -> Result<String, FieldError> {
    Ok(match value {
        Object::String(bytes) => text_string::decode(bytes)?,
        Object::Name(bytes) => text_string::decode_name(bytes)?,
        Object::Stream(dictionary, id) => {
            text_string::decode(&document.stream_bytes(dictionary, *id)?)?
        }
        Object::Integer(integer) => integer.to_string(),
        // More digits than that and the parsers' numbers are no longer what is written in the file.
        Object::Real(real) if real.to_string().len() <= 7 => real.to_string(),
        Object::Boolean(boolean) => boolean.to_string(),
        Object::Null => String::new(),
        _ => return Err(FieldError::Undecodable),
    })
}

/// The values that a field stores, and its widgets that store one of their own.
pub(super) fn terminal_values(
    document: &dyn Document,
    terminal: &Terminal,
) -> Result<Vec<Vec<String>>, FieldError> {
    let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
    let own = document.get(&terminal.attributes, b"V")?;
    let mut stored = Vec::new();
    for dictionary in widgets {
        let value = document.get(dictionary, b"V")?;
        if value != Object::Null && value != own {
            stored.push(texts(document, &value)?);
        }
    }
    if own != Object::Null {
        stored.insert(0, texts(document, &own)?);
    }
    Ok(stored)
}

/// The texts of a value; none where it is blank.
fn texts(document: &dyn Document, value: &Object) -> Result<Vec<String>, FieldError> {
    let members = match value {
        Object::Array(members) => members,
        single => std::slice::from_ref(single),
    };
    let mut texts = Vec::new();
    for member in members {
        let text = text(document, &document.resolve(member)?)?;
        if !text.is_empty() {
            texts.push(text);
        }
    }
    Ok(texts)
}

fn agreed(group: &Group, mut all: Vec<Vec<String>>) -> Result<Vec<String>, FieldError> {
    all.dedup();
    match all.len() {
        0 => Ok(Vec::new()),
        1 => Ok(all.remove(0)),
        _ => Err(FieldError::Pdf(PdfError::Ambiguous(format!(
            "the field {} stands in it more than once, with different values",
            group.name
        )))),
    }
}
