//! Turning fields into what is printed on the page: the same look without anything to fill in.
//!
//! A box that is on and shows it by lines alone gets an invisible tick as well, for programs that
//! read the text of a page and see no lines, such as screen readers and this service.

use std::collections::HashSet;

use lopdf::content::Content as Operations;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use crate::content::Points;
use crate::objects::{self, Rectangle};
use crate::packing::Packing;

/// Annotation flags Hidden and NoView (PDF 32000-1, 12.5.3).
const UNSEEN: i64 = 1 << 1 | 1 << 5;

/// The tick of ZapfDingbats, and half of its width and height in font sizes.
const TICK: (char, f32, f32) = ('4', 0.42, 0.35);

/// The size of an invisible tick, as a part of its box.
const TICK_SIZE: f32 = 0.6;

/// The appearance of a widget in its present state, and what it takes to paint it into the page.
struct PlacedLook {
    appearance: ObjectId,
    /// Puts the appearance into the widget's rectangle.
    matrix: [f32; 6],
    /// The rectangle of a box that is on and shows it by lines alone.
    ticked: Option<Rectangle>,
}

/// Paints the appearances of all widgets into their pages and removes the form. Other annotations
/// stay.
pub(crate) fn flatten<'pages>(
    document: &mut Document,
    pages: impl Iterator<Item = &'pages ObjectId>,
) {
    let mut removed = HashSet::new();
    for page in pages {
        flatten_page(document, *page, &mut removed);
    }
    if let Ok(catalog) = document.catalog_mut() {
        catalog.remove(b"AcroForm");
    }
    forget(document, &removed);
    document.prune_objects();
}

fn flatten_page(document: &mut Document, page: ObjectId, removed: &mut HashSet<ObjectId>) {
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
        looks.extend(placed_look(document, widget));
        removed.extend(annotation.as_reference().ok());
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
fn placed_look(document: &Document, widget: &Dictionary) -> Option<PlacedLook> {
    if objects::integer(document, widget, b"F").unwrap_or(0) & UNSEEN != 0 {
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
    Some(PlacedLook {
        appearance,
        matrix: [
            x,
            0.0,
            0.0,
            y,
            area.left - transformed.left * x,
            area.bottom - transformed.bottom * y,
        ],
        ticked: (is_on(document, widget) && !shows_text(look)).then_some(area),
    })
}

/// Whether a widget is a box, or an option, that is on.
fn is_on(document: &Document, widget: &Dictionary) -> bool {
    let looks = objects::dictionary(document, widget, b"AP");
    let normal = looks.and_then(|looks| objects::resolved(document, looks.get(b"N").ok()?));
    let state = objects::name(document, widget, b"AS");
    matches!(normal, Some(Object::Dictionary(_))) && state.is_some_and(|state| state != b"Off")
}

fn shows_text(look: &Stream) -> bool {
    let content = look.get_plain_content().ok();
    let decoded = content.and_then(|content| Operations::decode(&content).ok());
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
fn paint(document: &mut Document, page: ObjectId, looks: &[PlacedLook]) -> Dictionary {
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
        content.push_str(&format!("q {} cm /{name} Do Q\n", matrix.join(" ")));
        forms.set(name, look.appearance);
    }
    resources.set("XObject", forms);
    content.push_str(&ticks(document, &mut resources, looks));
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

/// Draws the invisible ticks (text rendering mode 3, 9.3.6), with their font among the resources.
fn ticks(document: &Document, resources: &mut Dictionary, looks: &[PlacedLook]) -> String {
    let boxes: Vec<Rectangle> = looks.iter().filter_map(|look| look.ticked).collect();
    if boxes.is_empty() {
        return String::new();
    }
    let fonts = objects::dictionary(document, resources, b"Font").cloned();
    let mut fonts = fonts.unwrap_or_default();
    let mut names = (1..).map(|number| format!("FieldTick{number}"));
    let name = names.find(|name| !fonts.has(name.as_bytes()));
    let name = name.unwrap_or_default();
    fonts.set(
        name.as_bytes(),
        dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "ZapfDingbats" },
    );
    resources.set("Font", fonts);
    let (tick, half_width, half_height) = TICK;
    let drawn = boxes.into_iter().map(|area| {
        let size = TICK_SIZE * area.width().min(area.height());
        let left = Points((area.left + area.right) / 2.0 - half_width * size);
        let base = Points((area.bottom + area.top) / 2.0 - half_height * size);
        let size = Points(size);
        format!("q BT /{name} {size} Tf 3 Tr {left} {base} Td ({tick}) Tj ET Q\n")
    });
    drawn.collect()
}

/// Takes removed widgets out of the structure tree, so that nothing leads to their values any more
/// (14.7.4.3).
fn forget(document: &mut Document, removed: &HashSet<ObjectId>) {
    let names_removed = |object: &Object| {
        let named = |dictionary: &Dictionary| dictionary.get(b"Obj").and_then(Object::as_reference);
        matches!(
            object,
            Object::Dictionary(dictionary)
                if named(dictionary).is_ok_and(|id| removed.contains(&id)),
        )
    };
    let gone: HashSet<ObjectId> = document
        .objects
        .iter()
        .filter(|(_, object)| names_removed(object))
        .map(|(id, _)| *id)
        .collect();
    let is_gone = |object: &Object| {
        names_removed(object) || object.as_reference().is_ok_and(|id| gone.contains(&id))
    };
    for object in document.objects.values_mut() {
        let dictionary = match object {
            Object::Dictionary(dictionary) => dictionary,
            Object::Array(kids) => {
                kids.retain(|kid| !is_gone(kid));
                continue;
            }
            _ => continue,
        };
        match dictionary.get_mut(b"K") {
            Ok(Object::Array(kids)) => kids.retain(|kid| !is_gone(kid)),
            Ok(kid) if is_gone(kid) => {
                dictionary.remove(b"K");
            }
            _ => {}
        }
    }
    for id in removed.iter().chain(&gone) {
        document.objects.remove(id);
    }
}
