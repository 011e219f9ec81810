//! How far the value of a field may stand from a label that is in its own place: a text to the
//! right of both the label and the field, or under both, belongs to something else. On a page of
//! another version of the form that may be the label of a field that the form has no more, or
//! under other words.

use std::collections::{HashMap, HashSet};

use super::line::Run;
use super::own_places::{OwnPlaces, PlacedForm};
use crate::form_content::{FieldWidget, FormField};
use crate::form_type::{Field, FieldType, FormType};
use crate::reading::page_transform::{PageTransform, Point};

/// The fields of the blank form, and how its pages lie. The default knows none.
#[derive(Default)]
pub(super) struct FieldReaches<'form> {
    /// By the paths of the fields.
    widgets: HashMap<&'form str, &'form [FieldWidget]>,
    own: Option<&'form OwnPlaces>,
}

/// Where the value of a field at one of its labels may begin. The default is anywhere.
#[derive(Default)]
pub(super) struct FieldReach<'form>(Option<(&'form PageTransform, Point)>);

impl<'form> FieldReaches<'form> {
    /// `found`: what stands in the places of fields. One that is filled in there has no reach: a
    /// text that its label seems to say as well is a contradiction, wherever it stands.
    pub(super) fn of(
        form_type: &'form FormType,
        form: PlacedForm<'form>,
        found: &[FormField],
    ) -> Self {
        let filled = found.iter().filter(|field| !field.values.is_empty());
        let filled: HashSet<&str> = filled.map(|field| field.name.as_str()).collect();
        let empty = form
            .blank
            .fields
            .iter()
            .filter(|field| !filled.contains(field.name.as_str()));
        let widgets = empty.map(|field| {
            let path = form_type.path_of_template_name(&field.name);
            (path, field.widgets.as_slice())
        });
        Self {
            widgets: widgets.collect(),
            own: Some(form.own),
        }
    }

    /// Options and boxes stand beside their labels in all ways, and what is no option is no value.
    pub(super) fn at_label(&self, field: &Field, label: &Run<'_>) -> FieldReach<'form> {
        let is_typed = !matches!(field.kind, FieldType::Boolean | FieldType::Choice { .. });
        let own = self.own.filter(|_| label.is_own && is_typed);
        FieldReach(own.and_then(|own| {
            let transform = own.transform(label.page)?;
            let widgets = self.widgets.get(field.path.as_str())?.iter();
            let places = widgets.map(|widget| widget.place);
            let places = places.filter(|place| place.page == label.page);
            let corners = places.map(|place| (place.left + place.width, place.top + place.height));
            let field = corners.reduce(furthest)?;
            let label = transform.in_blank((label.right, label.top + label.height));
            Some((transform, furthest(field, label)))
        }))
    }
}

impl FieldReach<'_> {
    pub(super) fn has(&self, run: &Run<'_>) -> bool {
        self.0.is_none_or(|(transform, end)| {
            let (left, top) = transform.in_blank((run.left, run.top));
            left < end.0 && top < end.1
        })
    }
}

fn furthest(one: Point, other: Point) -> Point {
    (one.0.max(other.0), one.1.max(other.1))
}
