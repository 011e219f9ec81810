//! The flags of a PDF's fields (`Ff`; PDF 32000-1, 12.7.3.1 and 12.7.4), by their values, for those
//! who read them and those who write them.

/// Nobody may change it.
pub const READ_ONLY: i64 = 1;
/// It must not stay empty.
pub const REQUIRED: i64 = 1 << 1;
/// Of a text: it has several lines.
pub const MULTILINE: i64 = 1 << 12;
/// Of a text: it is not shown.
pub const PASSWORD: i64 = 1 << 13;
/// Of radio buttons: one of them is always on.
pub const NO_TOGGLE_TO_OFF: i64 = 1 << 14;
/// Of a button: one of several radio buttons.
pub const RADIO: i64 = 1 << 15;
/// Of a button: it has no value.
pub const PUSH_BUTTON: i64 = 1 << 16;
/// Of a choice: it shows no more than what is chosen.
pub const COMBO: i64 = 1 << 17;
/// Of a choice: it takes a text of its own.
pub const EDITABLE: i64 = 1 << 18;
/// Of a text: it is the path of a file whose content is sent.
pub const FILE_SELECT: i64 = 1 << 20;
/// Of a list: several options may be chosen.
pub const MULTIPLE: i64 = 1 << 21;
/// Of a text: it has a cell for each character.
pub const COMB: i64 = 1 << 24;
/// Of a text; with radio buttons the same bit means something else.
pub const RICH_TEXT: i64 = 1 << 25;
