//! How much of a file was looked at.
//!
//! Many objects can share a long text, list or stream, and each of them has it looked at anew: a
//! file of some kilobytes would be as much work as one of gigabytes.

use std::cell::Cell;

use ports::PdfError;

use super::Object;
use crate::limits::LOOKED_AT_MAX;

/// What was looked at so far: an object is one, beside each of its bytes or members.
#[derive(Default)]
pub(crate) struct LookedAt(Cell<usize>);

impl LookedAt {
    /// Counts so many bytes. An error beyond `LOOKED_AT_MAX`, from then on each time.
    pub(crate) fn count(&self, bytes: usize) -> Result<(), PdfError> {
        self.0.set(self.0.get().saturating_add(bytes));
        self.check()
    }

    /// An error where more than `LOOKED_AT_MAX` was looked at, also if nobody minded it then.
    pub(crate) fn check(&self) -> Result<(), PdfError> {
        match self.0.get() > LOOKED_AT_MAX {
            true => Err(PdfError::TooComplex(format!(
                "more than {LOOKED_AT_MAX} bytes in texts, lists and streams that its parts share"
            ))),
            false => Ok(()),
        }
    }

    /// Counts an object as it is handed out. Dictionaries count for nothing but themselves: nobody
    /// goes through all of their entries to look at one.
    pub(super) fn count_object(&self, object: &Object) -> Result<(), PdfError> {
        let size = match object {
            Object::String(bytes) => bytes.len(),
            Object::Name(name) => name.len(),
            Object::Array(members) => members.len(),
            Object::Null
            | Object::Boolean(_)
            | Object::Integer(_)
            | Object::Real(_)
            | Object::Dictionary(_)
            | Object::Stream(..)
            | Object::Reference(_) => 0,
        };
        self.count(size.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::{LOOKED_AT_MAX, LookedAt};

    #[test]
    fn count_refuses_more_than_its_bound_and_all_that_follows() {
        let looked_at = LookedAt::default();
        assert!(looked_at.count(LOOKED_AT_MAX).is_ok());
        assert!(looked_at.check().is_ok());
        assert!(looked_at.count(1).is_err());
        assert!(looked_at.count(0).is_err());
        assert!(looked_at.check().is_err());
        assert!(LookedAt::default().count(usize::MAX).is_err());
    }
}
