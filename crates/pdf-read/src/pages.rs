//! The pages: where each annotation stands, in points as the page is shown.
//!
//! Shown means: the crop box, turned by the page's own rotation, origin at the top left. `UserUnit`
//! is left out; no form has it.

mod area;
mod listed;
mod resources;
mod tree;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use forms::form_content::PagePlace;
use pdf_syntax::{PageView, Rectangle};
use ports::PdfError;

pub(crate) use self::area::{area, has_area};
use self::listed::ListedAnnotations;
use crate::document::{Dictionary, Document, Id, Object};
use crate::limits::{PAGE_DEPTH_MAX, PAGES_MAX};

/// Attributes that pages inherit from the page tree (PDF 32000-1, 7.7.3.4).
const INHERITED: [&[u8]; 4] = [b"MediaBox", b"CropBox", b"Rotate", b"Resources"];

#[derive(Debug, Clone, Default)]
pub(crate) struct Pages {
    pages: Vec<Page>,
    listed: ListedAnnotations,
    page_of_id: HashMap<Id, usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct Page {
    view: PageView,
    annotations: Rc<[Object]>,
    contents: Object,
    resources: Object,
}

impl Pages {
    pub(crate) fn read(document: &dyn Document) -> Result<Self, PdfError> {
        let mut walk = Walk {
            document,
            pages: Self::default(),
            visited: HashSet::new(),
        };
        let catalog = document.catalog()?;
        walk.visit(catalog.get(b"Pages"), &Dictionary::default(), 0)?;
        Ok(walk.pages)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter()
    }

    pub(crate) fn count(&self) -> usize {
        self.pages.len()
    }

    /// The same pages, each turned further by so many quarter turns clockwise.
    pub(crate) fn turned(&self, turns: &[u8]) -> Self {
        let mut turned = self.clone();
        for (page, turns) in turned.pages.iter_mut().zip(turns) {
            page.view = page.view.turned(*turns);
        }
        turned
    }

    /// A page by its number from 0.
    pub(crate) fn get(&self, index: usize) -> Option<&Page> {
        self.pages.get(index)
    }

    /// Where a widget stands: on the pages that list it, else on the page that it names itself.
    pub(crate) fn places(
        &self,
        document: &dyn Document,
        id: Option<Id>,
        widget: &Dictionary,
    ) -> Result<Vec<PagePlace>, PdfError> {
        let further = id.map_or(&[][..], |id| self.listed.further_pages(id));
        let pages = self.first_page(id, widget).into_iter();
        let pages = pages.chain(further.iter().copied());
        let places = pages.map(|page| self.place_on(document, page, widget));
        places.filter_map(Result::transpose).collect()
    }

    /// Whether a page lists the annotation.
    pub(crate) fn lists(&self, annotation: Id) -> bool {
        self.listed.first_page(annotation).is_some()
    }

    fn first_page(&self, id: Option<Id>, widget: &Dictionary) -> Option<usize> {
        let named = || {
            let page = widget.get(b"P").reference()?;
            self.page_of_id.get(&page).copied()
        };
        let listed = id.and_then(|id| self.listed.first_page(id));
        listed.or_else(named)
    }

    /// Where an annotation of a page stands on it.
    pub(crate) fn place_on(
        &self,
        document: &dyn Document,
        index: usize,
        annotation: &Dictionary,
    ) -> Result<Option<PagePlace>, PdfError> {
        let area = area(document, annotation, b"Rect")?;
        Ok(area
            .zip(self.get(index))
            .and_then(|(area, page)| page.place(index, area)))
    }
}

impl Page {
    /// The annotations as the page lists them, references not followed.
    pub(crate) fn annotations(&self) -> &[Object] {
        &self.annotations
    }

    /// What draws the page: a stream or an array of them.
    pub(crate) fn contents(&self) -> &Object {
        &self.contents
    }

    pub(crate) fn resources(&self) -> &Object {
        &self.resources
    }

    /// All that decides where a point is shown: left, bottom, right and top of the visible area,
    /// and the quarter turns.
    pub(crate) fn shape(&self) -> [f32; 5] {
        let Rectangle {
            left,
            bottom,
            right,
            top,
        } = self.view.visible;
        [left, bottom, right, top, f32::from(self.view.turns())]
    }

    /// Where a point of the page's own coordinates is shown, in points from the left and the top.
    pub(crate) fn shown(&self, horizontal: f32, vertical: f32) -> (f32, f32) {
        self.view.shown(horizontal, vertical)
    }

    /// Where an area is shown; nowhere if that is too far away for a number.
    fn place(&self, page: usize, area: Rectangle) -> Option<PagePlace> {
        let shown = self.view.shown_area(area);
        let place = PagePlace {
            page,
            left: shown.left,
            top: shown.top,
            width: shown.width,
            height: shown.height,
        };
        let edges = [place.left, place.top, place.width, place.height];
        edges.iter().all(|edge| edge.is_finite()).then_some(place)
    }
}

struct Walk<'document> {
    document: &'document dyn Document,
    pages: Pages,
    visited: HashSet<Id>,
}

impl Walk<'_> {
    fn visit(
        &mut self,
        node: &Object,
        inherited: &Dictionary,
        depth: usize,
    ) -> Result<(), PdfError> {
        if depth > PAGE_DEPTH_MAX {
            return Err(PdfError::TooComplex(format!(
                "a page tree deeper than {PAGE_DEPTH_MAX} levels"
            )));
        }
        let id = node.reference();
        if id.is_some_and(|id| !self.visited.insert(id)) {
            return Ok(());
        }
        let Object::Dictionary(node) = self.document.resolve(node)? else {
            return Ok(());
        };
        let mut attributes = inherited.clone();
        for key in INHERITED {
            attributes.set(key, node.get(key).clone());
        }
        if node.has(b"Kids") {
            let before = self.pages.count();
            for kid in self.document.array(&node, b"Kids")?.iter() {
                self.visit(kid, &attributes, depth + 1)?;
            }
            return tree::check_count(self.document, &node, self.pages.count() - before);
        }
        tree::check_page(self.document, &node)?;
        self.add(id, &node, &attributes)
    }

    fn add(
        &mut self,
        id: Option<Id>,
        node: &Dictionary,
        attributes: &Dictionary,
    ) -> Result<(), PdfError> {
        let index = self.pages.pages.len();
        if index >= PAGES_MAX {
            return Err(PdfError::TooComplex(format!("more than {PAGES_MAX} pages")));
        }
        let media = area(self.document, attributes, b"MediaBox")?.unwrap_or(Rectangle::A4);
        let crop = area(self.document, attributes, b"CropBox")?;
        let rotation = self.document.integer(attributes, b"Rotate")?.unwrap_or(0);
        let annotations = self.document.array(node, b"Annots")?;
        for annotation in annotations.iter().filter_map(Object::reference) {
            self.pages.listed.add(annotation, index)?;
        }
        if let Some(id) = id {
            self.pages.page_of_id.insert(id, index);
        }
        let crop = crop.map(|crop| crop.overlap(media));
        let visible = crop.filter(Rectangle::has_size).unwrap_or(media);
        self.pages.pages.push(Page {
            view: PageView::new(visible, rotation),
            annotations,
            contents: node.get(b"Contents").clone(),
            resources: attributes.get(b"Resources").clone(),
        });
        Ok(())
    }
}
