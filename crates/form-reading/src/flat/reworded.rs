//! Fields in whose places a text stands under the label of another one: a page of another version
//! of the form, of which everything else stands where it did.
//!
//! The label of such a field is missing in its place: other words are printed there, or none. A
//! label that is nearly the same, as a reader of scans has it, or that begins with the other one
//! (`E-Mail`, `E-Mail-Adresse`) is taken for the same, but not one with other numbers (`Ausgaben
//! 2025`, `Ausgaben 2026`) or one long word in the place of another (`Einnahmen`, `Ausgaben`).

use std::collections::HashMap;

use forms::field_value::quoted;
use forms::form_content::{FormField, FormFieldKind, MISWRITTEN, PagePlace, PlacedText};
use forms::form_type::{FieldRef, FieldType, FormType};

use super::by_place::TextsByPlace;
use super::labels::normal;
use super::own_places::{OwnPlaces, PlacedForm};
use super::words_by_line::{LINE_NEAR, LineWord, WordsByLine};
use crate::outcome::data_reader::DataReader;
use crate::steps::step;
use crate::text_layout::placed_words::Words;

/// How alike two labels are that are the same in the eyes of a reader of scans, from 0 to 1.
const ALIKE: f64 = 0.66;

/// From so many characters on a word says what a label is about.
const LONG_WORD: usize = 5;

/// Longer texts are compared up to here, in characters.
const COMPARED_MAX: usize = 200;

/// Refuses the filled fields at whose labels, in the blank form, a file prints other words.
pub(super) fn refuse(
    form_type: &FormType,
    placed: &TextsByPlace,
    form: PlacedForm<'_>,
    reading: &mut DataReader,
) {
    let printed = PrintedLabels::of(form.blank.texts);
    let others = WordsByLine::of_file(&placed.rest, form.own);
    let mut judged: HashMap<usize, Option<String>> = HashMap::new();
    for field in &placed.fields {
        let path = form_type.path_of_template_name(&field.name);
        let Some(value) = form_type.place(path) else {
            continue;
        };
        let lines = labels_of(field, &value).into_iter();
        let lines = lines.flat_map(|(label, place)| printed.nearest(label, place));
        for number in lines {
            let line = &form.blank.texts[number];
            let found = judged
                .entry(number)
                .or_insert_with(|| in_its_place(line, &others, form.own));
            if let Some(found) = found {
                reading.ambiguous(path, sentence(&line.text, found));
                break;
            }
        }
    }
}

fn sentence(label: &str, found: &str) -> String {
    let (found, label) = (quoted(found), quoted(label));
    match found.as_str() {
        "\"\"" => format!(
            "nothing is printed where the form has {label}, so it cannot be told whether the PDF \
             is of this version of the form; upload it with its fields"
        ),
        _ => format!(
            "{found} is printed where the form has {label}, so the PDF is of another version of \
             the form; upload it with its fields, or fill in the present form"
        ),
    }
}

/// The texts that stand at a field, with the place at which each stands: its label, and the words
/// of the option that is chosen.
fn labels_of<'form>(field: &FormField, value: &FieldRef<'form>) -> Vec<(&'form str, PagePlace)> {
    let label = match value {
        FieldRef::Field(field) => &field.label,
        FieldRef::Cell { column, .. } => &column.label,
    };
    let first = field.widgets.first().map(|widget| widget.place);
    let mut labels: Vec<_> = first
        .map(|place| (label.as_str(), place))
        .into_iter()
        .collect();
    if let (FormFieldKind::Radio, FieldType::Choice { choices, .. }) = (field.kind, value.kind()) {
        let chosen = choices.iter().filter_map(|choice| {
            let state = choice.export.as_ref().unwrap_or(&choice.key);
            let is_on = field.values.contains(state);
            let mut widgets = field.widgets.iter().filter(|_| is_on);
            let widget = widgets.find(|widget| widget.state.as_ref() == Some(state))?;
            Some((choice.label.as_str(), widget.place))
        });
        labels.extend(chosen);
    }
    labels
}

/// Where the blank form prints its labels, on one line or several.
struct PrintedLabels<'blank> {
    blank: &'blank [PlacedText],
    /// The numbers of the lines by page and first word, in normal spelling.
    lines: HashMap<(usize, String), Vec<usize>>,
}

impl<'blank> PrintedLabels<'blank> {
    fn of(blank: &'blank [PlacedText]) -> Self {
        let mut lines: HashMap<_, Vec<usize>> = HashMap::new();
        for (number, line) in blank.iter().enumerate() {
            step();
            let key = (line.place.page, first_word(&normal(&line.text)));
            lines.entry(key).or_default().push(number);
        }
        Self { blank, lines }
    }

    /// The numbers of the lines that are this label and stand nearest to a place on its page; none
    /// where it is not printed.
    fn nearest(&self, label: &str, to: PagePlace) -> Vec<usize> {
        let label = normal(label);
        let key = (to.page, first_word(&label));
        let first = self.lines.get(&key).map_or(&[][..], Vec::as_slice);
        let printed = first.iter().filter_map(|first| self.whole(&label, *first));
        let distance = |lines: &Vec<usize>| {
            let place = self.blank[lines[0]].place;
            (place.left - to.left).abs() + (place.top - to.top).abs()
        };
        let nearest = printed.min_by(|one, other| distance(one).total_cmp(&distance(other)));
        nearest.unwrap_or_default()
    }

    /// The lines from this one on that are a label: each begins below the one before it.
    fn whole(&self, label: &str, first: usize) -> Option<Vec<usize>> {
        let mut lines = vec![first];
        let mut rest = behind(label, &self.blank[first].text)?;
        let above = self.blank[first].place;
        for (number, line) in self.blank.iter().enumerate().skip(first + 1) {
            step();
            if rest.is_empty() || line.place.page != above.page {
                break;
            }
            if (line.place.left - above.left).abs() <= LINE_NEAR {
                rest = behind(rest, &line.text)?;
                lines.push(number);
            }
        }
        rest.is_empty().then_some(lines)
    }
}

fn first_word(text: &str) -> String {
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// What of a label follows a line of it, both in normal spelling.
fn behind<'label>(label: &'label str, line: &str) -> Option<&'label str> {
    let rest = label.strip_prefix(normal(line).as_str())?;
    Some(rest.trim_start_matches([' ', ':', '*']))
}

/// The words that stand in the place of a label of which some are missing, if they say something
/// else than those; no words where all are missing and nothing stands there.
fn in_its_place(label: &PlacedText, others: &WordsByLine<'_>, own: &OwnPlaces) -> Option<String> {
    let words = Words::of(label);
    let missing: Vec<_> = (0..words.count())
        .map(|index| words.get(index))
        .filter(|(_, word)| own.misses_word_at(label.place.page, (word.left, label.baseline())))
        .collect();
    let left = missing.first()?.1.left;
    let right = missing.last()?.1.right;
    let stands_there = |other: &&LineWord<'_>| {
        let shared = other.right.min(right) - other.left.max(left);
        2.0 * shared > (other.right - other.left).min(right - left)
    };
    let on_line = others.on_line(label.place.page, label.baseline());
    let mut found: Vec<&LineWord<'_>> = on_line.filter(stands_there).collect();
    found.sort_by(|one, other| one.left.total_cmp(&other.left));
    let found: Vec<&str> = found.into_iter().map(|word| word.text).collect();
    let missing: Vec<&str> = missing.iter().map(|(text, _)| *text).collect();
    let is_read = |text: &str| text.contains(char::is_alphanumeric);
    let own = (0..words.count()).map(|index| words.get(index).0);
    let is_gone = found.is_empty()
        && own.filter(|text| is_read(text)).count()
            == missing.iter().filter(|text| is_read(text)).count();
    (is_gone || are_others(&missing, &found)).then(|| found.join(" "))
}

/// Whether two texts say something else, as far as they have letters or digits. With a word
/// that is miswritten nothing can be compared.
fn are_others(own: &[&str], found: &[&str]) -> bool {
    let is_unlike_own = |word: &&str| word.contains(MISWRITTEN) && !own.contains(word);
    if found.iter().any(is_unlike_own) {
        return false;
    }
    let letters = |words: &[&str]| -> String {
        let words = normal(&words.concat());
        let letters = words
            .chars()
            .filter(|character| character.is_alphanumeric());
        letters.take(COMPARED_MAX).collect()
    };
    if have_other_numbers(own, found) {
        return true;
    }
    let (own_text, found_text) = (letters(own), letters(found));
    let is_part = own_text.starts_with(&found_text) || found_text.starts_with(&own_text);
    !is_part
        && (strsim::normalized_damerau_levenshtein(&own_text, &found_text) < ALIKE
            || own.len() == found.len() && has_other_word(own, found))
}

/// Whether a long word stands in the place of another one, and neither is a piece of the other.
fn has_other_word(own: &[&str], found: &[&str]) -> bool {
    let compared = |word: &str| normal(word).chars().take(COMPARED_MAX).collect::<String>();
    let mut words = own.iter().zip(found);
    words.any(|(own, found)| {
        let (own, found) = (compared(own), compared(found));
        let (short, long) = match own.len() < found.len() {
            true => (own, found),
            false => (found, own),
        };
        long.chars().count() >= LONG_WORD
            && !long.starts_with(&short)
            && !long.ends_with(&short)
            && strsim::normalized_damerau_levenshtein(&short, &long) < ALIKE
    })
}

/// Whether both have numbers, of which one is not the same. A word with letters among its digits is
/// none: readers of scans take the one for the other.
fn have_other_numbers(own: &[&str], found: &[&str]) -> bool {
    let numbers = |words: &[&str]| -> Vec<String> {
        let words = words
            .iter()
            .filter(|word| !word.contains(char::is_alphabetic));
        let digits = words.map(|word| word.chars().filter(char::is_ascii_digit).collect());
        digits
            .filter(|digits: &String| !digits.is_empty())
            .collect()
    };
    let (own, found) = (numbers(own), numbers(found));
    own.iter().zip(&found).any(|(own, found)| own != found)
}
