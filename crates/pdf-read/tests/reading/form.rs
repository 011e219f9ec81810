//! Makes small PDFs.

use forms::FormContent;
use forms::form_content::FormField;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use ports::PdfError;

/// A PDF with one page that is being made.
pub(crate) struct Form {
    pub(crate) document: Document,
    pub(crate) fields: Vec<Object>,
    pub(crate) annotations: Vec<Object>,
    pub(crate) acro_form: Dictionary,
    pub(crate) catalog: Dictionary,
    pub(crate) page: Dictionary,
    /// Those behind it.
    pub(crate) other_pages: Vec<Object>,
    pub(crate) content: Vec<u8>,
}

impl Form {
    pub(crate) fn new() -> Self {
        Self {
            document: Document::with_version("1.7"),
            fields: Vec::new(),
            annotations: Vec::new(),
            acro_form: Dictionary::new(),
            catalog: dictionary! { "Type" => "Catalog" },
            page: dictionary! { "Type" => "Page", "MediaBox" => rectangle(0, 0, 595, 842) },
            other_pages: Vec::new(),
            content: Vec::new(),
        }
    }

    /// A form with one text field named `x` that has more entries.
    pub(crate) fn with_text(entries: Dictionary) -> Self {
        let mut form = Self::new();
        form.field("x", "Tx", entries);
        form
    }

    /// Adds an object.
    pub(crate) fn add(&mut self, object: impl Into<Object>) -> ObjectId {
        self.document.add_object(object)
    }

    /// Adds a field that is its own widget.
    pub(crate) fn field(&mut self, name: &str, kind: &str, entries: Dictionary) -> ObjectId {
        let mut field = dictionary! { "T" => text(name), "FT" => kind };
        overlay(&mut field, &entries);
        let id = self.widget(field);
        self.fields.push(id.into());
        id
    }

    /// Adds a widget to the page, but to no field tree.
    pub(crate) fn widget(&mut self, entries: Dictionary) -> ObjectId {
        let mut widget = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Widget",
            "Rect" => rectangle(10, 20, 110, 40),
        };
        overlay(&mut widget, &entries);
        let id = self.add(widget);
        self.annotations.push(id.into());
        id
    }

    /// Adds a field with kids, which are widgets or fields, and makes it their parent.
    pub(crate) fn parent(&mut self, entries: Dictionary, kids: &[ObjectId]) -> ObjectId {
        let mut parent = entries;
        parent.set(
            "Kids",
            kids.iter()
                .map(|kid| Object::Reference(*kid))
                .collect::<Vec<_>>(),
        );
        let id = self.add(parent);
        for kid in kids {
            self.document
                .get_dictionary_mut(*kid)
                .unwrap()
                .set("Parent", id);
        }
        id
    }

    /// The whole document.
    pub(crate) fn document(mut self) -> Document {
        let content = self.add(Stream::new(Dictionary::new(), self.content.clone()));
        let pages = self.document.new_object_id();
        self.page.set("Parent", pages);
        self.page.set("Annots", self.annotations.clone());
        self.page.set("Contents", content);
        let page = self.page.clone();
        let page = self.add(page);
        let mut kids = vec![page.into()];
        kids.append(&mut self.other_pages);
        let count = i64::try_from(kids.len()).unwrap();
        let tree = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
        self.document.set_object(pages, tree);
        if !self.fields.is_empty() || !self.acro_form.is_empty() {
            self.acro_form.set("Fields", self.fields.clone());
            self.catalog.set("AcroForm", self.acro_form.clone());
        }
        self.catalog.set("Pages", pages);
        let catalog = self.catalog.clone();
        let catalog = self.add(catalog);
        self.document.trailer.set("Root", catalog);
        self.document
    }

    /// The bytes of the file.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.document().save_to(&mut bytes).unwrap();
        bytes
    }

    pub(crate) fn read(self) -> Result<FormContent, PdfError> {
        read(&self.bytes())
    }

    /// The fields of a form that can be read.
    pub(crate) fn read_fields(self) -> Vec<FormField> {
        fields(&self.bytes())
    }

    /// The values of the only field.
    pub(crate) fn read_values(self) -> Vec<String> {
        let fields = self.read_fields();
        assert_eq!(fields.len(), 1, "{fields:?}");
        fields.into_iter().next().unwrap().values
    }
}

/// What a file says: the same whether it is written to the letter, so that it is read once, or has
/// a key twice in its trailer, so that it is read by each parser that mends what it can.
pub(crate) fn read(pdf: &[u8]) -> Result<FormContent, PdfError> {
    let found = pdf_read::read(pdf);
    let trailer = memchr::memmem::rfind(pdf, b"trailer");
    if let Some(trailer) = trailer
        && let Some(entries) = memchr::memmem::find(&pdf[trailer..], b"<<")
    {
        let (head, tail) = pdf.split_at(trailer + entries + 2);
        let odd = [head, b"/Odd 1/Odd 1", tail].concat();
        assert_eq!(pdf_read::read(&odd), found);
    }
    found
}

pub(crate) fn fields(pdf: &[u8]) -> Vec<FormField> {
    match read(pdf) {
        Ok(FormContent::Fields(fields, _)) => fields,
        other => panic!("not fields: {other:?}"),
    }
}

/// A text string in the encoding of its characters: ASCII or UTF-16.
pub(crate) fn text(text: &str) -> Object {
    lopdf::text_string(text)
}

pub(crate) fn bytes(bytes: &[u8]) -> Object {
    Object::String(bytes.to_vec(), lopdf::StringFormat::Hexadecimal)
}

pub(crate) fn rectangle(left: i32, bottom: i32, right: i32, top: i32) -> Object {
    Object::Array(vec![left.into(), bottom.into(), right.into(), top.into()])
}

pub(crate) fn is_ambiguous(read: &Result<FormContent, PdfError>, about: &str) -> bool {
    matches!(read, Err(PdfError::Ambiguous(what)) if what.contains(about))
}

/// Sets entries, replacing those that are there.
pub(crate) fn overlay(dictionary: &mut Dictionary, entries: &Dictionary) {
    for (key, value) in entries {
        dictionary.set(key.clone(), value.clone());
    }
}
