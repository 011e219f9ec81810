//! The flags of annotations (`F`; PDF 32000-1, 12.5.3), by their values.

/// Of an annotation: it is printed.
pub(crate) const PRINT: i64 = 1 << 2;
/// Of an annotation: `Hidden` or `NoView`, so that nobody sees it on the screen.
pub(crate) const UNSEEN: i64 = 1 << 1 | 1 << 5;
