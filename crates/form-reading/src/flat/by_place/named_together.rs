//! The words of a list that a continuation page prints one behind the other.

use std::collections::HashMap;

use forms::form_type::{Choice, FieldType};

use crate::steps::step;

/// Stands between two words of a list, which may hold it as well.
const BETWEEN: &str = ", ";

/// What the PDF stores for each of the words that make up this text; `None` where they do not, or
/// in more than one way, and of a field that takes one word alone.
pub(super) fn named_together(kind: &FieldType, text: &str) -> Option<Vec<String>> {
    let FieldType::Choice {
        choices,
        multiple: true,
    } = kind
    else {
        return None;
    };
    let text = spaced(text);
    let labels: Vec<String> = choices.iter().map(|choice| spaced(&choice.label)).collect();
    // By the places at which a word may end: how many may, and where one of them begins.
    let mut ends: HashMap<usize, (usize, usize, usize)> = HashMap::new();
    let mut begins = vec![0];
    while let Some(begin) = begins.pop() {
        for (number, label) in labels.iter().enumerate() {
            step();
            let behind = text[begin..].strip_prefix(label.as_str());
            let next = behind.and_then(|behind| match behind.strip_prefix(BETWEEN) {
                Some(rest) => Some(text.len() - rest.len()),
                None => behind.is_empty().then_some(text.len()),
            });
            let Some(next) = next.filter(|next| *next > begin) else {
                continue;
            };
            let end = ends.entry(next).or_insert_with(|| {
                begins.push(next);
                (0, begin, number)
            });
            end.0 += 1;
        }
    }
    let mut chosen = Vec::new();
    let mut place = text.len();
    while place > 0 {
        let (count, begin, number) = *ends.get(&place)?;
        if count != 1 {
            return None;
        }
        chosen.push(choices.get(number).map(Choice::export)?.to_owned());
        place = begin;
    }
    chosen.reverse();
    Some(chosen)
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use forms::form_type::{Choice, FieldType};

    use super::named_together;

    fn named(labels: &[&str], text: &str) -> Option<Vec<String>> {
        let choice = |(number, label): (usize, &&str)| Choice {
            key: number.to_string(),
            label: (*label).to_owned(),
            export: None,
        };
        let kind = FieldType::Choice {
            choices: labels.iter().enumerate().map(choice).collect(),
            multiple: true,
        };
        named_together(&kind, text)
    }

    fn are(keys: &[&str]) -> Option<Vec<String>> {
        Some(keys.iter().map(|key| (*key).to_owned()).collect())
    }

    #[test]
    fn named_together_tells_words_apart_that_hold_what_stands_between_two() {
        let labels = ["Essen, warm", "Essen", "Getränke"];
        assert_eq!(named(&labels, "Essen, Getränke"), are(&["1", "2"]));
        assert_eq!(named(&labels, "Essen,  warm, Getränke"), are(&["0", "2"]));
        assert_eq!(named(&labels, "Getränke"), are(&["2"]));
    }

    #[test]
    fn named_together_is_none_for_what_is_no_list_or_two_of_them() {
        let labels = ["a", "b", "a, b", ""];
        for text in ["a, b", "c", "a, ", "a b", ""] {
            let named = named(&labels, text);
            assert!(named.is_none_or(|named| named.is_empty()), "{text}");
        }
        assert_eq!(named(&labels, "b, a"), are(&["1", "0"]));
    }

    #[test]
    fn named_together_takes_no_longer_for_words_that_repeat() {
        let text = vec!["a"; 5_000].join(", ");
        let labels = ["a", "a, a", "a, a, a"];
        assert_eq!(named(&labels, &text), None);
    }
}
