//! What the stream of a look shows (PDF 32000-1, 9.4.3).

use std::rc::Rc;

use forms::form_content::LookDigest;
use memchr::memmem;
use sha256::Sha256;

use super::code_map::CodeMap;
use crate::document::Object;
use crate::document::content::{ContentOperation, OperatorSet, operations};

/// What shows a text, or draws another stream.
const SHOWING: [&[u8]; 5] = [b"Tj", b"TJ", b"'", b"\"", b"Do"];

/// Whether a look shows a text, and which: told by digests, as the text itself is not needed.
pub(super) enum Shown {
    /// No text, whatever its fonts are.
    Nothing,
    /// Nothing but spaces, which some fonts draw.
    Spaces(LookDigest),
    /// A text, or what cannot be understood.
    Text(LookDigest),
}

impl Shown {
    /// What a look shows: a digest of its strings, or of all its bytes where these cannot be
    /// understood or draw other streams. `map_of` gives the map of a font by its name.
    pub(super) fn of(bytes: &[u8], map_of: impl FnMut(&[u8]) -> Option<Rc<CodeMap>>) -> Self {
        let may_show = SHOWING
            .iter()
            .any(|operator| memmem::find(bytes, operator).is_some());
        if !may_show {
            return Self::Nothing;
        }
        let whole = || Self::Text(digest_of(b"drawn", std::iter::once(bytes)));
        let Ok(operations) = operations(bytes, OperatorSet::Text) else {
            return whole();
        };
        let operators = || operations.iter().map(|operation| operation.operator);
        if operators().any(|operator| operator.as_slice() == b"Do") {
            return whole();
        }
        let mut strings = Strings::new(map_of);
        operations
            .iter()
            .for_each(|operation| strings.go_on(operation));
        let shown = strings.shown;
        let digest = || digest_of(b"shown", std::iter::once(shown.as_slice()));
        if shown.is_empty() {
            return Self::Nothing;
        }
        match strings.are_spaces {
            true => Self::Spaces(digest()),
            false => Self::Text(digest()),
        }
    }
}

/// The strings that are shown, those of composite fonts as text where that is known.
struct Strings<MapOf> {
    shown: Vec<u8>,
    are_spaces: bool,
    map_of: MapOf,
    map: Option<Rc<CodeMap>>,
    /// The maps that count again behind each `Q`.
    kept: Vec<Option<Rc<CodeMap>>>,
}

impl<MapOf: FnMut(&[u8]) -> Option<Rc<CodeMap>>> Strings<MapOf> {
    fn new(map_of: MapOf) -> Self {
        Self {
            shown: Vec::new(),
            are_spaces: true,
            map_of,
            map: None,
            kept: Vec::new(),
        }
    }

    fn go_on(&mut self, operation: &ContentOperation) {
        match operation.operator.as_slice() {
            b"q" => self.kept.push(self.map.clone()),
            b"Q" => self.map = self.kept.pop().flatten(),
            b"Tf" => {
                self.map = match operation.operands.first() {
                    Some(Object::Name(font)) => (self.map_of)(font),
                    _ => None,
                }
            }
            // It may name a font as well.
            b"gs" => self.map = None,
            operator if SHOWING.contains(&operator) => {
                operation
                    .operands
                    .iter()
                    .for_each(|operand| self.add(operand));
            }
            _ => {}
        }
    }

    fn add(&mut self, operand: &Object) {
        match operand {
            Object::String(bytes) => self.add_string(bytes),
            Object::Array(members) => {
                let strings = members.iter();
                let strings = strings.filter(|member| matches!(member, Object::String(_)));
                strings.for_each(|string| self.add(string));
            }
            _ => {}
        }
    }

    fn add_string(&mut self, bytes: &[u8]) {
        match self.map.as_ref().and_then(|map| map.text(bytes)) {
            Some(text) => {
                self.are_spaces &= text.chars().all(|one| one == '\0' || one.is_whitespace());
                self.shown.extend_from_slice(text.as_bytes());
            }
            None => {
                self.are_spaces &= bytes.iter().all(|byte| matches!(byte, b'\0' | b' '));
                self.shown.extend_from_slice(bytes);
            }
        }
    }
}

pub(super) fn digest_of<'bytes>(
    kind: &[u8],
    all: impl Iterator<Item = &'bytes [u8]>,
) -> LookDigest {
    let mut hash = Sha256::new();
    hash.update(kind);
    all.for_each(|bytes| hash.update(bytes));
    LookDigest(hash.finalize())
}
