//! One or some of several words. In data their keys; in a PDF the template's export values, or what
//! its options show.

use super::{ValueError, quoted};
use crate::Value;
use crate::form_content::FormField;
use crate::form_type::Choice;

/// The chosen words of a filled field. A state of a box that looks as if it were off says no more
/// than that, unless a word stands for it.
pub(super) fn read(
    choices: &[Choice],
    multiple: bool,
    field: &FormField,
) -> Result<Option<Value>, ValueError> {
    let filled = field.values.iter().filter(|text| !text.trim().is_empty());
    let mut filled: Vec<&String> = filled.collect();
    if filled.is_empty() {
        let unseen = field.unseen_values.iter();
        filled.extend(unseen.filter(|state| stored(choices, state).is_some()));
    }
    let mut keys = Vec::new();
    for text in filled {
        let shown = display(field, text);
        let choice = match shown {
            Some(shown) => match stored(choices, text) {
                Some(choice) => Some(as_shown(choices, choice, text, shown)?),
                None => labelled(choices, text)?.or(named(choices, shown)?),
            },
            None => named(choices, text)?,
        };
        let unknown = || unknown_label(choices, shown.unwrap_or(text));
        keys.push(choice.ok_or_else(unknown)?.key.as_str());
    }
    match keys.as_slice() {
        [] => Ok(None),
        [key] if !multiple => Ok(Some(Value::text(*key))),
        _ if multiple => in_order(choices, &keys),
        _ => Err(format!("holds {} chosen options, give one", keys.len())),
    }
}

/// The word in a text that is printed, or typed where there are no options.
pub(super) fn read_text(choices: &[Choice], text: &str) -> Result<Value, ValueError> {
    named(choices, text)?
        .map(|choice| Value::text(&*choice.key))
        .ok_or_else(|| unknown_label(choices, text))
}

/// A key in a JSON text.
pub(super) fn accept(choices: &[Choice], word: &str) -> Result<Value, ValueError> {
    let choice = choices.iter().find(|choice| choice.key == word);
    choice
        .map(|choice| Value::text(&*choice.key))
        .ok_or_else(|| unknown_key(choices, word))
}

/// The keys in a JSON array.
pub(super) fn accept_all(choices: &[Choice], words: &[Value]) -> Result<Option<Value>, ValueError> {
    let mut keys = Vec::new();
    for word in words {
        let Value::Text(word) = word else {
            return Err(format!("holds {}, give its words as texts", word.kind()));
        };
        accept(choices, word)?;
        if keys.contains(&word.as_str()) {
            return Err(format!("holds {} twice, give it once", quoted(word)));
        }
        keys.push(word);
    }
    in_order(choices, &keys)
}

/// The labels of the chosen words.
pub(super) fn write(choices: &[Choice], value: &Value) -> String {
    let labels = chosen(choices, value).map(|choice| choice.label.as_str());
    labels.collect::<Vec<_>>().join(LABELS_APART)
}

/// What stands between the labels of several choices.
pub(crate) const LABELS_APART: &str = ", ";

/// The choices of the words that a value holds.
pub(crate) fn chosen<'choice>(
    choices: &'choice [Choice],
    value: &Value,
) -> impl Iterator<Item = &'choice Choice> {
    let words = match value {
        Value::List(words) => words.as_slice(),
        single => std::slice::from_ref(single),
    };
    let of_word = |word: &Value| {
        let mut choices = choices.iter();
        choices.find(|choice| matches!(word, Value::Text(key) if *key == choice.key))
    };
    words.iter().filter_map(of_word)
}

/// The choice that people call so: by its label, which is what they see, else by what stands for
/// it.
fn named<'choice>(
    choices: &'choice [Choice],
    text: &str,
) -> Result<Option<&'choice Choice>, ValueError> {
    match (labelled(choices, text), stored(choices, text)) {
        (Ok(Some(choice)), _) => Ok(Some(choice)),
        (_, Some(choice)) => Ok(Some(choice)),
        (labelled, None) => labelled,
    }
}

/// The choice for which a PDF stores this text: by its export value, else by its key.
fn stored<'choice>(choices: &'choice [Choice], text: &str) -> Option<&'choice Choice> {
    let by = |name: fn(&Choice) -> &str| {
        let is_named = move |choice: &&Choice| name(choice).trim() == text.trim();
        choices.iter().find(is_named)
    };
    by(Choice::export).or_else(|| by(|choice| &choice.key))
}

/// The choice for which a PDF stores a text, unless its option shows the label of another one: the
/// options of another version of the form may have other numbers.
fn as_shown<'choice>(
    choices: &[Choice],
    choice: &'choice Choice,
    stored: &str,
    shown: &str,
) -> Result<&'choice Choice, ValueError> {
    let is_shown = |choice: &Choice| choice.label.trim() == shown.trim();
    if stored == shown || is_shown(choice) || !choices.iter().any(is_shown) {
        return Ok(choice);
    }
    Err(format!(
        "{} is chosen in the PDF, which stores it as the form does {}, so the PDF is of another \
         version of the form; fill in the present form",
        quoted(shown),
        quoted(&choice.label)
    ))
}

/// The choice of this label, if that is of no other one as well.
fn labelled<'choice>(
    choices: &'choice [Choice],
    text: &str,
) -> Result<Option<&'choice Choice>, ValueError> {
    let is_named = |choice: &&Choice| choice.label.trim() == text.trim();
    let labelled: Vec<&Choice> = choices.iter().filter(is_named).collect();
    match labelled.as_slice() {
        [] => Ok(None),
        [choice] => Ok(Some(choice)),
        several => {
            let keys: Vec<&str> = several.iter().map(|choice| choice.key.as_str()).collect();
            Err(format!(
                "{} is the label of {}, and it cannot be told which of them was meant",
                quoted(text),
                keys.join(" and ")
            ))
        }
    }
}

/// What the field's own option shows for a stored text.
fn display<'field>(field: &'field FormField, stored: &str) -> Option<&'field str> {
    field
        .options
        .iter()
        .find(|option| option.export == stored)
        .map(|option| option.display.as_str())
}

fn in_order(choices: &[Choice], keys: &[&str]) -> Result<Option<Value>, ValueError> {
    let chosen: Vec<Value> = choices
        .iter()
        .filter(|choice| keys.contains(&choice.key.as_str()))
        .map(|choice| Value::text(&*choice.key))
        .collect();
    Ok((!chosen.is_empty()).then_some(Value::List(chosen)))
}

/// Refuses a word of data, in which choices have keys.
fn unknown_key(choices: &[Choice], word: &str) -> ValueError {
    unknown(word, choices.iter().map(|choice| choice.key.clone()))
}

/// Refuses what stands in a PDF, in which people see labels. What an option there stores is said
/// as it is shown.
fn unknown_label(choices: &[Choice], shown: &str) -> ValueError {
    unknown(shown, choices.iter().map(|choice| quoted(&choice.label)))
}

fn unknown(text: &str, names: impl ExactSizeIterator<Item = String>) -> ValueError {
    const NAMED_MAX: usize = 30;
    let more = if names.len() > NAMED_MAX { ", …" } else { "" };
    let names: Vec<String> = names.take(NAMED_MAX).collect();
    format!(
        "{} is not among its choices, give one of {}{more}",
        quoted(text),
        names.join(", ")
    )
}
