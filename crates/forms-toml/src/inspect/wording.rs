//! The wording of a field: its label for people, and the name from which its key is made.

use std::collections::HashSet;

use forms::form_content::FormField;

use super::label_cost::LABEL_LENGTH_MAX;
use super::label_side::Side;
use super::printed_label::PrintedLabel;
use super::vocabulary::{bare_label, is_answer, is_speaking, words};

/// A longer name is a sentence, and makes no key where there is a shorter label.
const NAME_LENGTH_MAX: usize = 60;

/// So much of a text tells which one is meant.
const QUOTED_LENGTH: usize = 60;

/// Label, name and hint of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wording {
    pub(super) label: String,
    /// Whether it is what is printed for the field.
    pub(super) is_printed: bool,
    /// What its key is made of.
    pub(super) name: String,
    /// Help for whoever fills it in, where the tooltip says more than the label.
    pub(super) hint: Option<String>,
    /// Why label or key are uncertain.
    pub(super) doubts: Vec<String>,
}

impl Wording {
    /// From what is printed for a field, its tooltip and its name in the PDF.
    pub(super) fn of(field: &FormField, printed: Option<&PrintedLabel>) -> Self {
        let own_name = own_name(&field.name);
        let tooltip = field.tooltip.as_deref().map(one_line);
        let tooltip = tooltip.filter(|tooltip| is_speaking(tooltip) || tooltip.chars().count() > 3);
        let told = tooltip.as_deref().filter(|tooltip| is_speaking(tooltip));
        let mut doubts = Vec::new();
        let says = |told: &str| format!("{told} {own_name}");
        let set_aside =
            printed.filter(|label| told.is_some_and(|told| is_of_another(label, &says(told))));
        doubts.extend(set_aside.map(|label| {
            let beginning: String = label.text.chars().take(QUOTED_LENGTH).collect();
            format!("label: its tooltip, which has no word of what is printed near: {beginning:?}")
        }));
        let printed = printed.filter(|_| set_aside.is_none());
        let printed = printed.map(|label| one_line(&label.text));
        let printed = printed.filter(|label| !label.is_empty());
        let label = match (&printed, told) {
            // `Ja` beside a box is the answer, not the question.
            (Some(answer), Some(tooltip))
                if is_answer(answer) && says_more(tooltip, &own_name, answer) =>
            {
                tooltip.to_owned()
            }
            (Some(answer), _) if is_answer(answer) => {
                doubts.push(format!("label: beside it stands only {answer:?}"));
                format!("{}: {answer}", spaced(&own_name))
            }
            (Some(label), _) => label.clone(),
            (None, Some(tooltip)) => tooltip.to_owned(),
            (None, None) => {
                doubts.push("label: nothing is printed beside it, so this is its name".to_owned());
                spaced(&own_name)
            }
        };
        let name = key_name(&own_name, printed.as_deref(), told);
        if name.is_none() {
            doubts.push(format!(
                "key: the PDF calls it {:?}, which says nothing",
                field.name
            ));
        }
        Self {
            is_printed: printed.is_some(),
            hint: tooltip.filter(|tooltip| is_more(tooltip, &label)),
            name: name.unwrap_or(own_name),
            label: bare_label(&label).chars().take(LABEL_LENGTH_MAX).collect(),
            doubts,
        }
    }
}

/// Whether a tooltip has a word besides those of the field's name and the answer beside it: some
/// programs make it of these (`cb ja2c: Ja`).
fn says_more(tooltip: &str, own_name: &str, answer: &str) -> bool {
    let known: HashSet<String> = words(own_name).chain(words(answer)).collect();
    words(tooltip).any(|word| !known.contains(&word))
}

/// Whether what is printed above or below a field is a sentence or question, of which its tooltip
/// and name have no word: it rather belongs to what stands on its other side.
fn is_of_another(printed: &PrintedLabel, said: &str) -> bool {
    let is_sentence = printed.text.chars().count() > NAME_LENGTH_MAX
        || printed.text.trim_end().ends_with(['.', '?']);
    let telling = |text: &str| -> HashSet<String> {
        let telling = words(text).filter(|word| word.chars().count() > 3);
        telling.collect()
    };
    matches!(printed.side, Side::Above | Side::Below)
        && is_sentence
        && telling(&printed.text).is_disjoint(&telling(said))
}

/// The name for a field's key, of its own name, label and tooltip: the first that is telling and
/// not a sentence, else the first that is telling.
fn key_name(own_name: &str, printed: Option<&str>, tooltip: Option<&str>) -> Option<String> {
    let printed = printed.filter(|label| !is_answer(label));
    let names = [Some(own_name), printed, tooltip.map(bare_label)];
    let speaking = || {
        let names = names.into_iter().flatten();
        names.map(without_brackets).filter(|name| is_speaking(name))
    };
    let short = speaking().find(|name| name.chars().count() <= NAME_LENGTH_MAX);
    short.or_else(|| speaking().next()).map(str::to_owned)
}

/// What brackets add explains: `Anschrift (Straße, Hausnummer)`.
fn without_brackets(name: &str) -> &str {
    let begun = name.split('(').next().unwrap_or(name).trim_end();
    if is_speaking(begun) { begun } else { name }
}

/// The name of a field without what form designers put around it: of
/// `topmostSubform[0].Page1[0].Name[0]` the `Name`.
pub(super) fn own_name(name: &str) -> String {
    let last = name.rsplit('.').next().filter(|_| name.ends_with(']'));
    let name = last.and_then(|step| step.split('[').next()).unwrap_or(name);
    unescaped(name)
}

/// LibreOffice writes `ä` as `#C3#A4`: the bytes of UTF-8, each as in a PDF name. A number sign
/// that begins no such character stays.
fn unescaped(name: &str) -> String {
    let mut plain = String::new();
    let mut rest = name;
    while let Some(start) = rest.find('#') {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        let character = escaped_character(rest).unwrap_or('#');
        plain.push(character);
        let signs = if character == '#' {
            1
        } else {
            3 * character.len_utf8()
        };
        rest = &rest[signs..];
    }
    plain + rest
}

/// The character beyond ASCII that a text begins with, as `#C3#A4`.
fn escaped_character(text: &str) -> Option<char> {
    let byte = |sign: &str| u8::from_str_radix(sign.strip_prefix('#')?, 16).ok();
    let signs = (0..4).map_while(|number| text.get(3 * number..3 * number + 3));
    let bytes: Vec<u8> = signs.map_while(byte).collect();
    let characters = (2..=bytes.len()).filter_map(|count| str::from_utf8(&bytes[..count]).ok());
    let mut texts = characters.map(str::chars);
    let mut first = texts.next()?;
    first
        .next()
        .filter(|character| first.next().is_none() && !character.is_ascii())
}

/// A name as a label: `Check_Box 4` and `dateOfBirth` as they stand, marks as blanks.
fn spaced(name: &str) -> String {
    let spaced = one_line(&name.replace(['_', '.'], " "));
    if spaced.is_empty() {
        name.to_owned()
    } else {
        spaced
    }
}

fn one_line(text: &str) -> String {
    let visible = text.replace(|character: char| character.is_control(), " ");
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_more(tooltip: &str, label: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|character| character.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let (tooltip, label) = (letters(tooltip), letters(label));
    tooltip != "undefined" && tooltip != label && !label.contains(&tooltip)
}

#[cfg(test)]
mod tests {
    use super::own_name;

    #[test]
    fn own_name_has_the_characters_that_libreoffice_escapes() {
        for (name, own) in [
            ("W#C3#A4hrung", "Währung"),
            ("Stra#C3#9Fe #2", "Straße #2"),
            ("#E2#82#AC#20", "€#20"),
            ("#C3", "#C3"),
            ("#41#42", "#41#42"),
            ("Nr. #ä", "Nr. #ä"),
            ("form1[0].#subform[0].Name[2]", "Name"),
        ] {
            assert_eq!(own_name(name), own, "{name}");
        }
    }
}
