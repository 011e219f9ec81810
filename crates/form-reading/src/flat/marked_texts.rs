//! The texts that our own writer has marked with the name of their field.
//!
//! A mark is believed where it says what is to be seen: in a place of that field, or on a page
//! behind those of the form.

mod columns;
mod continuation;

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};
use forms::form_type::{FieldRef, FieldType, FormType};

use self::columns::Columns;
pub(super) use self::continuation::ContinuedText;
use self::continuation::{Continuation, UnmarkedLines};
use super::behind_fields::{first_page_behind, take_out};
use super::continuation_entries::ContinuationEntry;
use super::labels::bare;
use super::own_places::OwnPlaces;
use super::spots::{Spot, holds, is_around, letter_middle, spot_at, spots};
use crate::page_alignment::page_transform::Point;
use crate::steps::step;

/// A text that stands in no field may be so far from its own, in points, and no farther than it is
/// high.
const BESIDE_FIELD: f32 = 12.0;

pub(super) struct MarkedTexts<'form> {
    fields: &'form [FormField],
    by_name: HashMap<&'form str, usize>,
    /// The widgets of the pages on which marks may be believed.
    spots: HashMap<usize, Vec<Spot>>,
    /// Beginning with the first page behind all fields.
    pages_behind: usize,
    /// What stands on those pages, by field.
    continued: HashMap<usize, Continuation>,
    /// The field of the last text there.
    last: Option<usize>,
    /// The numbers of the texts that are the labels of what was read there, or that itself.
    labels: HashSet<usize>,
}

impl<'form> MarkedTexts<'form> {
    pub(super) fn of(fields: &'form [FormField], own: &OwnPlaces) -> Self {
        let names = fields.iter().enumerate();
        Self {
            fields,
            by_name: names
                .map(|(number, field)| (field.name.as_str(), number))
                .collect(),
            spots: spots(fields, |page| own.transform_for_marks(page)),
            pages_behind: first_page_behind(fields),
            continued: HashMap::new(),
            last: None,
            labels: HashSet::new(),
        }
    }

    /// The field and the widget in which a marked text stands.
    pub(super) fn place(&self, run: &PlacedText, own: &OwnPlaces) -> Option<(usize, usize)> {
        let field = self.field_of(run)?;
        let spots = self.spots.get(&run.place.page)?;
        // A list shows its options though none is chosen.
        let is_list = self.fields[field].kind == FormFieldKind::Choice;
        if !is_list && own.has(run) == Some(true) {
            return None;
        }
        let text = run.place;
        let middle = letter_middle(text);
        let is_inside = |spot: &&Spot| {
            step();
            spot.field == field
                && match run.clipped_by {
                    Some(area) if !spot.is_box => is_around(spot.place, area),
                    _ => holds(spot.place, middle),
                }
        };
        let spot = match spots.iter().find(is_inside) {
            Some(spot) => Some(spot).filter(|spot| !spot.is_box || is_sign(&run.text)),
            None if spot_at(spots, middle).is_some() => None,
            None => beside(spots, field, middle, text.height),
        };
        spot.map(|spot| (field, spot.widget))
    }

    /// Whether a text may be the value of a field that has no room for it; it is kept for that.
    pub(super) fn continues(&mut self, run: &PlacedText) -> bool {
        let is_behind = run.place.page >= self.pages_behind;
        let Some(field) = self.field_of(run).filter(|_| is_behind) else {
            return false;
        };
        let continuation = self.continued.entry(field).or_default();
        continuation.is_whole = match continuation.lines.last() {
            None => true,
            Some(_) => continuation.is_whole && self.last == Some(field),
        };
        continuation.lines.push(run.clone());
        self.last = Some(field);
        true
    }

    /// Finds the labels above what continues the fields.
    pub(super) fn find_labels(&mut self, form_type: &FormType, texts: &[PlacedText]) {
        let columns = Columns::of(texts, self.pages_behind);
        for (field, continuation) in &mut self.continued {
            let path = form_type.path_of_template_name(&self.fields[*field].name);
            let label = form_type.place(path).map(|place| bare(&place.label()));
            let first = continuation.lines.first().map(|line| line.place);
            if let (Some(label), Some(first)) = (label, first) {
                continuation.label = columns.label(&label, first);
            }
        }
    }

    /// What continues a field from this page on, counted from 1, and where it stands. It stands
    /// there under the field's label, and goes on from page to page.
    pub(super) fn continued(
        &mut self,
        field: usize,
        value: &FieldRef<'_>,
        page: usize,
    ) -> Option<ContinuedText> {
        let found = self.continued.get(&field);
        found.filter(|continuation| continuation.begins_on(page))?;
        self.behind(field, value, |_| true)
    }

    /// Takes an entry of a page behind the form for the value of a field, unless texts are marked
    /// as that.
    pub(super) fn add_unmarked(
        &mut self,
        field: usize,
        entry: &ContinuationEntry,
        texts: &[PlacedText],
    ) {
        let lines = entry
            .value_texts
            .iter()
            .map(|number| texts[*number].clone());
        self.continued.entry(field).or_insert_with(|| Continuation {
            lines: lines.collect(),
            is_whole: true,
            label: entry.label_texts.clone(),
            unmarked: Some(UnmarkedLines {
                numbers: entry.value_texts.clone(),
                column: entry.column,
            }),
        });
    }

    /// What stands behind the form under the label of a field, if it is what is wanted.
    pub(super) fn behind(
        &mut self,
        field: usize,
        value: &FieldRef<'_>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<ContinuedText> {
        let is_multiline = matches!(value.kind(), FieldType::Text { multiline, .. } if *multiline);
        let room = FormField {
            multiple: is_multiline || self.fields[field].multiple,
            comb: false,
            ..self.fields[field].clone()
        };
        let found = self.continued.get(&field);
        let found = found.filter(|continuation| continuation.is_seen())?;
        let found = found.text(&room)?;
        if !is_wanted(&found.text) {
            return None;
        }
        let taken = self.continued.remove(&field)?;
        self.labels.extend(taken.label);
        let lines = taken.unmarked.into_iter();
        self.labels.extend(lines.flat_map(|lines| lines.numbers));
        Some(found)
    }

    /// Takes the labels above what was read out of the texts among which they were found.
    pub(super) fn take_labels(&self, texts: &mut Vec<PlacedText>) {
        take_out(texts, &self.labels);
    }

    /// What continues no field after all.
    pub(super) fn left_over(self) -> impl Iterator<Item = PlacedText> {
        let left = self.continued.into_values();
        let marked = left.filter(|continuation| continuation.unmarked.is_none());
        marked.flat_map(|continuation| continuation.lines)
    }

    /// The first page behind the form, from 0.
    pub(super) fn pages_behind(&self) -> usize {
        self.pages_behind
    }

    fn field_of(&self, run: &PlacedText) -> Option<usize> {
        let name = run.field.as_deref()?;
        self.by_name.get(name).copied()
    }
}

/// The widget of a field that is nearest to a text in no field, unless it is too far away.
fn beside(spots: &[Spot], field: usize, middle: Point, height: f32) -> Option<&Spot> {
    let own = spots
        .iter()
        .filter(|spot| spot.field == field && !spot.is_box);
    let near = own.filter_map(|spot| {
        step();
        let distance = distance(spot.place, middle);
        (distance <= height.min(BESIDE_FIELD)).then_some((spot, distance))
    });
    let nearest = near.min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.map(|(spot, _)| spot)
}

/// Whether a text may be the mark of a box.
fn is_sign(text: &str) -> bool {
    text.trim().chars().count() == 1
}

/// How far a point is from a place, across or down.
fn distance(place: PagePlace, point: Point) -> f32 {
    let (across, down) = place.beyond(point);
    across.max(down)
}
