//! Text that is printed, or typed with a viewer, in the place of a field.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText, PlacedWord};
use forms::form_type::{FieldType, FormType};

use crate::flat::{EDGE, is_box, is_mark};
use crate::outcome::data_reader::DataReader;
use crate::text_layout::drawn_order::LOST;
use crate::text_layout::placed_words::Words;
use crate::text_layout::text_in_place::{
    OF_SEVERAL, OVER_ANOTHER, are_lost, is_of_several, joined, lies_over_another, with_text,
};

/// What is wrong with a field that holds another value than its place shows.
pub(crate) const ANOTHER_TEXT: &str = "another text is printed in the place of the field";

/// The fields with what is printed in their places, and the texts that stand elsewhere. Only
/// `added` texts are values; those of the form itself stay where they are.
pub(crate) fn fill(
    form_type: &FormType,
    form_fields: &[FormField],
    runs: &[PlacedText],
    added: &[bool],
    reading: &mut DataReader,
) -> (Vec<FormField>, Vec<PlacedText>) {
    let (runs, added) = with_marks_apart(form_fields, runs, added);
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
        let texts: Vec<PlacedText> = within.iter().map(|&run| runs[run].clone()).collect();
        if lies_over_another(&texts) {
            reading.ambiguous(path, OVER_ANOTHER.to_owned());
        }
        if are_lost(&texts) {
            reading.ambiguous(path, LOST.to_owned());
        }
        let around_field = own.place.unwrap_or(texts[0].place);
        let text = joined(&texts, field, around_field);
        let printed = match is_box(field) {
            true => with_marks(field, &texts),
            false => with_text(field, &text),
        };
        within.iter().for_each(|&run| is_taken[run] = true);
        if field.is_blank() {
            if !is_box(field) && is_of_several(field, &text) {
                reading.ambiguous(path, OF_SEVERAL.to_owned());
            }
            let places = within.iter().map(|&run| runs[run].place);
            reading
                .sources
                .add_text_in_place(own, PagePlace::around(places));
            *field = printed;
        } else if differ(place.kind(), field, &printed) {
            reading.ambiguous(path, ANOTHER_TEXT.to_owned());
        }
    }
    let rest = runs.iter().zip(is_taken).filter(|(_, is_taken)| !is_taken);
    (filled, rest.map(|(run, _)| run.clone()).collect())
}

/// The lines of the notes that stand in the place of a field, and the notes that do not. One that
/// stands there in part only is kept whole.
pub(crate) fn notes(
    form_type: &FormType,
    form_fields: &[FormField],
    notes: Vec<FormField>,
) -> (Vec<PlacedText>, Vec<FormField>) {
    if notes.is_empty() {
        return (Vec::new(), notes);
    }
    let mut seen: HashSet<&str> = HashSet::new();
    let mut fields = Vec::new();
    for field in form_fields {
        let path = form_type.path_of_template_name(&field.name);
        if form_type.place(path).is_some() && seen.insert(path) {
            fields.push(field);
        }
    }
    let mut typed = Vec::new();
    let mut others = Vec::new();
    for note in notes {
        let lines = lines_of(&note);
        let holds = |field: &FormField| lines.iter().all(|line| stands_in(field, line));
        if !lines.is_empty() && fields.iter().any(|field| holds(field)) {
            typed.extend(lines);
        } else {
            others.push(note);
        }
    }
    (typed, others)
}

/// The lines of a note, which share its height; none of a comment. How wide each is nobody knows:
/// as words they end where they begin, so that no line end is taken for one for want of room.
fn lines_of(note: &FormField) -> Vec<PlacedText> {
    let Some(place) = note.place.filter(|_| note.kind == FormFieldKind::Note) else {
        return Vec::new();
    };
    let text = note.values.concat().replace("\r\n", "\n");
    let lines: Vec<&str> = text.trim().split(['\r', '\n']).collect();
    let height = place.height / lines.len() as f32;
    let placed = lines.iter().enumerate().map(|(index, line)| PlacedText {
        text: line.trim().to_owned(),
        place: PagePlace {
            top: place.top + index as f32 * height,
            height,
            ..place
        },
        words: vec![PlacedWord {
            start: 0,
            left: place.left,
            right: place.left,
            is_apart: false,
        }],
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: true,
    });
    placed.filter(|_| !text.trim().is_empty()).collect()
}

/// The texts, those that were added with the mark of a box apart from what stands close behind it,
/// mostly the label of that box.
fn with_marks_apart(
    form_fields: &[FormField],
    runs: &[PlacedText],
    added: &[bool],
) -> (Vec<PlacedText>, Vec<bool>) {
    let boxes: Vec<&FormField> = form_fields.iter().filter(|field| is_box(field)).collect();
    let (mut apart, mut are_added) = (Vec::new(), Vec::new());
    for (run, is_added) in runs.iter().zip(added) {
        let words = Words::of(run);
        let begins_with_mark = *is_added && words.count() > 1 && is_mark(words.get(0).0.trim());
        if begins_with_mark {
            let mark = words.part(0, 1);
            if boxes.iter().any(|field| stands_in(field, &mark)) {
                apart.extend([mark, words.part(1, words.count())]);
                are_added.extend([true, true]);
                continue;
            }
        }
        apart.push(run.clone());
        are_added.push(*is_added);
    }
    (apart, are_added)
}

/// Whether a text is in the rectangle of a field that can hold it: any in a text field or a list, a
/// mark in a box.
fn stands_in(field: &FormField, run: &PlacedText) -> bool {
    match field.kind {
        FormFieldKind::Text | FormFieldKind::Choice => {
            field.place.is_some_and(|place| covers(place, run.place))
        }
        FormFieldKind::CheckBox | FormFieldKind::Radio => {
            is_mark(&run.text) && marked_state(field, run).is_some()
        }
        _ => false,
    }
}

/// The box with these marks in its widgets; with several values where they mark several states.
fn with_marks(field: &FormField, marks: &[PlacedText]) -> FormField {
    let mut values: Vec<String> = Vec::new();
    for state in marks.iter().filter_map(|mark| marked_state(field, mark)) {
        if !values.iter().any(|value| value == state) {
            values.push(state.to_owned());
        }
    }
    FormField {
        values,
        ..field.clone()
    }
}

/// What a box stores in whose rectangle a mark stands: the state of the widget there, of several
/// the one whose middle is nearest. Where no state is told it is the only one, and that of a check
/// box without any is its mark.
fn marked_state<'field>(field: &'field FormField, mark: &'field PlacedText) -> Option<&'field str> {
    let distance = |place: PagePlace| (place.middle().0 - mark.place.middle().0).abs();
    let widgets = field.widgets.iter();
    let widgets = widgets.map(|widget| (widget.place, widget.state.as_deref()));
    let alone = field.place.filter(|_| field.widgets.is_empty());
    let places = widgets.chain(alone.map(|place| (place, None)));
    let places = places.filter(|(place, _)| covers(*place, mark.place));
    let nearest = places.min_by(|one, other| distance(one.0).total_cmp(&distance(other.0)));
    nearest?.1.or(match (field.options.as_slice(), field.kind) {
        ([only], _) => Some(&only.export),
        ([], FormFieldKind::CheckBox) => Some(mark.text.trim()),
        _ => None,
    })
}

/// Whether the text begins in the rectangle and stands on its height.
fn covers(place: PagePlace, text: PagePlace) -> bool {
    let (_, middle) = text.middle();
    place.page == text.page
        && (place.top..=place.bottom()).contains(&middle)
        && (place.left - EDGE..=place.right()).contains(&text.left)
}

/// Whether two fields of this type hold different values.
pub(crate) fn differ(kind: &FieldType, one: &FormField, other: &FormField) -> bool {
    !is_alike(one, other) && kind.read(one) != kind.read(other)
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
