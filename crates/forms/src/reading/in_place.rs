//! Text that is printed in the place of a field.

use std::collections::HashSet;

use super::DataReader;
use super::flat::is_mark;
use super::sources::around;
use crate::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};
use crate::form_type::FormType;

/// A text may begin this much to the left of its field, in points.
const EDGE: f32 = 2.0;

/// The fields with what is printed in their places, and the texts that stand elsewhere. Only
/// `added` texts are values; those of the form itself stay where they are.
pub(super) fn fill(
    form_type: &FormType,
    form_fields: &[FormField],
    runs: &[PlacedText],
    added: &[bool],
    reading: &mut DataReader,
) -> (Vec<FormField>, Vec<PlacedText>) {
    let mut filled = form_fields.to_vec();
    let mut is_taken = vec![false; runs.len()];
    let mut seen: HashSet<&str> = HashSet::new();
    for (field, own) in filled.iter_mut().zip(form_fields) {
        let path = form_type.path_of_template_name(&own.name);
        let Some(place) = form_type.place(path).filter(|_| seen.insert(path)) else {
            continue;
        };
        let within: Vec<usize> = (0..runs.len())
            .filter(|&run| added[run] && !is_taken[run] && stands_in(field, &runs[run]))
            .collect();
        if within.is_empty() {
            continue;
        }
        let texts = within.iter().map(|&run| &runs[run]);
        let printed = with_text(field, &lines(texts, field.multiple));
        within.iter().for_each(|&run| is_taken[run] = true);
        if field.values.iter().all(|value| value.trim().is_empty()) {
            let places = within.iter().map(|&run| runs[run].place);
            reading.sources.note_in_place(own, around(places));
            *field = printed;
        } else if !is_alike(field, &printed)
            && place.kind().read(field) != place.kind().read(&printed)
        {
            reading.ambiguous(
                &field.name,
                "another text is printed in the place of the field".to_owned(),
            );
        }
    }
    let rest = runs.iter().zip(is_taken).filter(|(_, is_taken)| !is_taken);
    (filled, rest.map(|(run, _)| run.clone()).collect())
}

/// Whether a text is in the rectangle of a field that can hold it: any in a text field or a list, a
/// mark in a box.
fn stands_in(field: &FormField, run: &PlacedText) -> bool {
    let can_hold = match field.kind {
        FormFieldKind::Text | FormFieldKind::Choice => true,
        FormFieldKind::CheckBox => is_mark(&run.text),
        _ => false,
    };
    can_hold && field.place.is_some_and(|place| covers(place, run.place))
}

/// Whether the text begins in the rectangle and stands on its height.
fn covers(place: PagePlace, text: PagePlace) -> bool {
    let middle = text.top + text.height / 2.0;
    place.page == text.page
        && (place.top..=place.top + place.height).contains(&middle)
        && (place.left - EDGE..=place.left + place.width).contains(&text.left)
}

/// Texts in reading order: those of a line with a space between them, lines with `\n` where a field
/// has several.
fn lines<'text>(texts: impl Iterator<Item = &'text PlacedText>, multiline: bool) -> String {
    let mut lines = String::new();
    let mut above: Option<PagePlace> = None;
    for run in texts {
        if let Some(above) = above {
            let is_below = run.place.top > above.top + above.height / 2.0;
            lines.push(if multiline && is_below { '\n' } else { ' ' });
        }
        lines.push_str(run.text.trim());
        above = Some(run.place);
    }
    lines
}

/// The field as if the text were filled in.
fn with_text(field: &FormField, text: &str) -> FormField {
    let stored = match field.kind {
        FormFieldKind::CheckBox => field.options.first().map(|option| option.export.as_str()),
        FormFieldKind::Choice => field
            .options
            .iter()
            .find(|option| option.display == text)
            .map(|option| option.export.as_str()),
        _ => None,
    };
    let stored = stored.unwrap_or(text).to_owned();
    FormField {
        values: vec![stored],
        ..field.clone()
    }
}

/// Whether two fields show the same characters, however their lines break.
fn is_alike(one: &FormField, other: &FormField) -> bool {
    let characters = |field: &FormField| -> String {
        let texts = field
            .values
            .iter()
            .flat_map(|value| value.split_whitespace());
        texts.collect()
    };
    characters(one) == characters(other)
}
