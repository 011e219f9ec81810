//! The flags of fields (`Ff`; PDF 32000-1, 12.7.3.1 and 12.7.4) and annotations (`F`; 12.5.3), by
//! their values.

pub(crate) const REQUIRED: i64 = 1 << 1;
pub(crate) const MULTILINE: i64 = 1 << 12;
pub(crate) const PASSWORD: i64 = 1 << 13;
/// Of radio buttons: one of them is always on.
pub(crate) const NO_TOGGLE_TO_OFF: i64 = 1 << 14;
pub(crate) const RADIO: i64 = 1 << 15;
pub(crate) const PUSH_BUTTON: i64 = 1 << 16;
pub(crate) const COMBO: i64 = 1 << 17;
/// Of a text: it is the path of a file whose content is sent.
pub(crate) const FILE_SELECT: i64 = 1 << 20;
/// Of a list: several options may be chosen.
pub(crate) const MULTIPLE: i64 = 1 << 21;
/// Of a text: it has a cell for each character.
pub(crate) const COMB: i64 = 1 << 24;
/// Of a text; with radio buttons the same bit means something else.
pub(crate) const RICH_TEXT: i64 = 1 << 25;

/// Of an annotation: it is printed.
pub(crate) const PRINT: i64 = 1 << 2;
/// Of an annotation: `Hidden` or `NoView`, so that nobody sees it on the screen.
pub(crate) const UNSEEN: i64 = 1 << 1 | 1 << 5;
