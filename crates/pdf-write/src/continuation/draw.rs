//! Draws the planned continuation pages and makes their fields.

use forms::line_ends::LINE_PITCH;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use pdf_syntax::Rectangle;
use pdf_syntax::annotation_flags::PRINT;
use pdf_syntax::field_flags::{COMBO, MULTILINE, MULTIPLE};

use super::flow::{Element, PlannedField, PlannedLine};
use super::header::{header, rule};
use super::names::Names;
use super::plan::Plan;
use super::planner::{BOX_EDGE, VALUE_SIZE};
use super::{ContinuationEntry, NewField};
use crate::appearance::{self, TextAppearance};
use crate::blank::{Blank, DefaultAppearance, Frame, Widget};
use crate::content::Content;
use crate::fit::{Division, TextBox, fit};
use crate::font::{FontSet, TextLine};
use crate::objects;
use crate::style::{self, PAGE_HEIGHT, PAGE_WIDTH};
use crate::text_string;

#[derive(Default)]
pub(crate) struct DrawnPages {
    pub(crate) pages: Vec<ObjectId>,
    pub(crate) fields: Vec<DrawnField>,
}

/// A field that the template lacks, as it was made.
pub(crate) struct DrawnField {
    pub(crate) entry: usize,
    /// From 1 for the first page of the document.
    pub(crate) page: usize,
    pub(crate) area: Rectangle,
    /// The font size of its text, in points; `None` where it does not show all of it.
    pub(crate) size: Option<f32>,
    /// Whether the text follows it as plain lines.
    pub(crate) is_reference: bool,
}

/// Adds the pages after those of the template.
pub(crate) fn draw(
    document: &mut Document,
    fonts: &mut FontSet,
    blank: &Blank,
    title: &str,
    plan: &Plan<'_>,
) -> DrawnPages {
    let (mut names, mut drawn) = (Names::new(blank), DrawnPages::default());
    let count = blank.pages.len() + plan.pages.len();
    for (number, elements) in (blank.pages.len() + 1..).zip(&plan.pages) {
        let page = document.new_object_id();
        let mut content = Content::default();
        header(&mut content, fonts, title, (number, count));
        let mut widgets = Vec::new();
        for element in elements {
            let planned = match element {
                Element::Text(line) => {
                    text(&mut content, fonts, line, plan);
                    continue;
                }
                Element::Rule { y } => {
                    rule(&mut content, *y, &style::accent());
                    continue;
                }
                Element::Field(planned) => planned,
            };
            let Some(entry) = plan.entries.get(planned.entry) else {
                continue;
            };
            content.fill(planned.area, &style::paper());
            content.outline(planned.area, &style::line(), 0.75);
            let made = field(document, fonts, &mut names, page, (entry, planned));
            let Some((widget, size)) = made else {
                continue;
            };
            widgets.push(widget);
            drawn.fields.push(DrawnField {
                entry: planned.entry,
                page: number,
                area: planned.area,
                size,
                is_reference: planned.elsewhere.is_some(),
            });
        }
        add_page(document, fonts, page, content, widgets);
        drawn.pages.push(page);
    }
    append(document, blank.pages.len(), &drawn.pages);
    drawn
}

fn text(content: &mut Content, fonts: &mut FontSet, planned: &PlannedLine, plan: &Plan<'_>) {
    content.fill_colour(&planned.colour);
    let line = TextLine {
        text: &planned.text,
        level: planned.level,
    };
    let line = (line, planned.behind.as_deref());
    let entry = planned.field_of.and_then(|entry| plan.entries.get(entry));
    content.within_field(entry.map(|entry| entry.name.as_str()), |content| {
        content.text_before(fonts, planned.at, planned.font, line);
    });
}

/// Makes the field of an entry, which is its own widget. Answers also the size of its text, where
/// that is shown whole.
fn field(
    document: &mut Document,
    fonts: &mut FontSet,
    names: &mut Names<'_>,
    page: ObjectId,
    (entry, planned): (&ContinuationEntry, &PlannedField),
) -> Option<(ObjectId, Option<f32>)> {
    let new = entry.field.as_ref()?;
    let (area, elsewhere) = (planned.area, planned.elsewhere);
    let is_multiline = is_multiline(area, entry);
    let quadding = quadding(entry);
    let mut dictionary = field_dictionary(page, area, entry);
    set_value(&mut dictionary, new, &entry.text, is_multiline);
    let id = names.add(document, &entry.name, dictionary);
    let widget = widget(id, area, quadding);
    let division = if is_multiline {
        Division::Lines
    } else {
        Division::OneLine
    };
    let room = TextBox {
        edge: BOX_EDGE,
        ..appearance::text_box(&widget)
    };
    let whole = match elsewhere {
        None => fit(fonts.family(), room, division, &entry.text),
        Some(_) => None,
    };
    let look = match &whole {
        Some(fitted) => TextAppearance::Whole(fitted),
        None => TextAppearance::OnPage(elsewhere.unwrap_or_default()),
    };
    let look = appearance::text(document, fonts, &widget, None, &look);
    appearance::set_look(document, id, look);
    Some((id, whole.map(|whole| whole.size)))
}

/// Numbers stand at the right, as in the template's own tables (PDF 32000-1, table 222).
fn quadding(entry: &ContinuationEntry) -> i64 {
    let cell = entry.cell.as_ref();
    let is_right = cell.is_some_and(|cell| cell.is_right(cell.column));
    if is_right { 2 } else { 0 }
}

/// What every new field has, whatever its value is.
fn field_dictionary(page: ObjectId, area: Rectangle, entry: &ContinuationEntry) -> Dictionary {
    dictionary! {
        "Type" => "Annot",
        "Subtype" => "Widget",
        "Rect" => objects::rectangle(area),
        "P" => page,
        "F" => PRINT,
        // Flags and quadding are said in any case, as a group of the template may say others for
        // its own fields.
        "Q" => quadding(entry),
        "TU" => text_string::encode(&entry.label),
        "DA" => Object::string_literal(format!("/Helv {VALUE_SIZE} Tf 0 g")),
    }
}

fn is_multiline(area: Rectangle, entry: &ContinuationEntry) -> bool {
    area.height() > 2.0 * VALUE_SIZE * LINE_PITCH || entry.text.contains('\n')
}

fn set_value(field: &mut Dictionary, new: &NewField, text: &str, is_multiline: bool) {
    let export = |export: &str| text_string::encode(export);
    match new.choices.as_slice() {
        [] => {
            field.set("FT", "Tx");
            field.set("V", export(text));
            field.set("Ff", if is_multiline { MULTILINE } else { 0 });
        }
        choices => {
            let options: Vec<Object> = choices
                .iter()
                .map(|choice| Object::Array(vec![export(&choice.export), export(&choice.label)]))
                .collect();
            field.set("FT", "Ch");
            field.set("Opt", options);
            let mut values: Vec<Object> = choices
                .iter()
                .map(|choice| export(&choice.export))
                .collect();
            if values.len() == 1 {
                field.set("Ff", COMBO);
                field.set("V", values.remove(0));
            } else {
                field.set("Ff", MULTIPLE);
                field.set("V", values);
                let indexes = 0..choices.len() as i64;
                let indexes: Vec<Object> = indexes.map(Object::Integer).collect();
                field.set("I", indexes);
            }
        }
    }
}

/// The place of the new field as if the template had it, so that it is shown in the same way.
fn widget(id: ObjectId, area: Rectangle, quadding: i64) -> Widget {
    Widget {
        id,
        width: area.width(),
        height: area.height(),
        matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        place: None,
        is_visible: true,
        default_appearance: DefaultAppearance {
            size: VALUE_SIZE,
            ..DefaultAppearance::default()
        },
        quadding,
        frame: Frame {
            width: 2.0,
            ..Frame::default()
        },
        states: Vec::new(),
        unseen_states: Vec::new(),
        are_states_drawn: true,
        sign: None,
    }
}

fn add_page(
    document: &mut Document,
    fonts: &FontSet,
    page: ObjectId,
    content: Content,
    widgets: Vec<ObjectId>,
) {
    let stream = objects::stream(fonts.packing(), Dictionary::new(), content.into_bytes());
    let content = document.add_object(stream);
    let size = Rectangle {
        right: PAGE_WIDTH,
        top: PAGE_HEIGHT,
        ..Rectangle::default()
    };
    document.set_object(
        page,
        dictionary! {
            "Type" => "Page",
            // Each said again, as the template's pages may inherit others.
            "MediaBox" => objects::rectangle(size),
            "CropBox" => objects::rectangle(size),
            "Rotate" => 0,
            "Resources" => fonts.page_resources(),
            "Contents" => content,
            "Annots" => widgets.into_iter().map(Object::Reference).collect::<Vec<_>>(),
            "Tabs" => "R",
        },
    );
}

/// Hangs the pages into the page tree, behind all others, which are so many.
fn append(document: &mut Document, before: usize, pages: &[ObjectId]) {
    let root = document
        .catalog()
        .and_then(|catalog| catalog.get(b"Pages"))
        .and_then(Object::as_reference);
    let (Ok(root), false) = (root, pages.is_empty()) else {
        return;
    };
    for page in pages {
        if let Some(page) = objects::dictionary_mut(document, *page) {
            page.set("Parent", root);
        }
    }
    let kids = document
        .get_dictionary(root)
        .map(|root| objects::array(document, root, b"Kids").to_vec());
    if let (Ok(mut kids), Some(root)) = (kids, objects::dictionary_mut(document, root)) {
        kids.extend(pages.iter().copied().map(Object::Reference));
        root.set("Kids", kids);
        root.set("Count", (before + pages.len()) as i64);
    }
}
