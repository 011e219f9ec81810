//! The structure of the document for screen readers (PDF 32000-1, 14.7): headings, texts and fields in the order of the form.

use lopdf::{Document, Object, ObjectId, dictionary};

use super::draw::structure_type;
use super::item::Role;

/// The structure tree under way.
pub(super) struct Structure {
    root: ObjectId,
    body: ObjectId,
    elements: Vec<Object>,
    /// The parent tree: from the numbers that pages and widgets carry to their elements.
    numbers: Vec<Object>,
}

impl Structure {
    pub(super) fn new(document: &mut Document) -> Self {
        Self {
            root: document.new_object_id(),
            body: document.new_object_id(),
            elements: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The number that the next page or widget carries.
    pub(super) fn next_number(&self) -> i64 {
        self.numbers.len() as i64
    }

    /// Adds the element of a text; `number` is that of its marked content on the page.
    pub(super) fn add_text(
        &mut self,
        document: &mut Document,
        page: ObjectId,
        role: Role,
        number: usize,
    ) -> ObjectId {
        let element = document.add_object(dictionary! {
            "Type" => "StructElem",
            "S" => structure_type(role),
            "P" => self.body,
            "Pg" => page,
            "K" => number as i64,
        });
        self.elements.push(element.into());
        element
    }

    /// Adds the element of a widget and takes the next number for it.
    pub(super) fn add_widget(
        &mut self,
        document: &mut Document,
        page: ObjectId,
        widget: ObjectId,
    ) {
        let element = document.add_object(dictionary! {
            "Type" => "StructElem",
            "S" => "Form",
            "P" => self.body,
            "Pg" => page,
            "K" => dictionary! { "Type" => "OBJR", "Obj" => widget, "Pg" => page },
        });
        self.elements.push(element.into());
        self.numbers.push(element.into());
    }

    /// Keeps the next number for a page, whose elements are known later; answers the number.
    pub(super) fn reserve_page(&mut self) -> i64 {
        let number = self.next_number();
        self.numbers.push(Object::Null);
        number
    }

    /// Says which elements the marked contents of a page belong to, in their order.
    pub(super) fn set_page(&mut self, document: &mut Document, number: i64, texts: Vec<ObjectId>) {
        let texts: Vec<Object> = texts.into_iter().map(Object::Reference).collect();
        let list = document.add_object(texts);
        if let Some(entry) = usize::try_from(number)
            .ok()
            .and_then(|number| self.numbers.get_mut(number))
        {
            *entry = list.into();
        }
    }

    /// Writes the tree; answers its root.
    pub(super) fn finish(self, document: &mut Document) -> ObjectId {
        let next = self.next_number();
        document.set_object(
            self.body,
            dictionary! {
                "Type" => "StructElem",
                "S" => "Document",
                "P" => self.root,
                "K" => self.elements,
            },
        );
        let pairs = (0..).zip(self.numbers);
        let pairs: Vec<Object> = pairs
            .flat_map(|(number, element)| [Object::Integer(number), element])
            .collect();
        let parents = document.add_object(dictionary! { "Nums" => pairs });
        document.set_object(
            self.root,
            dictionary! {
                "Type" => "StructTreeRoot",
                "K" => self.body,
                "ParentTree" => parents,
                "ParentTreeNextKey" => next,
            },
        );
        self.root
    }
}
