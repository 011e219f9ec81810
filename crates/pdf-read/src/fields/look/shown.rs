//! What the stream of a look shows (PDF 32000-1, 9.4.3).

use forms::form_content::LookDigest;
use memchr::memmem;
use sha256::Sha256;

use super::font::Font;
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
    /// understood or draw other streams. `font_of` finds a font by its name.
    pub(super) fn of(bytes: &[u8], font_of: impl FnMut(&[u8]) -> Font) -> Self {
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
        let mut strings = Strings::new(font_of);
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
struct Strings<FontOf> {
    shown: Vec<u8>,
    are_spaces: bool,
    /// The one code of a composite font that may stand for a space.
    space: Option<u16>,
    font_of: FontOf,
    font: Font,
    /// The fonts that count again behind each `Q`.
    kept: Vec<Font>,
}

impl<FontOf: FnMut(&[u8]) -> Font> Strings<FontOf> {
    fn new(font_of: FontOf) -> Self {
        Self {
            shown: Vec::new(),
            are_spaces: true,
            space: None,
            font_of,
            font: Font::default(),
            kept: Vec::new(),
        }
    }

    fn go_on(&mut self, operation: &ContentOperation) {
        match operation.operator.as_slice() {
            b"q" => self.kept.push(self.font.clone()),
            b"Q" => self.font = self.kept.pop().unwrap_or_default(),
            b"Tf" => {
                self.font = match operation.operands.first() {
                    Some(Object::Name(font)) => (self.font_of)(font),
                    _ => Font::default(),
                }
            }
            // It may name a font as well.
            b"gs" => self.font = self.font.with_unknown_codes(),
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
        match &self.font {
            Font::OfBytes => {
                self.are_spaces &= bytes.iter().all(|byte| matches!(byte, b'\0' | b' '));
                self.shown.extend_from_slice(bytes);
            }
            Font::OfCodes(map) => match map.as_ref().and_then(|map| map.text(bytes)) {
                Some((text, codes)) => {
                    self.are_spaces &= text.chars().all(char::is_whitespace);
                    // A map may say so of all that is drawn; blanks are mostly of one kind.
                    let is_same = |code| *self.space.get_or_insert(code) == code;
                    self.are_spaces &= codes.into_iter().all(is_same);
                    self.shown.extend_from_slice(text.as_bytes());
                }
                None => {
                    self.are_spaces &= bytes.is_empty();
                    self.shown.extend_from_slice(bytes);
                }
            },
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
