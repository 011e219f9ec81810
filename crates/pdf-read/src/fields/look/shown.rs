//! What the stream of a look shows (PDF 32000-1, 9.4.3).

use forms::form_content::LookDigest;
use memchr::memmem;
use sha256::Sha256;

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
    /// understood or draw other streams.
    pub(super) fn of(bytes: &[u8]) -> Self {
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
        let mut shown = Vec::new();
        let showing = operations
            .iter()
            .filter(|operation| SHOWING.contains(&operation.operator.as_slice()));
        showing.for_each(|operation| add_strings(operation, &mut shown));
        let digest = || digest_of(b"shown", std::iter::once(shown.as_slice()));
        if shown.is_empty() {
            return Self::Nothing;
        }
        match shown.iter().all(|byte| matches!(byte, b'\0' | b' ')) {
            true => Self::Spaces(digest()),
            false => Self::Text(digest()),
        }
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

pub(super) fn digest_of<'bytes>(
    kind: &[u8],
    all: impl Iterator<Item = &'bytes [u8]>,
) -> LookDigest {
    let mut hash = Sha256::new();
    hash.update(kind);
    all.for_each(|bytes| hash.update(bytes));
    LookDigest(hash.finalize())
}
