//! Text strings and names of PDFs.

use pdf_syntax::text_string::{decode, decode_name};

pub(crate) fn run(bytes: &[u8]) {
    for text in [decode(bytes), decode_name(bytes)].into_iter().flatten() {
        assert!(!text.contains('\0'), "NUL is no character of a text");
    }
    if let Ok(text) = decode(bytes) {
        for encoded in encodings(&text) {
            assert_eq!(decode(&encoded).as_ref(), Ok(&text), "from {bytes:?}");
        }
    }
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let decoded = encodings(text).map(|encoded| decode(&encoded));
    assert_eq!(decoded[0], decoded[1]);
    assert_eq!(decoded[0], decoded[2]);
    if !text.contains(['\0', '\u{1b}']) {
        assert_eq!(decoded[0].as_deref(), Ok(text));
    }
}

/// The text in each encoding that holds all characters.
fn encodings(text: &str) -> [Vec<u8>; 3] {
    let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
    [
        units().flat_map(u16::to_be_bytes).collect(),
        units().flat_map(u16::to_le_bytes).collect(),
        [b"\xef\xbb\xbf", text.as_bytes()].concat(),
    ]
}
