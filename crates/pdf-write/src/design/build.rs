//! Drawing the pages and collecting what belongs to the whole document.

use forms::words::TemplateWords;
use forms::{FormType, words};
use lopdf::{Document, Object, ObjectId, dictionary};
use pdf_syntax::Rectangle;

use super::drawing::draw_box;
use super::fields::Fields;
use super::item::{Block, Item, Text, Tone, WidgetBox, WidgetKind};
use super::shortened::shortened;
use super::structure::Structure;
use super::style;
use crate::content::Content;
use crate::font::{FontSet, TextLine, Weight};
use crate::objects;
use crate::packing::Packing;
use crate::text_string;

pub(super) struct Builder<'form> {
    document: Document,
    fonts: FontSet,
    form_type: &'form FormType,
    fields: Fields<'form>,
    structure: Structure,
    page_tree: ObjectId,
    pages: Vec<ObjectId>,
}

impl<'form> Builder<'form> {
    pub(super) fn new(mut document: Document, fonts: FontSet, form_type: &'form FormType) -> Self {
        let page_tree = document.new_object_id();
        let structure = Structure::new(&mut document);
        Self {
            document,
            fonts,
            form_type,
            fields: Fields::new(form_type),
            structure,
            page_tree,
            pages: Vec::new(),
        }
    }

    /// Draws a page with its blocks from top to bottom.
    pub(super) fn page(&mut self, number: usize, count: usize, blocks: &[Block]) {
        let page = self.document.new_object_id();
        self.structure.begin_page(page);
        let mut content = Content::default();
        let mut annotations = Vec::new();
        let mut top = style::PAGE_HEIGHT - style::MARGIN_TOP;
        for block in blocks {
            for item in &block.items {
                self.item(&mut content, page, top, item, &mut annotations);
            }
            top -= block.height;
        }
        self.footer(&mut content, number, count);
        let content = self.document.add_object(objects::stream(
            Packing::Smallest,
            lopdf::Dictionary::new(),
            content.into_bytes(),
        ));
        let area = Rectangle {
            left: 0.0,
            bottom: 0.0,
            right: style::PAGE_WIDTH,
            top: style::PAGE_HEIGHT,
        };
        self.document.set_object(
            page,
            dictionary! {
                "Type" => "Page",
                "Parent" => self.page_tree,
                "MediaBox" => objects::rectangle(area),
                "Resources" => self.fonts.page_resources(),
                "Contents" => content,
                "Annots" => annotations,
                "Tabs" => "S",
                "StructParents" => i64::try_from(number).unwrap_or_default(),
            },
        );
        self.pages.push(page);
    }

    /// Finishes page tree, form and structure. Answers document, fonts and the catalog's number.
    pub(super) fn finish(mut self) -> (Document, FontSet, ObjectId) {
        let kids: Vec<Object> = self.pages.iter().copied().map(Object::Reference).collect();
        let count = i64::try_from(kids.len()).unwrap_or_default();
        self.document.set_object(
            self.page_tree,
            dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count },
        );
        let form = self.fields.finish(&mut self.document);
        let structure = self.structure.finish(&mut self.document);
        let catalog = self.document.add_object(dictionary! {
            "Type" => "Catalog",
            "Pages" => self.page_tree,
            "AcroForm" => form,
            "Lang" => text_string::encode(&language(&self.form_type.language)),
            "ViewerPreferences" => dictionary! { "DisplayDocTitle" => true },
            "MarkInfo" => dictionary! { "Marked" => true },
            "StructTreeRoot" => structure,
        });
        (self.document, self.fonts, catalog)
    }

    fn item(
        &mut self,
        content: &mut Content,
        page: ObjectId,
        top: f32,
        item: &Item,
        annotations: &mut Vec<Object>,
    ) {
        match item {
            Item::Text(text) => self.text(content, top, text),
            Item::Rule(y) => artifact(content, |content| {
                let (y, right) = (top - y, style::MARGIN_SIDE + style::BODY_WIDTH);
                content.stroke((style::MARGIN_SIDE, y), (right, y), &style::accent(), 0.8);
            }),
            Item::Band {
                x,
                y,
                width,
                height,
            } => artifact(content, |content| {
                let left = style::MARGIN_SIDE + x;
                content.fill(
                    Rectangle {
                        left,
                        bottom: top - y - height,
                        right: left + width,
                        top: top - y,
                    },
                    &style::shade(),
                );
            }),
            Item::Field(widget) => {
                let area = area(top, widget);
                artifact(content, |content| draw_box(content, area, &widget.kind));
                let area = inner(area, &widget.kind);
                let id = self
                    .fields
                    .add(&mut self.document, &mut self.fonts, page, area, widget);
                let parent = self.structure.widget(&mut self.document, page, id);
                if let Some(dictionary) = objects::dictionary_mut(&mut self.document, id) {
                    dictionary.set("StructParent", parent);
                }
                annotations.push(id.into());
            }
        }
    }

    fn text(&mut self, content: &mut Content, top: f32, text: &Text) {
        let role = text.text_style.role;
        let marked = self.structure.text(&mut self.document, role);
        content.line(format_args!("/{role} <</MCID {marked}>> BDC"));
        content.fill_colour(&match text.text_style.tone {
            Tone::Accent => style::accent(),
            Tone::Ink => style::ink(),
            Tone::Quiet => style::quiet(),
        });
        content.text(
            &mut self.fonts,
            (style::MARGIN_SIDE + text.x, top - text.y),
            (text.text_style.weight, text.text_style.size),
            TextLine {
                text: &text.text,
                level: text.level,
            },
        );
        content.line("EMC");
    }

    fn footer(&mut self, content: &mut Content, number: usize, count: usize) {
        let y = style::MARGIN_BOTTOM - 20.0;
        let own_words = TemplateWords::of(&self.form_type.language);
        let page = own_words.page_of(number + 1, count);
        let version = words::version(self.form_type.version);
        let font = (Weight::Regular, style::FOOTER_SIZE);
        let width = |text: &str| self.fonts.family().width(font.0, text, font.1);
        let right = style::PAGE_WIDTH - style::MARGIN_SIDE - width(&page);
        let middle = (style::PAGE_WIDTH - width(&version)) / 2.0;
        // A title that would run into the version is cut: it stands in full at the top of the form.
        let room = middle - style::GUTTER - style::MARGIN_SIDE;
        let title = shortened(&self.form_type.title, |title| width(title) <= room);
        content.line("/Artifact BMC");
        content.stroke(
            (style::MARGIN_SIDE, y + 12.0),
            (style::PAGE_WIDTH - style::MARGIN_SIDE, y + 12.0),
            &style::line(),
            0.5,
        );
        content.fill_colour(&style::quiet());
        for (x, text) in [
            (style::MARGIN_SIDE, title.as_str()),
            (middle, &version),
            (right, &page),
        ] {
            content.text(&mut self.fonts, (x, y), font, text);
        }
        content.line("EMC");
    }
}

fn area(top: f32, widget: &WidgetBox) -> Rectangle {
    let (left, top) = (style::MARGIN_SIDE + widget.x, top - widget.y);
    Rectangle {
        left,
        bottom: top - widget.height,
        right: left + widget.width,
        top,
    }
}

/// Where the widget stands in its box: texts keep a little away from its edges.
fn inner(area: Rectangle, kind: &WidgetKind) -> Rectangle {
    let (aside, above) = match kind {
        WidgetKind::Line { .. } | WidgetKind::Combo { .. } => (3.0, 0.0),
        WidgetKind::Area { .. } | WidgetKind::List { .. } => (3.0, 3.0),
        WidgetKind::Comb { .. } | WidgetKind::CheckBox | WidgetKind::Radio { .. } => (0.0, 0.0),
    };
    Rectangle {
        left: area.left + aside,
        bottom: area.bottom + above,
        right: area.right - aside,
        top: area.top - above,
    }
}

/// Content that is no part of the text (PDF 32000-1, 14.8.2.2).
fn artifact(content: &mut Content, draw: impl FnOnce(&mut Content)) {
    content.line("/Artifact BMC");
    draw(content);
    content.line("EMC");
}

/// The language tag, with a region for German, which speech programs expect.
fn language(tag: &str) -> String {
    if tag == "de" {
        "de-DE".to_owned()
    } else {
        tag.to_owned()
    }
}
