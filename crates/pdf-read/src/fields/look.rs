//! The looks of fields that store no value (PDF 32000-1, 12.5.5 and 12.7.3.3).
//!
//! Programs show a look as it is, so that a text in one is taken for a value that is nowhere
//! stored. Whether it is a prompt of the form's own is not known here. Left out on purpose: lists,
//! which show all their options; what is drawn as lines and areas; and looks that programs are told
//! to make anew (`NeedAppearances`).

mod spaces;

use std::collections::HashMap;

use forms::form_content::{FieldWidget, FormFieldKind, LookDigest};
use memchr::memmem;
use ports::PdfError;
use sha2::{Digest as _, Sha256};

use self::spaces::are_drawn;
use super::COMBO;
use super::group::Group;
use crate::document::content::{ContentOperation, OperatorSet, operations};
use crate::document::{Dictionary, Document, Id, Object};
use crate::limits::{LOOK_BYTES_MAX, TOTAL_LOOK_BYTES_MAX};
use crate::steps::step;

/// Flags of annotations (12.5.3).
const HIDDEN: i64 = 1 << 1;
const PRINT: i64 = 1 << 2;
const NO_VIEW: i64 = 1 << 5;

/// A widget that is lower or narrower shows nothing, in points.
const EXTENT_MIN: f32 = 1.0;

/// No shorter stream draws another one (`/A Do`, where the name may be empty), or shows a text.
const DRAWING_BYTES_MIN: i64 = 4;

/// What shows a text, or draws another stream.
const SHOWING: [&[u8]; 5] = [b"Tj", b"TJ", b"'", b"\"", b"Do"];

/// The looks of a file. Each is unpacked once, however many fields share it.
pub(super) struct Looks {
    are_made_anew: bool,
    known: HashMap<Id, Option<LookDigest>>,
    bytes_left: usize,
}

impl Looks {
    pub(super) fn of(document: &dyn Document) -> Result<Self, PdfError> {
        let form = document.dictionary(&document.catalog()?, b"AcroForm")?;
        let flag = document.get(&form, b"NeedAppearances")?;
        Ok(Self {
            are_made_anew: flag == Object::Boolean(true),
            known: HashMap::new(),
            bytes_left: TOTAL_LOOK_BYTES_MAX,
        })
    }

    /// The different looks of a field that show a text, or of which that is not known. `places` is
    /// where it is shown.
    pub(super) fn with_text(
        &mut self,
        document: &dyn Document,
        places: &[FieldWidget],
        group: &Group,
    ) -> Result<Vec<LookDigest>, PdfError> {
        let is_large = |shown: &FieldWidget| {
            shown.place.width >= EXTENT_MIN && shown.place.height >= EXTENT_MIN
        };
        let is_shown = !self.are_made_anew && places.iter().any(is_large);
        if !is_shown || !is_looked_at(document, group)? {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for widget in group.terminals().flat_map(|terminal| &terminal.widgets) {
            step();
            let flags = document.integer(&widget.dictionary, b"F")?.unwrap_or(0);
            if is_unseen(flags) {
                continue;
            }
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
        let bytes_max = LOOK_BYTES_MAX.min(self.bytes_left);
        let digest = match is_short(entries) {
            true => None,
            false => match document.stream_bytes_within(entries, id, bytes_max) {
                Ok(bytes) => {
                    self.bytes_left -= bytes.len();
                    let are_drawn = || are_drawn(document, entries).unwrap_or(true);
                    digest_of_content(&bytes, are_drawn)
                }
                Err(_) => {
                    let raw = document.raw_stream(id).ok().flatten();
                    Some(digest_of(b"packed", raw.iter().map(|raw| &**raw)))
                }
            },
        };
        self.known.insert(id, digest);
        digest
    }
}

/// Whether its look may hold a value: not that of a list, nor of a widget without name and type, as
/// programs leave of buttons that they take out of a form.
fn is_looked_at(document: &dyn Document, group: &Group) -> Result<bool, PdfError> {
    let flags = group.first().integer(document, b"Ff")?.unwrap_or(0);
    let is_list = group.kind == FormFieldKind::Choice && flags & COMBO == 0;
    let has_type = group.first().attribute(document, b"FT")? != Object::Null;
    Ok(!is_list && (has_type || !group.name.is_empty()))
}

/// Whether an annotation is seen neither on a screen nor on paper.
fn is_unseen(flags: i64) -> bool {
    flags & HIDDEN != 0 || flags & (NO_VIEW | PRINT) == NO_VIEW
}

/// The stream that draws a widget as it is shown. Where there are several for its states and none
/// is named (`AS`), viewers choose otherwise, so that it may be each of them.
fn normal_looks(
    document: &dyn Document,
    widget: &Dictionary,
) -> Result<Vec<(Dictionary, Id)>, PdfError> {
    let looks = document.dictionary(widget, b"AP")?;
    let states = match document.get(&looks, b"N")? {
        Object::Dictionary(states) => states,
        look => return Ok(stream(look).into_iter().collect()),
    };
    let look = |state: &[u8]| document.get(&states, state).ok().and_then(stream);
    let named = document.name(widget, b"AS")?;
    Ok(match named.and_then(|state| look(&state)) {
        Some(named) => vec![named],
        None => states.keys().filter_map(look).collect(),
    })
}

fn stream(object: Object) -> Option<(Dictionary, Id)> {
    match object {
        Object::Stream(entries, id) => Some((entries, id)),
        _ => None,
    }
}

fn is_short(entries: &Dictionary) -> bool {
    let length = entries.get(b"Length");
    !entries.has(b"Filter")
        && matches!(length, Object::Integer(length) if *length < DRAWING_BYTES_MIN)
}

/// The digest of the strings that a look shows; of all that draws it, where that cannot be
/// understood or draws other streams; `None` where it shows no text. Spaces are none, unless they
/// are drawn.
fn digest_of_content(bytes: &[u8], are_spaces_drawn: impl FnOnce() -> bool) -> Option<LookDigest> {
    let may_show = SHOWING
        .iter()
        .any(|operator| memmem::find(bytes, operator).is_some());
    if !may_show {
        return None;
    }
    let whole = || Some(digest_of(b"drawn", std::iter::once(bytes)));
    let Ok(operations) = operations(bytes, OperatorSet::Text) else {
        return whole();
    };
    let operators = || operations.iter().map(|operation| operation.operator);
    if operators().any(|operator| operator.as_slice() == b"Do") {
        return whole();
    }
    let mut shown = Vec::new();
    let showing = operations
        .iter()
        .filter(|operation| SHOWING.contains(&operation.operator.as_slice()));
    showing.for_each(|operation| add_strings(operation, &mut shown));
    let is_blank = |byte: &u8| matches!(byte, b'\0' | b' ');
    match shown.is_empty() || shown.iter().all(is_blank) && !are_spaces_drawn() {
        true => None,
        false => Some(digest_of(b"shown", std::iter::once(shown.as_slice()))),
    }
}

fn add_strings(operation: &ContentOperation, shown: &mut Vec<u8>) {
    for operand in &operation.operands {
        match operand {
            Object::String(bytes) => shown.extend_from_slice(bytes),
            Object::Array(members) => {
                for member in members.iter() {
                    if let Object::String(bytes) = member {
                        shown.extend_from_slice(bytes);
                    }
                }
            }
            _ => {}
        }
    }
}

fn digest_of<'bytes>(kind: &[u8], all: impl Iterator<Item = &'bytes [u8]>) -> LookDigest {
    let mut hash = Sha256::new();
    hash.update(kind);
    all.for_each(|bytes| hash.update(bytes));
    LookDigest(hash.finalize().into())
}
