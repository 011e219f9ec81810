//! The texts that our own writer has marked with the name of their field.
//!
//! A mark is believed where it says what is to be seen: in a place of that field, or on a page
//! behind those of the form.

use std::collections::{HashMap, HashSet};

use super::labels::normal;
use super::own_places::OwnPlaces;
use crate::form_content::{FormField, PagePlace, PlacedText};
use crate::reading::sources::around;
use crate::reading::text_in_place::joined;
use crate::steps::step;

/// A label is printed on so many lines at most.
const LABEL_LINES_MAX: usize = 4;

/// Of so many texts the one above another is looked for.
const BESIDE_MAX: usize = 50;

/// Texts of one column begin so near to each other, in points.
const NEAR: f32 = 3.0;

pub(super) struct MarkedTexts<'form> {
    fields: &'form [FormField],
    by_name: HashMap<&'form str, usize>,
    /// Beginning with the first page behind all fields.
    pages_behind: usize,
    /// What stands on those pages, by field.
    continued: HashMap<usize, Vec<PlacedText>>,
    /// The labels of what was read there, each with the first line of its value.
    labels: Vec<(String, PagePlace)>,
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
            labels: Vec::new(),
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

    /// What continues a field with this label, and where it stands.
    pub(super) fn continued(
        &mut self,
        field: usize,
        (label, is_multiline): (&str, bool),
    ) -> Option<(String, PagePlace)> {
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
        self.labels.push((bare(label), pieces.first()?.place));
        Some((text, column))
    }

    /// Takes the labels above what was read out of these texts.
    pub(super) fn take_labels(&self, texts: &mut Vec<PlacedText>) {
        let columns = Columns::of(texts, self.pages_behind);
        let labels = self.labels.iter();
        let taken: HashSet<usize> = labels
            .flat_map(|(label, value)| columns.label(label, *value))
            .collect();
        let mut number = 0;
        texts.retain(|_| {
            number += 1;
            !taken.contains(&(number - 1))
        });
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

/// A label as it is compared: it may be broken within a word.
fn bare(label: &str) -> String {
    normal(label).replace(' ', "")
}

/// Texts from top to bottom, by page.
struct Columns<'texts> {
    texts: &'texts [PlacedText],
    pages: HashMap<usize, Vec<usize>>,
}

impl<'texts> Columns<'texts> {
    /// Those on this page and behind it.
    fn of(texts: &'texts [PlacedText], first_page: usize) -> Self {
        let mut pages: HashMap<usize, Vec<usize>> = HashMap::new();
        let numbers = texts.iter().enumerate();
        for (number, text) in numbers.filter(|(_, text)| text.place.page >= first_page) {
            pages.entry(text.place.page).or_default().push(number);
        }
        for page in pages.values_mut() {
            page.sort_by(|one, other| texts[*one].baseline().total_cmp(&texts[*other].baseline()));
        }
        Self { texts, pages }
    }

    /// The numbers of the lines on which a label is printed above its value; none where something
    /// else stands there.
    fn label(&self, label: &str, value: PagePlace) -> Vec<usize> {
        let (mut lines, mut printed, mut top) = (Vec::new(), String::new(), value.top);
        while lines.len() < LABEL_LINES_MAX
            && let Some(line) = self.line_above(top, value)
        {
            printed = format!("{}{printed}", bare(&self.texts[line].text));
            top = self.texts[line].place.top;
            lines.push(line);
            let is_cut = lines.len() == LABEL_LINES_MAX && label.starts_with(&printed);
            if printed == label || is_cut {
                return lines;
            }
        }
        Vec::new()
    }

    /// The text right above this height, in the column of a value.
    fn line_above(&self, top: f32, value: PagePlace) -> Option<usize> {
        let page = self.pages.get(&value.page)?;
        let end = page.partition_point(|number| self.texts[*number].baseline() <= top + NEAR);
        let mut above = page[..end].iter().rev().take(BESIDE_MAX).copied();
        above.find(|number| {
            step();
            let text = &self.texts[*number];
            (text.place.left - value.left).abs() < NEAR
                && text.place.top < top
                && top - text.baseline() <= 2.0 * text.place.height
        })
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
