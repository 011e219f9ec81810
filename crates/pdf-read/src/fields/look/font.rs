//! The fonts of looks, as far as it must be known what their codes stand for.

use std::collections::HashMap;
use std::rc::Rc;

use ports::PdfError;

use super::code_map::CodeMap;
use crate::document::{Dictionary, Document, Id, Object};
use crate::limits::LOOK_BYTES_MAX;

/// What the strings of a font are made of.
#[derive(Clone, Default)]
pub(super) enum Font {
    /// Bytes or codes of an encoding that all programs know, in which the bytes of spaces are
    /// spaces.
    #[default]
    OfBytes,
    /// Codes that mean what its map says. Without one, or in another encoding than is known, that
    /// is not known.
    OfCodes(Option<Rc<CodeMap>>),
}

impl Font {
    pub(super) fn with_unknown_codes(&self) -> Self {
        match self {
            Self::OfBytes => Self::OfBytes,
            Self::OfCodes(_) => Self::OfCodes(None),
        }
    }
}

/// What the codes of fonts stand for, by the streams that tell it.
#[derive(Default)]
pub(super) struct Fonts {
    code_maps: HashMap<Id, Option<Rc<CodeMap>>>,
}

impl Fonts {
    /// A font of a look, by its name there.
    pub(super) fn find(
        &mut self,
        document: &dyn Document,
        look: &Dictionary,
        name: &[u8],
        bytes_left: &mut usize,
    ) -> Result<Font, PdfError> {
        let resources = document.dictionary(look, b"Resources")?;
        let fonts = document.dictionary(&resources, b"Font")?;
        let font = document.dictionary(&fonts, name)?;
        if document.name(&font, b"Subtype")?.as_deref() != Some(b"Type0") {
            return Ok(Font::OfBytes);
        }
        let map = match document.get(&font, b"Encoding")? {
            Object::Name(encoding) => match &*encoding {
                b"Identity-H" | b"Identity-V" => document.get(&font, b"ToUnicode")?,
                _ => return Ok(Font::OfBytes),
            },
            _ => Object::Null,
        };
        let map = match map {
            Object::Stream(entries, id) => self.code_map(document, &entries, id, bytes_left),
            _ => None,
        };
        Ok(Font::OfCodes(map))
    }

    fn code_map(
        &mut self,
        document: &dyn Document,
        entries: &Dictionary,
        id: Id,
        bytes_left: &mut usize,
    ) -> Option<Rc<CodeMap>> {
        if let Some(known) = self.code_maps.get(&id) {
            return known.clone();
        }
        let bytes_max = LOOK_BYTES_MAX.min(*bytes_left);
        let map = document.stream_bytes_within(entries, id, bytes_max);
        let map = map.ok().and_then(|map| {
            *bytes_left -= map.len();
            CodeMap::of(&map).map(Rc::new)
        });
        self.code_maps.insert(id, map.clone());
        map
    }
}
