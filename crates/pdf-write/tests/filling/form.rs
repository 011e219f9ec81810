//! Small templates and form types to fill, and ways to look at the result.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use forms::form_content::{FormContent, FormField, PrintedPages};
use forms::form_type::{Choice, Column, Entry, Field, FieldType, Section, Table, Width};
use forms::value::Object as Members;
use forms::{Data, FormType, Value};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormPackage, FormWriter as _};

/// A template under way: one A4 page and an interactive form.
pub(crate) struct Template {
    pub(crate) document: Document,
    pub(crate) page: ObjectId,
    fields: Vec<Object>,
    widgets: Vec<Object>,
    pub(crate) form: Dictionary,
    pub(crate) catalog: Dictionary,
    /// Of the page.
    pub(crate) content: Vec<u8>,
    /// More entries of the page.
    pub(crate) page_entries: Dictionary,
}

impl Template {
    pub(crate) fn new() -> Self {
        let mut document = Document::with_version("1.7");
        Self {
            page: document.new_object_id(),
            document,
            fields: Vec::new(),
            widgets: Vec::new(),
            form: Dictionary::new(),
            catalog: Dictionary::new(),
            content: b"0.5 g".to_vec(),
            page_entries: Dictionary::new(),
        }
    }

    /// A field that is its own widget.
    pub(crate) fn field(&mut self, name: &str, rect: [i64; 4], entries: Dictionary) -> ObjectId {
        let id = self.widget(rect, entries);
        let field = self.document.get_dictionary_mut(id).unwrap();
        field.set("T", Object::string_literal(name));
        self.fields.push(id.into());
        id
    }

    /// A text field.
    pub(crate) fn text(&mut self, name: &str, rect: [i64; 4]) -> ObjectId {
        let entries =
            dictionary! { "FT" => "Tx", "DA" => Object::string_literal("/Helv 10 Tf 0 g") };
        self.field(name, rect, entries)
    }

    /// A widget on the page.
    pub(crate) fn widget(&mut self, rect: [i64; 4], entries: Dictionary) -> ObjectId {
        let mut widget = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Widget",
            "Rect" => rect.map(Object::Integer).to_vec(),
            "P" => self.page,
            "F" => 4,
        };
        for (key, value) in entries {
            widget.set(key, value);
        }
        let id = self.document.add_object(widget);
        self.widgets.push(id.into());
        id
    }

    /// A field without a place of its own.
    pub(crate) fn parent(&mut self, entries: Dictionary, kids: &[ObjectId]) -> ObjectId {
        let mut parent = entries;
        parent.set(
            "Kids",
            kids.iter()
                .copied()
                .map(Object::Reference)
                .collect::<Vec<_>>(),
        );
        let id = self.document.add_object(parent);
        for kid in kids {
            self.document
                .get_dictionary_mut(*kid)
                .unwrap()
                .set("Parent", id);
            self.fields
                .retain(|field| field.as_reference().unwrap() != *kid);
        }
        self.fields.push(id.into());
        id
    }

    /// Has the form list these nodes alone.
    pub(crate) fn list(&mut self, nodes: &[ObjectId]) {
        self.fields = nodes.iter().copied().map(Object::Reference).collect();
    }

    /// Another annotation of the page.
    pub(crate) fn annotation(&mut self, annotation: Dictionary) {
        let id = self.document.add_object(annotation);
        self.widgets.push(id.into());
    }

    /// Appearances of a button with one state that is on.
    pub(crate) fn looks(&mut self, state: &str) -> Dictionary {
        let look = || {
            Stream::new(
                dictionary! {
                    "Type" => "XObject",
                    "Subtype" => "Form",
                    "BBox" => vec![0.into(), 0.into(), 10.into(), 10.into()],
                },
                b"q Q".to_vec(),
            )
        };
        let on = self.document.add_object(look());
        let off = self.document.add_object(look());
        dictionary! { "N" => dictionary! { state => on, "Off" => off } }
    }

    pub(crate) fn bytes(mut self) -> Vec<u8> {
        let pages = self.document.new_object_id();
        let content = self
            .document
            .add_object(Stream::new(Dictionary::new(), self.content));
        let mut page = dictionary! {
            "Type" => "Page",
            "Parent" => pages,
            "Annots" => self.widgets,
            "Contents" => content,
        };
        page.extend(&self.page_entries);
        self.document.set_object(self.page, page);
        self.document.set_object(
            pages,
            dictionary! {
                "Type" => "Pages",
                "Kids" => vec![self.page.into()],
                "Count" => 1,
                "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
            },
        );
        self.form.set("Fields", self.fields);
        let form = self.document.add_object(self.form);
        self.catalog.set("Type", "Catalog");
        self.catalog.set("Pages", pages);
        self.catalog.set("AcroForm", form);
        let catalog = self.document.add_object(self.catalog);
        self.document.trailer.set("Root", catalog);
        let mut bytes = Vec::new();
        self.document.save_to(&mut bytes).unwrap();
        bytes
    }
}

pub(crate) fn text(multiline: bool) -> FieldType {
    FieldType::Text {
        max_length: 100_000,
        multiline,
    }
}

pub(crate) fn choice(keys: &[&str], multiple: bool) -> FieldType {
    let choice = |key: &&str| Choice {
        key: (*key).to_owned(),
        label: format!("Auswahl {key}"),
        export: None,
    };
    FieldType::Choice {
        choices: keys.iter().map(choice).collect(),
        multiple,
    }
}

pub(crate) fn field(path: &str, kind: FieldType) -> Entry {
    Entry::Field(Field {
        path: path.to_owned(),
        label: format!("Angabe {path}"),
        kind,
        required: false,
        not_before: None,
        hint: None,
        width: Width::Full,
    })
}

/// `costs` with name and amount.
pub(crate) fn costs(rows: usize) -> Entry {
    let columns = [
        ("name", "Bezeichnung", text(false)),
        ("amount", "Betrag", FieldType::Money),
    ];
    table("costs", "Kosten", rows, columns)
}

/// A table with columns of these keys, labels and types.
pub(crate) fn table<const COUNT: usize>(
    path: &str,
    label: &str,
    rows: usize,
    columns: [(&str, &str, FieldType); COUNT],
) -> Entry {
    let column = |(key, label, kind): (&str, &str, FieldType)| Column {
        key: key.to_owned(),
        label: label.to_owned(),
        kind,
    };
    Entry::Table(Table {
        path: path.to_owned(),
        label: label.to_owned(),
        rows,
        columns: columns.into_iter().map(column).collect(),
    })
}

pub(crate) fn package(template: Vec<u8>, entries: Vec<Entry>) -> Arc<FormPackage> {
    let form_type = FormType {
        key: "antrag".to_owned(),
        title: "Antrag".to_owned(),
        version: 1,
        language: "de-DE".to_owned(),
        introduction: None,
        sections: vec![Section {
            title: "Angaben".to_owned(),
            entries,
        }],
        names: BTreeMap::new(),
        presets: Default::default(),
    };
    Arc::new(FormPackage::new(
        form_type,
        Bytes::new(),
        Bytes::from(template),
    ))
}

pub(crate) fn data<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Data {
    Data::from_checked(object(members))
}

pub(crate) fn object<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Members {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

pub(crate) fn fill(package: &Arc<FormPackage>, data: &Data) -> Vec<u8> {
    TemplateFiller::default()
        .fill(package, data, FormOutput::Fillable)
        .unwrap()
}

pub(crate) fn flat(package: &Arc<FormPackage>, data: &Data) -> Vec<u8> {
    TemplateFiller::default()
        .fill(package, data, FormOutput::Flat)
        .unwrap()
}

/// The data in a filled form.
pub(crate) fn read(package: &Arc<FormPackage>, pdf: &[u8]) -> Data {
    let content = pdf_read::read(pdf).unwrap();
    form_reading::read(&package.form_type, &content, &[]).unwrap()
}

/// A field of a filled form.
pub(crate) fn field_named(pdf: &[u8], name: &str) -> FormField {
    let FormContent::Fields(fields, _) = pdf_read::read(pdf).unwrap() else {
        panic!("no fields");
    };
    fields.into_iter().find(|field| field.name == name).unwrap()
}

/// All text of a flat PDF, words joined by single spaces.
pub(crate) fn shown(pdf: &[u8]) -> String {
    let FormContent::Text(PrintedPages { texts: runs, .. }) = pdf_read::read(pdf).unwrap() else {
        panic!("not flat");
    };
    let words: Vec<&str> = runs
        .iter()
        .flat_map(|run| run.text.split_whitespace())
        .collect();
    words.join(" ")
}

/// The contents of all appearances.
pub(crate) fn looks(pdf: &[u8]) -> Vec<String> {
    let document = Document::load_mem(pdf).unwrap();
    let streams = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok());
    streams
        .filter(|stream| stream.dict.has(b"BBox"))
        .map(|stream| {
            let content = stream.get_plain_content().unwrap();
            String::from_utf8_lossy(&content).into_owned()
        })
        .collect()
}

/// The dictionary of the first widget whose own partial name is this.
pub(crate) fn dictionary_named(document: &Document, name: &str) -> Dictionary {
    let has_name = |object: &&Object| {
        let name_of = |object: &Object| object.as_dict().and_then(|field| field.get(b"T")).cloned();
        name_of(object).is_ok_and(|found| found == Object::string_literal(name))
    };
    let found = document.objects.values().find(has_name);
    found.unwrap().as_dict().unwrap().clone()
}
