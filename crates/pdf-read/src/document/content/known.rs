//! The operations of the content streams of a page, so that one is understood once: what both
//! parsers unpack to the same bytes, and a form object that is drawn again.
//!
//! Operations depend on nothing but the bytes, which each parser has by itself, and two parsers
//! have looked at them.

use std::collections::HashMap;
use std::rc::Rc;

use ports::PdfError;

use super::{ContentOperation, OperatorSet, operations};
use crate::limits::CONTENT_KEPT_BYTES_MAX;

pub(crate) struct KnownOperations {
    wanted: OperatorSet,
    known: HashMap<Vec<u8>, Rc<Vec<ContentOperation>>>,
    kept_bytes: usize,
}

impl KnownOperations {
    pub(crate) fn new(wanted: OperatorSet) -> Self {
        Self {
            wanted,
            known: HashMap::new(),
            kept_bytes: 0,
        }
    }

    /// All operations of a stream, as far as they are known from before.
    pub(crate) fn find_or_read(
        &mut self,
        stream: &[u8],
    ) -> Result<Rc<Vec<ContentOperation>>, PdfError> {
        if let Some(known) = self.known.get(stream) {
            return Ok(Rc::clone(known));
        }
        let read = Rc::new(operations(stream, self.wanted)?);
        // Neither operations nor their operands are more than the bytes that they are written in.
        let kept_bytes = self.kept_bytes.saturating_add(stream.len());
        if kept_bytes <= CONTENT_KEPT_BYTES_MAX {
            self.kept_bytes = kept_bytes;
            self.known.insert(stream.to_vec(), Rc::clone(&read));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{CONTENT_KEPT_BYTES_MAX, KnownOperations, OperatorSet};

    #[test]
    fn operations_are_kept_up_to_a_bound() {
        let mut known = KnownOperations::new(OperatorSet::Text);
        let first = known.find_or_read(b"q Q").unwrap();
        let again = known.find_or_read(b"q Q").unwrap();
        assert!(Rc::ptr_eq(&first, &again));
        // Two operations, whose operands take room.
        let long = format!("[{}] TJ", "1 ".repeat(CONTENT_KEPT_BYTES_MAX / 2));
        let first = known.find_or_read(long.as_bytes()).unwrap();
        let again = known.find_or_read(long.as_bytes()).unwrap();
        assert!(!Rc::ptr_eq(&first, &again));
        assert_eq!(first.len(), again.len());
    }
}
