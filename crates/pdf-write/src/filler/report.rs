//! Tells where each value stands in a filled form.

use std::collections::BTreeSet;

use forms::FillReport;
use forms::fill_report::{FilledPlace, FilledValue, ShownPart};
use forms::form_content::PagePlace;
use forms::writing::WrittenField;
use pdf_syntax::Rectangle;
use pdf_syntax::button_state::OFF;

use crate::blank::{Blank, TemplateField, Widget};
use crate::continuation::{DrawnField, DrawnPages, Plan, RunningText, VALUE_SIZE};
use crate::font::{FontFamily, Weight};
use crate::placing::{FieldPlacement, FieldValue, StoredValue, WidgetAppearance};
use crate::style::PAGE_HEIGHT;

/// The filling that is reported on: what was placed, planned and drawn.
pub(super) struct FinishedWork<'work> {
    pub(super) family: &'work FontFamily,
    pub(super) blank: &'work Blank,
    pub(super) written: &'work [WrittenField],
    pub(super) placements: &'work [FieldPlacement],
    pub(super) plan: &'work Plan<'work>,
    pub(super) drawn: &'work DrawnPages,
}

impl FinishedWork<'_> {
    pub(super) fn report(&self) -> FillReport {
        let value = |field: &WrittenField| FilledValue {
            path: field.told_path(),
            places: Vec::new(),
            missing_characters: BTreeSet::new(),
        };
        let mut values: Vec<FilledValue> = self.written.iter().map(value).collect();
        for placement in self.placements {
            if let Some(value) = values.get_mut(placement.written) {
                self.tell_placement(placement, value);
            }
        }
        for field in &self.drawn.fields {
            self.tell_entry(field.entry, vec![self.drawn_place(field)], &mut values);
        }
        // The lines of an entry stand together.
        let running = self
            .plan
            .running
            .chunk_by(|one, next| one.entry == next.entry);
        for texts in running {
            let shows = if texts.len() == 1 {
                ShownPart::Whole
            } else {
                ShownPart::Part
            };
            let places = texts
                .iter()
                .map(|text| running_place(text, shows))
                .collect();
            let entry = texts.first().map_or(usize::MAX, |text| text.entry);
            self.tell_entry(entry, places, &mut values);
        }
        FillReport {
            page_count: self.blank.pages.len() + self.drawn.pages.len(),
            template_page_count: self.blank.pages.len(),
            values,
        }
    }

    fn tell_placement(&self, placement: &FieldPlacement, told: &mut FilledValue) {
        let Some(field) = self.blank.fields.get(placement.field) else {
            return;
        };
        let FieldValue {
            stored,
            appearances,
            ..
        } = &placement.value;
        for (widget, appearance) in field.widgets.iter().zip(appearances) {
            let (shows, size) = match (appearance, stored) {
                (WidgetAppearance::Whole(text), _) => {
                    let pieces = text.pieces.iter().map(|piece| piece.text.as_str());
                    self.tell_missing(pieces, told);
                    (ShownPart::Whole, Some(text.size))
                }
                (WidgetAppearance::Options(options), StoredValue::Chosen(_, places)) => {
                    let chosen = places.iter().filter_map(|place| field.options.get(*place));
                    self.tell_missing(chosen.map(|option| option.display.as_str()), told);
                    (ShownPart::Whole, Some(options.size))
                }
                (WidgetAppearance::Elsewhere, _) => (ShownPart::Reference, None),
                // Only the button that is on says something, where one is.
                (WidgetAppearance::State, StoredValue::State(state)) => {
                    if state != OFF.as_bytes() && !widget.is_on(state) {
                        continue;
                    }
                    match field.is_unseen(state) {
                        true => (ShownPart::Nothing, None),
                        false => (ShownPart::Whole, None),
                    }
                }
                (WidgetAppearance::Options(_) | WidgetAppearance::State, _) => continue,
            };
            told.places.push(template_place(field, widget, shows, size));
        }
        if field.widgets.is_empty() {
            told.places.push(FilledPlace {
                field: Some(field.name.clone()),
                place: None,
                shows: ShownPart::Nothing,
                size: None,
                asked_size: None,
            });
        }
    }

    fn tell_entry(&self, entry: usize, places: Vec<FilledPlace>, values: &mut [FilledValue]) {
        let Some(entry) = self.plan.entries.get(entry) else {
            return;
        };
        if let Some(value) = values.get_mut(entry.written) {
            self.tell_missing([entry.text.as_str()], value);
            value.places.extend(places);
        }
    }

    fn tell_missing<'text>(
        &self,
        texts: impl IntoIterator<Item = &'text str>,
        told: &mut FilledValue,
    ) {
        for text in texts {
            let missing = self.family.missing(Weight::Regular, text);
            told.missing_characters.extend(missing);
        }
    }

    fn drawn_place(&self, field: &DrawnField) -> FilledPlace {
        let entry = self.plan.entries.get(field.entry);
        let new = entry.filter(|entry| entry.field.is_some());
        let shows = match (field.size, field.is_reference) {
            (Some(_), _) => ShownPart::Whole,
            (None, true) => ShownPart::Reference,
            (None, false) => ShownPart::Nothing,
        };
        FilledPlace {
            field: new.map(|entry| entry.name.clone()),
            place: Some(own_place(field.page, field.area)),
            shows,
            size: field.size,
            asked_size: Some(VALUE_SIZE),
        }
    }
}

fn running_place(text: &RunningText, shows: ShownPart) -> FilledPlace {
    FilledPlace {
        field: None,
        place: Some(own_place(text.page, text.area)),
        shows,
        size: Some(VALUE_SIZE),
        asked_size: None,
    }
}

/// What a place in the template shows, which is nothing where nobody can see it.
fn template_place(
    field: &TemplateField,
    widget: &Widget,
    shows: ShownPart,
    size: Option<f32>,
) -> FilledPlace {
    let asked = widget.default_appearance.size;
    let (shows, size) = match widget.is_visible {
        true => (shows, size),
        false => (ShownPart::Nothing, None),
    };
    FilledPlace {
        field: Some(field.name.clone()),
        place: widget.place,
        shows,
        size,
        asked_size: size.and((asked > 0.0).then_some(asked)),
    }
}

/// Where an area stands on a continuation page; these are not turned.
fn own_place(page: usize, area: Rectangle) -> PagePlace {
    PagePlace {
        page: page.saturating_sub(1),
        left: area.left,
        top: PAGE_HEIGHT - area.top,
        width: area.width(),
        height: area.height(),
    }
}
