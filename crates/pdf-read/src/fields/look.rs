//! The looks of fields that store no value (PDF 32000-1, 12.5.5 and 12.7.3.3).
//!
//! Programs show a look as it is, so that a text in one is taken for a value that is nowhere
//! stored. Whether it is a prompt of the form's own, or the options of a list, is not known here.
//! Left out on purpose: what is drawn as lines and areas in the look of a text; and looks of texts
//! that programs are told to make anew (`NeedAppearances`).

mod code_map;
mod font;
mod number;
mod of_buttons;
mod shown;
mod spaces;

use std::collections::{HashMap, HashSet};

use forms::form_content::{FieldWidget, FormFieldKind, LookDigest};
use ports::PdfError;

use self::font::Fonts;
use self::shown::{Shown, digest_of};
use self::spaces::are_drawn;
use super::group::Group;
use super::tree::Widget;
use crate::annotations::{is_unseen, normal_looks};
use crate::document::{Dictionary, Document, Id, Object, has_abbreviated_keys};
use crate::limits::{LOOK_BYTES_MAX, TOTAL_LOOK_BYTES_MAX};
use crate::pages::has_area;
use crate::steps::step;

/// A widget that is lower or narrower shows nothing, in points.
const EXTENT_MIN: f32 = 1.0;

/// No shorter stream draws another one (`/A Do`, where the name may be empty), or shows a text.
const DRAWING_BYTES_MIN: i64 = 4;

/// The longest packed look that is kept to know it again.
const PACKED_BYTES_MAX: usize = 512;

/// The looks of a file. Each is unpacked once, however many fields share it.
pub(super) struct Looks {
    are_made_anew: bool,
    known: HashMap<Id, Option<LookDigest>>,
    /// Short ones that show nothing, packed: a blank form has the same in most of its fields.
    blank: HashSet<PackedLook>,
    bytes_left: usize,
    fonts: Fonts,
}

/// What a stream is packed with, and its bytes as they are in the file.
type PackedLook = (Vec<u8>, Vec<u8>);

impl Looks {
    pub(super) fn of(document: &dyn Document) -> Result<Self, PdfError> {
        let form = document.dictionary(&document.catalog()?, b"AcroForm")?;
        let flag = document.get(&form, b"NeedAppearances")?;
        Ok(Self {
            are_made_anew: flag == Object::Boolean(true),
            known: HashMap::new(),
            blank: HashSet::new(),
            bytes_left: TOTAL_LOOK_BYTES_MAX,
            fonts: Fonts::default(),
        })
    }

    /// The different looks of a field that show a text, or of which that is not known. `places` is
    /// where it is shown.
    pub(super) fn of_field(
        &mut self,
        document: &dyn Document,
        places: &[FieldWidget],
        group: &Group,
    ) -> Result<Vec<LookDigest>, PdfError> {
        if !places.iter().any(is_large) || !is_looked_at(document, group)? {
            return Ok(Vec::new());
        }
        match group.kind {
            FormFieldKind::Text | FormFieldKind::Choice => {
                let widgets = group.terminals().flat_map(|terminal| &terminal.widgets);
                self.with_text(document, widgets)
            }
            _ => of_buttons::looks(document, group),
        }
    }

    /// The same looks of what is seen of a field whose value is stored in a copy of it.
    pub(super) fn seen_instead(
        &mut self,
        document: &dyn Document,
        places: &[FieldWidget],
        group: &Group,
    ) -> Result<Vec<LookDigest>, PdfError> {
        let widgets = group
            .terminals()
            .flat_map(|terminal| &terminal.seen_instead);
        match group.kind {
            FormFieldKind::Text | FormFieldKind::Choice if places.iter().any(is_large) => {
                self.with_text(document, widgets)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether the look of a widget shows a text, or that is not known.
    pub(super) fn show_text(&mut self, document: &dyn Document, widget: &Widget) -> bool {
        let looks = normal_looks(document, &widget.dictionary).unwrap_or_default();
        looks.into_iter().any(|(entries, id)| {
            step();
            self.digest(document, &entries, id).is_some()
        })
    }

    /// Whether programs are told to make looks anew from the values.
    pub(super) fn are_made_anew(&self) -> bool {
        self.are_made_anew
    }

    fn with_text<'group>(
        &mut self,
        document: &dyn Document,
        widgets: impl Iterator<Item = &'group Widget>,
    ) -> Result<Vec<LookDigest>, PdfError> {
        let mut found = Vec::new();
        if self.are_made_anew {
            return Ok(found);
        }
        for widget in seen(document, widgets)? {
            // Nobody sees a look that cannot be read.
            for (entries, id) in normal_looks(document, &widget.dictionary).unwrap_or_default() {
                step();
                found.extend(self.digest(document, &entries, id));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn digest(
        &mut self,
        document: &dyn Document,
        entries: &Dictionary,
        id: Id,
    ) -> Option<LookDigest> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let packed = packed(document, entries, id);
        let is_blank = |packed: &PackedLook| self.blank.contains(packed);
        let digest = match is_short(entries) || packed.as_ref().is_some_and(is_blank) {
            true => None,
            false => self.unpacked(document, entries, id, packed),
        };
        self.known.insert(id, digest);
        digest
    }

    fn unpacked(
        &mut self,
        document: &dyn Document,
        entries: &Dictionary,
        id: Id,
        packed: Option<PackedLook>,
    ) -> Option<LookDigest> {
        let bytes_max = LOOK_BYTES_MAX.min(self.bytes_left);
        let Ok(bytes) = document.stream_bytes_within(entries, id, bytes_max) else {
            let raw = document.raw_stream(id).ok().flatten();
            return Some(digest_of(b"packed", raw.iter().map(|raw| &**raw)));
        };
        self.bytes_left -= bytes.len();
        let font_of = |font: &[u8]| {
            let found = self
                .fonts
                .find(document, entries, font, &mut self.bytes_left);
            found.unwrap_or_default()
        };
        match Shown::of(&bytes, font_of) {
            Shown::Nothing => {
                self.blank.extend(packed);
                None
            }
            Shown::Spaces(digest) => {
                let are_drawn = are_drawn(document, entries).unwrap_or(true);
                are_drawn.then_some(digest)
            }
            Shown::Text(digest) => Some(digest),
        }
    }
}

/// A short stream as it is in the file, where nothing but one filter says how it is unpacked.
fn packed(document: &dyn Document, entries: &Dictionary, id: Id) -> Option<PackedLook> {
    let filter = match entries.get(b"Filter") {
        Object::Name(filter) => filter.to_vec(),
        Object::Null => Vec::new(),
        _ => return None,
    };
    if entries.has(b"DecodeParms") || has_abbreviated_keys(entries) {
        return None;
    }
    let raw = document.raw_stream(id).ok().flatten()?;
    (raw.len() <= PACKED_BYTES_MAX).then(|| (filter, raw.into_owned()))
}

/// Whether its look may hold a value: not that of a widget without name and type, as programs leave
/// of buttons that they take out of a form.
fn is_looked_at(document: &dyn Document, group: &Group) -> Result<bool, PdfError> {
    let has_type = group.first().attribute(document, b"FT")? != Object::Null;
    Ok(has_type || !group.name.is_empty())
}

fn is_large(shown: &FieldWidget) -> bool {
    shown.place.width >= EXTENT_MIN && shown.place.height >= EXTENT_MIN
}

/// Whether a field has widgets, none of which is seen anywhere.
pub(super) fn is_hidden(document: &dyn Document, group: &Group) -> Result<bool, PdfError> {
    let mut is_shown = true;
    for widget in group.terminals().flat_map(|terminal| &terminal.widgets) {
        step();
        is_shown =
            !is_unseen(document, &widget.dictionary)? && has_area(document, &widget.dictionary)?;
        if is_shown {
            break;
        }
    }
    Ok(!is_shown)
}

/// The widgets that are seen on a screen or on paper.
fn seen<'group>(
    document: &dyn Document,
    widgets: impl Iterator<Item = &'group Widget>,
) -> Result<Vec<&'group Widget>, PdfError> {
    let mut seen = Vec::new();
    for widget in widgets {
        step();
        if !is_unseen(document, &widget.dictionary)? {
            seen.push(widget);
        }
    }
    Ok(seen)
}

fn is_short(entries: &Dictionary) -> bool {
    let length = entries.get(b"Length");
    !entries.has(b"Filter")
        && matches!(length, Object::Integer(length) if *length < DRAWING_BYTES_MIN)
}
