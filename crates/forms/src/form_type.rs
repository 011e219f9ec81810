//! A form type as data: its fields with their types and limits, in the order and the sections in
//! which a person meets them.

mod field;
mod lookup;
#[cfg(any(test, feature = "sample"))]
pub mod sample;

use std::collections::{BTreeMap, BTreeSet};

pub use field::{Choice, Column, Field, FieldType, Width};
pub use lookup::FieldRef;

/// A table in `data` never has more rows. The limits of cost positions, offers and continuation
/// pages rely on it.
pub const TABLE_ROWS_MAX: usize = 100;

/// The member of `data` that keeps the fields and texts of a PDF that the form type does not know.
pub const OTHER_FIELDS: &str = "otherFields";

/// Longest name of another field, in characters.
pub const OTHER_NAME_LENGTH_MAX: usize = 500;

/// A kind of application form, such as `pa_form`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormType {
    /// The word that names it in the API.
    pub key: String,
    /// What the form calls itself: `Projektantrag`.
    pub title: String,
    /// Raised whenever fields change.
    pub version: u32,
    /// RFC 5646 tag of the labels' language.
    pub language: String,
    /// A sentence under the title, for the person who fills in the form.
    pub introduction: Option<String>,
    /// The parts of the form, from top to bottom.
    pub sections: Vec<Section>,
    /// For templates made elsewhere: fully qualified field name in the PDF → path in `data`. A
    /// field that is not listed has its path for its name.
    pub names: BTreeMap<String, String>,
    /// Fields of the template, by their names in the PDF, that begin with a text which is for all
    /// who are given the blank form. Others must not be filled in there.
    pub presets: BTreeSet<String>,
}

/// A titled part of a form.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What stands in it, from top to bottom.
    pub entries: Vec<Entry>,
}

/// What a section holds.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Entry {
    /// A single field.
    Field(Field),
    /// A table of like rows: `costs.N.name`, `costs.N.amount`.
    Table(Table),
}

/// A table of fields: an array of objects in `data`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Table {
    /// Path of the array in `data`.
    pub path: String,
    /// Its caption.
    pub label: String,
    /// How many rows the template shows. `data` may hold up to [`TABLE_ROWS_MAX`].
    pub rows: usize,
    /// The columns, from left to right.
    pub columns: Vec<Column>,
}

impl FormType {
    /// All single fields, in order.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.entries().filter_map(|entry| match entry {
            Entry::Field(field) => Some(field),
            Entry::Table(_) => None,
        })
    }

    /// All tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.entries().filter_map(|entry| match entry {
            Entry::Table(table) => Some(table),
            Entry::Field(_) => None,
        })
    }

    /// All fields and tables, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.sections.iter().flat_map(|section| &section.entries)
    }
}
