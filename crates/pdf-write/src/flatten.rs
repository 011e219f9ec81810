//! Turning fields into what is printed on the page: the same look without anything to fill in.
//!
//! A box that is on and shows it by lines alone gets an invisible tick as well, for programs that
//! read the text of a page and see no lines, such as screen readers and this service.
//!
//! What a field shows is marked with its name, so that this service reads it as that field's value
//! wherever it stands. Lists that show all options mark the chosen ones themselves.

mod forget;
mod full_name;
mod ticks;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use forms::words::FIELD_TAG;
use lopdf::content::Content as Operations;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use pdf_syntax::Rectangle;
use pdf_syntax::annotation_flags::is_off_screen;
use pdf_syntax::button_state::OFF;

use self::full_name::full_name;
use crate::blank::{Blank, FieldKind, TemplateField};
use crate::content::{Points, beginning_of_field};
use crate::objects;
use crate::packing::Packing;

/// The appearance of a widget in its present state, and what it takes to paint it into the page.
struct PlacedLook<'blank> {
    appearance: ObjectId,
    /// The full name of the field whose value it shows.
    field: Option<Cow<'blank, str>>,
    /// Puts the appearance into the widget's rectangle.
    matrix: [f32; 6],
    /// The rectangle of a box that is on and shows it by lines alone.
    ticked: Option<Rectangle>,
}

/// Paints the appearances of all widgets into their pages and removes the form. Other annotations
/// stay.
pub(crate) fn flatten<'pages>(
    document: &mut Document,
    blank: &Blank,
    pages: impl Iterator<Item = &'pages ObjectId>,
) {
    let mut removed = HashSet::new();
    let fields = fields_by_widget(blank);
    for page in pages {
        flatten_page(document, *page, &fields, &mut removed);
    }
    if let Ok(catalog) = document.catalog_mut() {
        catalog.remove(b"AcroForm");
    }
    forget::forget(document, &removed);
    document.prune_objects();
}

fn fields_by_widget(blank: &Blank) -> HashMap<ObjectId, &TemplateField> {
    let widgets = blank.fields.iter().flat_map(|field| {
        let widgets = field.widgets.iter();
        widgets.map(move |widget| (widget.id, field))
    });
    widgets.collect()
}

fn flatten_page(
    document: &mut Document,
    page: ObjectId,
    fields: &HashMap<ObjectId, &TemplateField>,
    removed: &mut HashSet<ObjectId>,
) {
    let Ok(dictionary) = document.get_dictionary(page) else {
        return;
    };
    let annotations = objects::array(document, dictionary, b"Annots").to_vec();
    let mut kept = Vec::new();
    let mut looks = Vec::new();
    for annotation in annotations {
        let Some(widget) = widget(document, &annotation) else {
            kept.push(annotation);
            continue;
        };
        let id = annotation.as_reference().ok();
        let field = id.and_then(|id| fields.get(&id).copied());
        looks.extend(placed_look(document, widget, field));
        removed.extend(id);
    }
    let content = paint(document, page, &looks);
    if let Some(page) = objects::dictionary_mut(document, page) {
        if kept.is_empty() {
            page.remove(b"Annots");
        } else {
            page.set("Annots", kept);
        }
        for (key, value) in content {
            page.set(key, value);
        }
    }
}

fn widget<'document>(
    document: &'document Document,
    annotation: &'document Object,
) -> Option<&'document Dictionary> {
    let annotation = objects::resolved(document, annotation)?.as_dict().ok()?;
    (objects::name(document, annotation, b"Subtype") == Some(b"Widget")).then_some(annotation)
}

/// The appearance that a widget shows, put into the widget's rectangle (12.5.5, algorithm 8.1).
fn placed_look<'blank>(
    document: &Document,
    widget: &Dictionary,
    field: Option<&'blank TemplateField>,
) -> Option<PlacedLook<'blank>> {
    if is_off_screen(objects::integer(document, widget, b"F").unwrap_or(0)) {
        return None;
    }
    let appearance = shown(document, widget)?;
    let look: &Stream = document.get_object(appearance).ok()?.as_stream().ok()?;
    let area = Rectangle::from_corners(&objects::numbers(document, widget, b"Rect"))?;
    let bounds = Rectangle::from_corners(&objects::numbers(document, &look.dict, b"BBox"))?;
    let matrix = objects::numbers(document, &look.dict, b"Matrix");
    let transformed = transform(&matrix, bounds);
    let scale = |from: f32, to: f32| if from > 0.0 { to / from } else { 1.0 };
    let x = scale(transformed.width(), area.width());
    let y = scale(transformed.height(), area.height());
    let is_on = is_on(document, widget, field);
    let tells = |field: &&TemplateField| match field.kind {
        FieldKind::Button => is_on,
        FieldKind::List => shows_chosen_alone(document, field, look),
        _ => true,
    };
    let name = match field {
        Some(field) => Some(field)
            .filter(tells)
            .map(|field| field.name.as_str().into()),
        // A cell of a row behind the form.
        None if is_on || !is_button(document, widget) => full_name(document, widget).map(Cow::from),
        None => None,
    };
    Some(PlacedLook {
        appearance,
        field: name,
        matrix: [
            x,
            0.0,
            0.0,
            y,
            area.left - transformed.left * x,
            area.bottom - transformed.bottom * y,
        ],
        ticked: (is_on && !shows_text(look)).then_some(area),
    })
}

/// Whether a widget is a box, or an option, that is on and does not look as if it were off.
fn is_on(document: &Document, widget: &Dictionary, field: Option<&TemplateField>) -> bool {
    let is_seen = |state: &[u8]| {
        let is_unseen = field.is_some_and(|field| field.is_unseen(state));
        state != OFF.as_bytes() && !is_unseen
    };
    is_button(document, widget) && objects::name(document, widget, b"AS").is_some_and(is_seen)
}

/// Whether a widget has a look for each of its states.
fn is_button(document: &Document, widget: &Dictionary) -> bool {
    let looks = objects::dictionary(document, widget, b"AP");
    let normal = looks.and_then(|looks| objects::resolved(document, looks.get(b"N").ok()?));
    matches!(normal, Some(Object::Dictionary(_)))
}

/// Whether a list shows the chosen options and no others, so that none of them is marked.
fn shows_chosen_alone(document: &Document, field: &TemplateField, look: &Stream) -> bool {
    let content = look.get_plain_content().unwrap_or_default();
    let mut words = content.split(|byte| *byte == b'/');
    let is_marked = words.any(|word| word.starts_with(FIELD_TAG.as_bytes()));
    objects::inherited(document, field.id, b"V").is_some() && !is_marked
}

/// Whether an appearance draws text of its own.
pub(crate) fn shows_text(look: &Stream) -> bool {
    let decoded = objects::drawing(look).and_then(|content| Operations::decode(&content).ok());
    decoded.is_some_and(|content| {
        let mut operations = content.operations.iter();
        operations.any(|operation| matches!(operation.operator.as_str(), "Tj" | "TJ" | "'" | "\""))
    })
}

/// The normal appearance, of a button that of its state.
fn shown(document: &Document, widget: &Dictionary) -> Option<ObjectId> {
    let looks = objects::dictionary(document, widget, b"AP")?;
    let normal = looks.get(b"N").ok()?;
    match objects::resolved(document, normal)? {
        Object::Stream(_) => normal.as_reference().ok(),
        Object::Dictionary(states) => {
            let state = objects::name(document, widget, b"AS")?;
            states.get(state).and_then(Object::as_reference).ok()
        }
        _ => None,
    }
}

/// The smallest upright rectangle around a transformed one.
fn transform(matrix: &[f32], area: Rectangle) -> Rectangle {
    let &[a, b, c, d, e, f] = matrix else {
        return area;
    };
    let corners = [
        (area.left, area.bottom),
        (area.right, area.bottom),
        (area.left, area.top),
        (area.right, area.top),
    ]
    .map(|(x, y)| (a * x + c * y + e, b * x + d * y + f));
    let bound = |pick: fn(f32, f32) -> f32, of: fn(&(f32, f32)) -> f32| {
        corners.iter().map(of).reduce(pick).unwrap_or_default()
    };
    Rectangle {
        left: bound(f32::min, |corner| corner.0),
        bottom: bound(f32::min, |corner| corner.1),
        right: bound(f32::max, |corner| corner.0),
        top: bound(f32::max, |corner| corner.1),
    }
}

/// The entries of a page that also paints the looks: contents and resources.
fn paint(document: &mut Document, page: ObjectId, looks: &[PlacedLook<'_>]) -> Dictionary {
    let mut entries = Dictionary::new();
    if looks.is_empty() {
        return entries;
    }
    let resources = objects::inherited(document, page, b"Resources");
    let mut resources = resources
        .and_then(|resources| resources.as_dict().ok())
        .cloned()
        .unwrap_or_default();
    let mut forms = objects::dictionary(document, &resources, b"XObject")
        .cloned()
        .unwrap_or_default();
    let mut content = String::from("\nQ\n");
    let mut number = 0;
    for look in looks {
        let name = loop {
            number += 1;
            let name = format!("Field{number}");
            if !forms.has(name.as_bytes()) {
                break name;
            }
        };
        let matrix = look.matrix.map(|number| Points(number).to_string());
        let drawn = format!("q {} cm /{name} Do Q\n", matrix.join(" "));
        content.push_str(&marked(look, &drawn));
        forms.set(name, look.appearance);
    }
    resources.set("XObject", forms);
    content.push_str(&ticks::ticks(document, &mut resources, looks));
    entries.set("Resources", resources);
    let before = document.add_object(Stream::new(Dictionary::new(), b"q\n".to_vec()));
    let after = document.add_object(objects::stream(
        Packing::Quick,
        Dictionary::new(),
        content.into_bytes(),
    ));
    let mut contents = vec![Object::Reference(before)];
    contents.extend(
        document
            .get_page_contents(page)
            .into_iter()
            .map(Object::Reference),
    );
    contents.push(Object::Reference(after));
    entries.set("Contents", contents);
    entries
}

/// The operators that draw a look, within the mark of its field.
fn marked(look: &PlacedLook<'_>, drawn: &str) -> String {
    let begin = look.field.as_deref().map(beginning_of_field);
    begin.map_or_else(
        || drawn.to_owned(),
        |begin| format!("{begin}\n{drawn}EMC\n"),
    )
}
