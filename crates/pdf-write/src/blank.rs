//! A template made ready for filling: blank, inert, its fields known.
//!
//! Works on any AcroForm, made here or elsewhere. Promises: no value that stood in the template is
//! left, nothing in it acts by itself any more (scripts, calculation, actions, films, files,
//! signatures, XFA, encryption are gone), every field it names can be filled.

mod actions;
mod balance;
mod button;
mod button_texts;
mod cleanse;
mod copies;
mod default_appearance;
mod field;
mod frame;
mod mark;
mod page_view;
mod roots;
mod skeleton;
mod tree;
mod widget;

use std::collections::HashMap;

use lopdf::{Document, Object, ObjectId};
use ports::FillError;
use sha256::Sha256;

pub(crate) use button::add_states;
pub(crate) use default_appearance::DefaultAppearance;
pub(crate) use field::{ChoiceOption, FieldKind, TemplateField};
pub(crate) use frame::Frame;
pub(crate) use skeleton::Skeleton;
use tree::FieldTree;
pub(crate) use widget::Widget;

use crate::objects;

/// A blank template, parsed once for all fillings.
pub(crate) struct Blank {
    pub(crate) document: Document,
    /// The same, as far as it can be written before it is known what is filled in.
    pub(crate) skeleton: Skeleton,
    /// Its terminal fields, in the order of the tree.
    pub(crate) fields: Vec<TemplateField>,
    pub(crate) pages: Vec<ObjectId>,
    /// The interactive form dictionary, an object of its own.
    pub(crate) form: ObjectId,
    /// The nodes of the field tree that only hold other fields, by their fully qualified name.
    pub(crate) groups: HashMap<String, ObjectId>,
    /// SHA-256 of the template's bytes.
    pub(crate) digest: [u8; 32],
    positions: HashMap<String, Vec<usize>>,
}

impl Blank {
    /// Parses a template and takes everything out of it that is not blank form.
    pub(crate) fn load(template: &[u8]) -> Result<Self, FillError> {
        let mut document =
            Document::load_mem(template).map_err(|error| FillError::Template(error.to_string()))?;
        if document.is_encrypted() {
            return Err(FillError::Template("it needs a password".to_owned()));
        }
        let encryption = document.trailer.get(b"Encrypt");
        if encryption.is_ok_and(|encryption| encryption.as_dict().is_ok()) {
            let reason = "it is encrypted, as MuPDF does that; save it without a password";
            return Err(FillError::Template(reason.to_owned()));
        }
        let form = cleanse::form(&mut document)?;
        cleanse::document(&mut document);
        let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
        if pages.is_empty() {
            return Err(FillError::Template("it has no pages".to_owned()));
        }
        actions::pages(&mut document, &pages);
        actions::outlines(&mut document);
        for page in &pages {
            balance::balance(&mut document, *page);
        }
        let FieldTree {
            fields,
            groups,
            nodes,
        } = tree::read(&mut document, form, &pages)?;
        for node in nodes {
            cleanse::node(&mut document, node);
        }
        mark::draw(&mut document, &fields);
        document.prune_objects();
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (position, field) in fields.iter().enumerate() {
            positions
                .entry(field.name.clone())
                .or_default()
                .push(position);
        }
        let skeleton = Skeleton::of(&document, &fields, groups.values().chain([&form]))?;
        Ok(Self {
            document,
            skeleton,
            fields,
            pages,
            form,
            groups,
            digest: Sha256::digest(template),
            positions,
        })
    }

    /// The fields of a fully qualified name with their positions in [`Blank::fields`]; several
    /// where the template holds the name more than once.
    pub(crate) fn fields_named(&self, name: &str) -> impl Iterator<Item = (usize, &TemplateField)> {
        let positions = self.positions.get(name).map_or(&[][..], Vec::as_slice);
        positions
            .iter()
            .filter_map(|position| Some((*position, self.fields.get(*position)?)))
    }
}

/// The objects of an array that are references, with every dictionary in it made an object of its
/// own first.
fn referenced(document: &mut Document, holder: ObjectId, key: &[u8]) -> Vec<ObjectId> {
    let Ok(dictionary) = document.get_dictionary(holder) else {
        return Vec::new();
    };
    let members = objects::array(document, dictionary, key).to_vec();
    let mut is_changed = false;
    let mut ids = Vec::new();
    for member in members {
        match member {
            Object::Reference(id) => ids.push(id),
            Object::Dictionary(dictionary) => {
                ids.push(document.add_object(dictionary));
                is_changed = true;
            }
            _ => {}
        }
    }
    if is_changed && let Some(dictionary) = objects::dictionary_mut(document, holder) {
        let references: Vec<Object> = ids.iter().copied().map(Object::Reference).collect();
        dictionary.set(key, references);
    }
    ids
}
