//! The structure tree: what is heading, text and form field, in reading order (PDF 32000-1, 14.7).

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

pub(super) struct Structure {
    root: ObjectId,
    body: ObjectId,
    elements: Vec<Object>,
    page: Option<ObjectId>,
    /// For each page, the elements of its marked contents.
    marked: Vec<Vec<Object>>,
    /// The elements of the widgets. Their keys in the parent tree follow those of the pages, of
    /// which there are fewer than [`WIDGET_KEYS`].
    widgets: Vec<Object>,
}

/// The first key of widgets in the parent tree; those of pages are below.
const WIDGET_KEYS: i64 = 10_000;

impl Structure {
    pub(super) fn new(document: &mut Document) -> Self {
        let (root, body) = (document.new_object_id(), document.new_object_id());
        Self {
            root,
            body,
            elements: Vec::new(),
            page: None,
            marked: Vec::new(),
            widgets: Vec::new(),
        }
    }

    pub(super) fn begin_page(&mut self, page: ObjectId) {
        self.page = Some(page);
        self.marked.push(Vec::new());
    }

    /// Adds an element for a text of the current page. Answers the number of its marked content
    /// (`MCID`).
    pub(super) fn text(&mut self, document: &mut Document, role: &str) -> usize {
        let number = self.marked.last().map_or(0, Vec::len);
        let mut element = self.element(role);
        element.set("K", i64::try_from(number).unwrap_or_default());
        let id = document.add_object(element);
        self.elements.push(id.into());
        if let Some(marked) = self.marked.last_mut() {
            marked.push(id.into());
        }
        number
    }

    /// Adds an element for a widget. Answers its key in the parent tree.
    pub(super) fn widget(
        &mut self,
        document: &mut Document,
        page: ObjectId,
        widget: ObjectId,
    ) -> i64 {
        let mut element = self.element("Form");
        element.set(
            "K",
            dictionary! { "Type" => "OBJR", "Obj" => widget, "Pg" => page },
        );
        let id = document.add_object(element);
        self.elements.push(id.into());
        self.widgets.push(id.into());
        WIDGET_KEYS + i64::try_from(self.widgets.len()).unwrap_or_default() - 1
    }

    pub(super) fn finish(self, document: &mut Document) -> ObjectId {
        let pages = self.marked.into_iter().map(Object::Array).zip(0..);
        let widgets = self.widgets.into_iter().zip(WIDGET_KEYS..);
        let numbers: Vec<Object> = pages
            .chain(widgets)
            .flat_map(|(element, key)| [Object::Integer(key), element])
            .collect();
        let parents = document.add_object(dictionary! { "Nums" => numbers });
        document.set_object(
            self.body,
            dictionary! {
                "Type" => "StructElem",
                "S" => "Document",
                "P" => self.root,
                "K" => self.elements,
            },
        );
        document.set_object(
            self.root,
            dictionary! { "Type" => "StructTreeRoot", "K" => self.body, "ParentTree" => parents },
        );
        self.root
    }

    fn element(&self, role: &str) -> Dictionary {
        let mut element = dictionary! { "Type" => "StructElem", "S" => role, "P" => self.body };
        if let Some(page) = self.page {
            element.set("Pg", page);
        }
        element
    }
}
