//! The texts that our own writer has marked with the name of their field.
//!
//! A mark is believed where it says what is to be seen: in a place of that field, or on a page
//! behind those of the form.

use std::collections::HashMap;

use super::labels::normal;
use super::own_places::OwnPlaces;
use crate::form_content::{FormField, PagePlace, PlacedText};
use crate::reading::sources::around;
use crate::reading::text_in_place::joined;
use crate::steps::step;

/// A label is printed on so many lines at most.
const LABEL_LINES_MAX: usize = 4;

/// Texts of one column begin so near to each other, in points.
const NEAR: f32 = 3.0;

pub(super) struct MarkedTexts<'form> {
    fields: &'form [FormField],
    by_name: HashMap<&'form str, usize>,
    /// Beginning with the first page behind all fields.
    pages_behind: usize,
    /// What stands on those pages, by field.
    continued: HashMap<usize, Vec<PlacedText>>,
}

impl<'form> MarkedTexts<'form> {
    pub(super) fn of(fields: &'form [FormField]) -> Self {
        let names = fields.iter().enumerate();
        let widgets = fields.iter().flat_map(|field| &field.widgets);
        Self {
            fields,
            by_name: names
                .map(|(number, field)| (field.name.as_str(), number))
                .collect(),
            pages_behind: widgets
                .map(|widget| widget.place.page + 1)
                .max()
                .unwrap_or(0),
            continued: HashMap::new(),
        }
    }

    /// The field and the widget in which a marked text stands: of several the nearest.
    pub(super) fn place(&self, run: &PlacedText, own: &OwnPlaces) -> Option<(usize, usize)> {
        let field = self.field_of(run)?;
        let transform = own.transform(run.place.page);
        let widgets = self.fields[field].widgets.iter().enumerate();
        let near = widgets.filter_map(|(number, widget)| {
            step();
            let place = widget.place;
            let place = transform.map_or(place, |transform| transform.in_file(place));
            let distance = distance(place, run.place);
            let is_near = place.page == run.place.page && distance <= run.place.height;
            is_near.then_some((number, distance))
        });
        let (widget, _) = near.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some((field, widget))
    }

    /// Whether a text may be the value of a field that has no room for it; it is kept for that.
    pub(super) fn continues(&mut self, run: &PlacedText) -> bool {
        let is_behind = run.place.page >= self.pages_behind;
        let Some(field) = self.field_of(run).filter(|_| is_behind) else {
            return false;
        };
        self.continued.entry(field).or_default().push(run.clone());
        true
    }

    /// What continues a field.
    pub(super) fn continued(&mut self, field: usize, is_multiline: bool) -> Option<ContinuedText> {
        let pieces = self.continued.remove(&field)?;
        let column = around(pieces.iter().map(|piece| piece.place))?;
        let room = FormField {
            multiple: is_multiline || self.fields[field].multiple,
            comb: false,
            ..self.fields[field].clone()
        };
        let mut text = String::new();
        let mut above: Option<&PlacedText> = None;
        for page in pieces.chunk_by(|one, other| one.place.page == other.place.page) {
            if let Some(above) = above {
                text.push_str(above.line_end.as_deref().unwrap_or(" "));
            }
            text.push_str(&joined(page, &room, column));
            above = page.last();
        }
        Some(ContinuedText {
            text,
            place: column,
            beginning: pieces.first()?.place,
        })
    }

    /// What continues no field after all.
    pub(super) fn left_over(self) -> impl Iterator<Item = PlacedText> {
        self.continued.into_values().flatten()
    }

    fn field_of(&self, run: &PlacedText) -> Option<usize> {
        let name = run.field.as_deref()?;
        self.by_name.get(name).copied()
    }
}

/// The value of a field that stands on the pages behind those of the form.
pub(super) struct ContinuedText {
    pub(super) text: String,
    pub(super) place: PagePlace,
    /// Its first line.
    beginning: PagePlace,
}

impl ContinuedText {
    /// Takes the label above it out of these texts, on as many lines as it was printed.
    pub(super) fn take_label(&self, label: &str, texts: &mut Vec<PlacedText>) {
        // It may be broken within a word.
        let bare = |text: &str| normal(text).replace(' ', "");
        let (label, mut printed) = (bare(label), String::new());
        let (mut lines, mut top) = (Vec::new(), self.beginning.top);
        while lines.len() < LABEL_LINES_MAX
            && let Some(line) = self.line_above(top, texts)
        {
            printed = format!("{} {printed}", texts[line].text);
            (top, lines) = (texts[line].place.top, [lines, vec![line]].concat());
            let is_cut = lines.len() == LABEL_LINES_MAX && label.starts_with(&bare(&printed));
            if bare(&printed) == label || is_cut {
                let mut number = 0;
                texts.retain(|_| {
                    number += 1;
                    !lines.contains(&(number - 1))
                });
                return;
            }
        }
    }

    /// The number of the text right above this height, in the same column.
    fn line_above(&self, top: f32, texts: &[PlacedText]) -> Option<usize> {
        let is_above = |text: &PlacedText| {
            let gap = top - text.baseline();
            text.place.page == self.beginning.page
                && (text.place.left - self.beginning.left).abs() < NEAR
                && (-NEAR..=text.place.height * 2.0).contains(&gap)
        };
        let above = texts.iter().enumerate().filter(|(_, text)| {
            step();
            is_above(text)
        });
        let nearest = above.max_by(|one, other| one.1.baseline().total_cmp(&other.1.baseline()));
        nearest.map(|(number, _)| number)
    }
}

/// How far the middle of a text is from a place, across or down.
fn distance(place: PagePlace, text: PagePlace) -> f32 {
    let beyond = |middle: f32, first: f32, length: f32| {
        (first - middle).max(middle - first - length).max(0.0)
    };
    let across = beyond(text.left + text.width / 2.0, place.left, place.width);
    let down = beyond(text.top + text.height / 2.0, place.top, place.height);
    across.max(down)
}
