//! What the sections of a table say, be they written out or a stream.

use super::Unusual;
use crate::limits::TABLE_LINES_MAX;

/// Where an object is: by itself in the file, or packed with others in a stream.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::document) enum Entry {
    /// By itself, this many bytes from the beginning of the file.
    At(usize),
    /// In an object stream (7.5.7), at this index among the objects there.
    Packed { container: u32, index: usize },
}

/// What a section says of a number: its generation, and where the object is; nowhere if it is free.
pub(super) type Line = (u32, u16, Option<Entry>);

/// Refuses more lines than there may be.
pub(super) fn reserve(lines: &mut Vec<Line>, count: usize) -> Result<(), Unusual> {
    if count > TABLE_LINES_MAX.saturating_sub(lines.len()) {
        return Err(Unusual);
    }
    // A line may be there or not, whatever number is given; it is at least some bytes long.
    lines.reserve(count.min(1_000));
    Ok(())
}
