//! The field tree with its widgets (PDF 32000-1, 12.7). A field's name, which is its path unless
//! the form type gives another, becomes a chain of partial names.

use std::collections::HashMap;

use forms::{FormType, words};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use pdf_syntax::Rectangle;
use pdf_syntax::annotation_flags::PRINT;
use pdf_syntax::button_state::OFF;
use pdf_syntax::field_flags::{
    COMB, COMBO, MULTILINE, MULTIPLE, NO_TOGGLE_TO_OFF, RADIO, REQUIRED,
};

use super::item::{WidgetBox, WidgetKind};
use super::style;
use crate::content::Content;
use crate::font::{FontSet, Weight};
use crate::objects;
use crate::packing::Packing;
use crate::text_string;

pub(super) struct Fields<'form> {
    /// The names that differ from their paths, by path.
    names: HashMap<&'form str, &'form str>,
    /// The nodes that hold others, by their name, with their kids in order.
    groups: HashMap<String, (ObjectId, Vec<Object>)>,
    roots: Vec<Object>,
    /// Radio groups are fields with several widgets. By path.
    radios: HashMap<String, (ObjectId, Vec<Object>)>,
}

impl<'form> Fields<'form> {
    /// No fields yet; `form_type` says how they are named.
    pub(super) fn new(form_type: &'form FormType) -> Self {
        let names = form_type.names.iter();
        Self {
            names: names
                .map(|(name, path)| (path.as_str(), name.as_str()))
                .collect(),
            groups: HashMap::new(),
            roots: Vec::new(),
            radios: HashMap::new(),
        }
    }

    /// Adds a widget, and its field where it is the first one of it. Answers the widget's number.
    pub(super) fn add(
        &mut self,
        document: &mut Document,
        fonts: &mut FontSet,
        page: ObjectId,
        area: Rectangle,
        widget: &WidgetBox,
    ) -> ObjectId {
        let mut dictionary = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Widget",
            "F" => PRINT,
            "P" => page,
            "Rect" => objects::rectangle(area),
        };
        if let WidgetKind::Radio { state } = &widget.kind {
            let group = self.radio_group(document, widget);
            dictionary.set("Parent", group);
            dictionary.set("AS", OFF);
            dictionary.set(
                "AP",
                mark_looks(document, fonts, area, state.as_bytes(), "●"),
            );
            dictionary.set("MK", dictionary! { "CA" => Object::string_literal("l") });
            let id = document.add_object(dictionary);
            if let Some((_, kids)) = self.radios.get_mut(&widget.path) {
                kids.push(id.into());
            }
            return id;
        }
        describe(document, fonts, area, widget, &mut dictionary);
        self.add_field(document, widget, dictionary)
    }

    /// Writes the nodes of the tree. Answers the number of the interactive form dictionary.
    pub(super) fn finish(self, document: &mut Document) -> ObjectId {
        for (id, kids) in self.groups.into_values().chain(self.radios.into_values()) {
            if let Some(node) = objects::dictionary_mut(document, id) {
                node.set("Kids", kids);
            }
        }
        let font =
            |name: &str| dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => name };
        let mut helvetica = font("Helvetica");
        helvetica.set("Encoding", "WinAnsiEncoding");
        let fonts = dictionary! {
            "Helv" => document.add_object(helvetica),
            "ZaDb" => document.add_object(font("ZapfDingbats")),
        };
        document.add_object(dictionary! {
            "Fields" => self.roots,
            "DR" => dictionary! { "Font" => fonts },
            "DA" => default_appearance(style::VALUE_SIZE),
            "NeedAppearances" => false,
        })
    }

    fn radio_group(&mut self, document: &mut Document, widget: &WidgetBox) -> ObjectId {
        if let Some((id, _)) = self.radios.get(&widget.path) {
            return *id;
        }
        let flags = RADIO | NO_TOGGLE_TO_OFF | if widget.required { REQUIRED } else { 0 };
        let field = dictionary! {
            "FT" => "Btn",
            "Ff" => flags,
            "TU" => text_string::encode(&widget.tooltip),
        };
        let id = self.add_field(document, widget, field);
        self.radios.insert(widget.path.clone(), (id, Vec::new()));
        id
    }

    fn add_field(
        &mut self,
        document: &mut Document,
        widget: &WidgetBox,
        mut field: Dictionary,
    ) -> ObjectId {
        let path = widget.path.as_str();
        let full_name = self.names.get(path).copied().unwrap_or(path);
        let (group, name) = steps(full_name);
        field.set("T", text_string::encode(name));
        let parent = group.map(|group| self.group(document, group));
        if let Some(parent) = parent {
            field.set("Parent", parent);
        }
        let id = document.add_object(field);
        self.kids(group).push(id.into());
        id
    }

    /// The node of a name, made with those above it where it is not there yet.
    fn group(&mut self, document: &mut Document, full_name: &str) -> ObjectId {
        if let Some((id, _)) = self.groups.get(full_name) {
            return *id;
        }
        let (above, name) = steps(full_name);
        let mut node = dictionary! { "T" => text_string::encode(name) };
        if let Some(above) = above {
            node.set("Parent", self.group(document, above));
        }
        let id = document.add_object(node);
        self.kids(above).push(id.into());
        self.groups.insert(full_name.to_owned(), (id, Vec::new()));
        id
    }

    fn kids(&mut self, group: Option<&str>) -> &mut Vec<Object> {
        match group.and_then(|group| self.groups.get_mut(group)) {
            Some((_, kids)) => kids,
            None => &mut self.roots,
        }
    }
}

/// The name of the node above, if there is one, and the partial name below it.
fn steps(full_name: &str) -> (Option<&str>, &str) {
    full_name
        .rsplit_once('.')
        .map_or((None, full_name), |(above, name)| (Some(above), name))
}

/// What is particular to a field's kind, and its appearance.
fn describe(
    document: &mut Document,
    fonts: &mut FontSet,
    area: Rectangle,
    widget: &WidgetBox,
    field: &mut Dictionary,
) {
    field.set("TU", text_string::encode(&widget.tooltip));
    let flags = match &widget.kind {
        WidgetKind::Line {
            length_max,
            to_the_right,
        } => {
            describe_text(field, *length_max, style::VALUE_SIZE);
            if *to_the_right {
                field.set("Q", 2);
            }
            0
        }
        WidgetKind::Area { length_max } => {
            describe_text(field, Some(*length_max), style::LONG_VALUE_SIZE);
            MULTILINE
        }
        WidgetKind::Comb { cells } => {
            describe_text(field, Some(*cells), style::VALUE_SIZE);
            COMB
        }
        WidgetKind::Combo { options } => {
            describe_options(field, options);
            COMBO
        }
        WidgetKind::List { options } => {
            describe_options(field, options);
            MULTIPLE
        }
        WidgetKind::CheckBox | WidgetKind::Radio { .. } => {
            field.set("FT", "Btn");
            field.set("V", OFF);
            field.set("AS", OFF);
            field.set("MK", dictionary! { "CA" => Object::string_literal("8") });
            field.set("DA", Object::string_literal("/ZaDb 0 Tf 0 g"));
            field.set(
                "AP",
                mark_looks(document, fonts, area, words::YES.as_bytes(), "✕"),
            );
            0
        }
    };
    if !field.has(b"AP") {
        let look = appearance(document, fonts, area, Content::default());
        field.set("AP", dictionary! { "N" => look });
    }
    field.set("Ff", flags | if widget.required { REQUIRED } else { 0 });
}

fn describe_text(field: &mut Dictionary, length_max: Option<usize>, size: f32) {
    field.set("FT", "Tx");
    field.set("DA", default_appearance(size));
    if let Some(length) = length_max.and_then(|length| i64::try_from(length).ok()) {
        field.set("MaxLen", length);
    }
}

fn describe_options(field: &mut Dictionary, options: &[(String, String)]) {
    let option = |(export, label): &(String, String)| {
        Object::Array(vec![
            text_string::encode(export),
            text_string::encode(label),
        ])
    };
    field.set("FT", "Ch");
    field.set("Opt", options.iter().map(option).collect::<Vec<_>>());
    field.set("DA", default_appearance(style::VALUE_SIZE));
}

/// The looks of a button: on shows a mark, set as text so that it is found in a printed form too.
fn mark_looks(
    document: &mut Document,
    fonts: &mut FontSet,
    area: Rectangle,
    state: &[u8],
    mark: &str,
) -> Object {
    let (font, size) = (Weight::Regular, style::MARK_SIDE);
    let extents = fonts.family().extents(font, mark, size);
    let x = (area.width() - fonts.family().width(font, mark, size)) / 2.0;
    let y = (area.height() - extents.above + extents.below) / 2.0;
    let mut content = Content::default();
    content.fill_colour(&style::ink());
    content.text(fonts, (x, y), (font, size), mark);
    let on = appearance(document, fonts, area, content);
    let off = appearance(document, fonts, area, Content::default());
    let mut states = Dictionary::new();
    states.set(state.to_vec(), on);
    states.set(OFF, off);
    Object::Dictionary(dictionary! { "N" => states })
}

fn appearance(
    document: &mut Document,
    fonts: &FontSet,
    area: Rectangle,
    content: Content,
) -> ObjectId {
    let form = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => objects::rectangle(Rectangle {
            right: area.width(),
            top: area.height(),
            ..Rectangle::default()
        }),
        "Resources" => fonts.resources(),
    };
    document.add_object(objects::stream(
        Packing::Smallest,
        form,
        content.into_bytes(),
    ))
}

fn default_appearance(size: f32) -> Object {
    Object::string_literal(format!("/Helv {size} Tf 0.1 g"))
}
