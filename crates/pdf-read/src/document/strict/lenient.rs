//! What a lenient parser, which mends and searches, is asked where an object may be lost.

use hayro_syntax::object::Object as Parsed;
use hayro_syntax::reader::{Reader, ReaderExt};

use crate::document::Id;

/// A file as a lenient parser has it.
pub(crate) trait LenientStates {
    /// Whether it has found any state of the object.
    fn has(&self, id: Id) -> bool;

    /// Whether a dictionary stands in the file by itself, and not packed in a stream: then its
    /// bytes are among those of the file.
    fn is_unpacked(&self, id: Id) -> bool;
}

/// Whether these bytes begin with an object that it can read.
pub(super) fn begins_object(bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    reader.skip_white_spaces_and_comments();
    reader.skip::<Parsed<'_>>(false).is_some()
}
