//! How far the value of a field may stand from a label that is in its own place: a text to the
//! right of both the label and the field, or under both, belongs to something else. On a page of
//! another version of the form that may be the label of a field that the form has no more, or
//! under other words. The same where the file has fields of its own among the texts.

use std::collections::{HashMap, HashSet};

use forms::form_content::{FieldWidget, FormField, PagePlace};
use forms::form_type::{Field, FieldType, FormType};
use forms::other_field_name;

use super::line::Run;
use super::own_places::{OwnPlaces, PlacedForm};
use crate::page_alignment::page_transform::{PageTransform, Point};
use crate::steps::step;

/// How much higher a field may be than a text in its line, in points.
const FRAME: f32 = 8.0;

/// The fields of the blank form, and how its pages lie. The default knows none.
#[derive(Default)]
pub(super) struct FieldReaches<'form> {
    /// By the paths of the fields.
    widgets: HashMap<&'form str, &'form [FieldWidget]>,
    own: Option<&'form OwnPlaces>,
    /// Where the file has fields that the form does not know.
    unknown: Vec<PagePlace>,
}

/// Where the value of a field at one of its labels may stand. The default is anywhere.
#[derive(Default)]
pub(super) struct FieldReach<'form> {
    end: Option<(&'form PageTransform, Point)>,
    /// The place of the label, and where fields are that the form does not know.
    unknown: Option<(PagePlace, &'form [PagePlace])>,
}

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
        // Words may be printed for it that are none of its value: options, headings, numbers of
        // rows.
        let is_unknown = |field: &&FormField| {
            field.kind.is_fillable()
                && form_type.place_of_template_name(&field.name).is_none()
                && !other_field_name::is_template_name(&field.name)
        };
        let unknown = found.iter().filter(is_unknown);
        let unknown = unknown.flat_map(|field| &field.widgets);
        Self {
            widgets: widgets.collect(),
            own: Some(form.own),
            unknown: unknown.map(|widget| widget.place).collect(),
        }
    }

    /// Options and boxes stand beside their labels in all ways, and what is no option is no value.
    pub(super) fn at_label(&self, field: &Field, label: &Run<'_>) -> FieldReach<'_> {
        let is_asked = is_typed(field) && !self.unknown.is_empty();
        FieldReach {
            end: self.end(field, label),
            unknown: is_asked.then(|| (label.place(), &*self.unknown)),
        }
    }

    fn end(&self, field: &Field, label: &Run<'_>) -> Option<(&'form PageTransform, Point)> {
        let own = self.own.filter(|_| label.is_own && is_typed(field));
        let transform = own?.transform(label.page)?;
        let widgets = self.widgets.get(field.path.as_str())?.iter();
        let places = widgets.map(|widget| widget.place);
        let places = places.filter(|place| place.page == label.page);
        let corners = places.map(|place| (place.right(), place.bottom()));
        let field = corners.reduce(furthest)?;
        let label = transform.in_blank((label.right, label.top + label.height));
        Some((transform, furthest(field, label)))
    }
}

impl FieldReach<'_> {
    pub(super) fn has(&self, run: &Run<'_>) -> bool {
        self.end.is_none_or(|(transform, end)| {
            let (left, top) = transform.in_blank((run.left, run.top));
            left < end.0 && top < end.1
        })
    }

    /// Whether a field that the form does not know stands among the label and these texts: then an
    /// earlier version of the form has printed them for that field, such as the words beside its
    /// buttons, and nobody has filled them in.
    pub(super) fn is_of_unknown<'run>(&self, runs: impl Iterator<Item = &'run Run<'run>>) -> bool {
        let Some((label, unknown)) = self.unknown else {
            return false;
        };
        let here = runs.filter(|run| run.page == label.page).map(Run::place);
        PagePlace::around(here.chain([label])).is_some_and(|texts| {
            let mut unknown = unknown.iter().inspect(|_| step());
            unknown.any(|widget| stands_in(widget, &texts))
        })
    }
}

/// Options and boxes need a mark, which nobody prints for others.
fn is_typed(field: &Field) -> bool {
    !matches!(field.kind, FieldType::Boolean | FieldType::Choice { .. })
}

/// Whether a field stands among texts, rather than beside or over them: it is no larger than they
/// are together, but for a frame, and its middle is in between.
fn stands_in(widget: &PagePlace, texts: &PagePlace) -> bool {
    let (across, down) = widget.middle();
    widget.page == texts.page
        && (widget.width > 0.0 && widget.height > 0.0)
        && (widget.width <= texts.width && widget.height <= texts.height + FRAME)
        && (texts.left..=texts.right()).contains(&across)
        && (texts.top..=texts.bottom() + FRAME).contains(&down)
}

fn furthest(one: Point, other: Point) -> Point {
    (one.0.max(other.0), one.1.max(other.1))
}
