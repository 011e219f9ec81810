//! Putting the laid-out pages into a document.

use std::collections::HashMap;

use domain::FormType;
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary};
use sha2::{Digest as _, Sha256};

use super::field_tree::FieldTree;
use super::item::{Item, Role, Widget, WidgetKind};
use super::structure::Structure;
use super::style::{PAGE_HEIGHT, PAGE_WIDTH, VALUE_SIZE};
use super::widget::{self, Marks};
use super::{TemplateError, draw};
use crate::font::FontSet;
use crate::objects::{self, Rectangle};
use crate::{output, text_string};

/// The bytes of the document.
pub(super) fn document(
    form_type: &FormType,
    pages: &[Vec<Item>],
) -> Result<Vec<u8>, TemplateError> {
    let mut document = Document::with_version("1.7");
    let mut fonts = FontSet::new(&mut document)?;
    let marks = Marks::add(&mut document, &mut fonts);
    let mut maker = Maker {
        fields: FieldTree::default(),
        structure: Structure::new(&mut document),
        names: form_type
            .names
            .iter()
            .map(|(name, path)| (path.as_str(), name.as_str()))
            .collect(),
        marks,
        parent: document.new_object_id(),
        document,
        fonts,
    };
    let mut kids = Vec::new();
    for items in pages {
        kids.push(Object::Reference(maker.page(items)?));
    }
    maker.finish(form_type, kids)
}

struct Maker<'form> {
    document: Document,
    fonts: FontSet,
    fields: FieldTree,
    structure: Structure,
    /// Path → field name, where they are not the same.
    names: HashMap<&'form str, &'form str>,
    marks: Marks,
    /// The root of the page tree.
    parent: ObjectId,
}

impl Maker<'_> {
    fn page(&mut self, items: &[Item]) -> Result<ObjectId, TemplateError> {
        let page = self.document.new_object_id();
        let content = draw::page(&mut self.fonts, items).into_bytes();
        let content = self
            .document
            .add_object(objects::stream(Dictionary::new(), content));
        let number = self.structure.reserve_page();
        let (mut texts, mut annotations) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Text(text) if text.role != Role::Artifact => {
                    let (document, number) = (&mut self.document, texts.len());
                    texts.push(self.structure.add_text(document, page, text.role, number));
                }
                Item::Widget(widget) => {
                    let widget = self.widget(page, widget)?;
                    self.structure.add_widget(&mut self.document, page, widget);
                    annotations.push(Object::Reference(widget));
                }
                Item::Text(_) | Item::Shape(_) => {}
            }
        }
        self.structure.set_page(&mut self.document, number, texts);
        let size = Rectangle {
            right: PAGE_WIDTH,
            top: PAGE_HEIGHT,
            ..Rectangle::default()
        };
        let dictionary = dictionary! {
            "Type" => "Page",
            "Parent" => self.parent,
            "MediaBox" => size.to_object(),
            "Resources" => self.fonts.resources(),
            "Contents" => content,
            "Annots" => annotations,
            // The order of the structure is that of the form.
            "Tabs" => "S",
            "StructParents" => number,
        };
        self.document.set_object(page, dictionary);
        Ok(page)
    }

    /// Makes the widget and its field; answers the widget.
    fn widget(&mut self, page: ObjectId, widget: &Widget) -> Result<ObjectId, TemplateError> {
        let path = widget.path.as_str();
        let name = self.names.get(path).copied().unwrap_or(path);
        let document = &mut self.document;
        let mut annotation =
            widget::annotation(document, &self.fonts, &self.marks, page, widget);
        annotation.set("StructParent", self.structure.next_number());
        let field = widget::field(widget);
        if matches!(widget.kind, WidgetKind::Radio { .. }) {
            return self.fields.add_button(document, name, field, annotation);
        }
        annotation.extend(&field);
        self.fields.add_field(document, name, annotation)
    }

    fn finish(
        mut self,
        form_type: &FormType,
        kids: Vec<Object>,
    ) -> Result<Vec<u8>, TemplateError> {
        let document = &mut self.document;
        let pages = dictionary! {
            "Type" => "Pages",
            "Count" => kids.len() as i64,
            "Kids" => kids,
        };
        document.set_object(self.parent, pages);
        let form = interactive_form(self.fields.finish(document));
        let form = document.add_object(form);
        let structure = self.structure.finish(document);
        let catalog = document.add_object(dictionary! {
            "Type" => "Catalog",
            "Pages" => self.parent,
            "AcroForm" => form,
            "Lang" => text_string::encode(&form_type.language),
            "MarkInfo" => dictionary! { "Marked" => true },
            "StructTreeRoot" => structure,
            "ViewerPreferences" => dictionary! { "DisplayDocTitle" => true },
        });
        let subject = format!("{}, Version {}", form_type.key, form_type.version);
        let information = document.add_object(dictionary! {
            "Title" => text_string::encode(&form_type.title),
            "Subject" => text_string::encode(&subject),
            "Creator" => text_string::encode("formservice"),
        });
        document.trailer.set("Root", catalog);
        document.trailer.set("Info", information);
        self.fonts.finish(document)?;
        identify(document)?;
        output::save(self.document).map_err(|error| TemplateError::Write(error.to_string()))
    }
}

/// The interactive form with the fonts in which a viewer sets what a person types (12.7.2).
fn interactive_form(fields: Vec<Object>) -> Dictionary {
    let font = |name: &str| {
        dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => name }
    };
    let mut helvetica = font("Helvetica");
    helvetica.set("Encoding", "WinAnsiEncoding");
    dictionary! {
        "Fields" => fields,
        "NeedAppearances" => false,
        "DA" => Object::string_literal(format!("/Helv {VALUE_SIZE} Tf 0 g")),
        "DR" => dictionary! {
            "Font" => dictionary! { "Helv" => helvetica, "ZaDb" => font("ZapfDingbats") },
        },
    }
}

/// Gives the document an identifier that depends on its content alone (14.4).
fn identify(document: &mut Document) -> Result<(), TemplateError> {
    let mut bytes = Vec::new();
    document
        .save_to(&mut bytes)
        .map_err(|error| TemplateError::Write(error.to_string()))?;
    let digest: Vec<u8> = Sha256::digest(&bytes).iter().take(16).copied().collect();
    let identifier = Object::String(digest, StringFormat::Hexadecimal);
    document
        .trailer
        .set("ID", vec![identifier.clone(), identifier]);
    Ok(())
}
