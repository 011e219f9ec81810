//! The text of a page as it is written, and how pages become content streams.

use std::fmt::Write;

use crate::document::Object;
use crate::flat::drawing::state::TextState;

/// What the text of a page begins with.
pub(super) const PAGE_BEGIN: &str = "BT\n";

/// Bytes of a content stream of more than one page. All that one draws is in memory at a time.
const CONTENT_BYTES_MAX: usize = 1 << 18;

/// The content streams, each of as many pages as are short together: the library reads a font once
/// for each stream.
pub(super) fn contents(pages: &[String]) -> Vec<Vec<u8>> {
    let mut contents = vec![Vec::new()];
    for page in pages.iter().filter(|page| *page != PAGE_BEGIN) {
        match contents.last_mut() {
            Some(last) if last.len().saturating_add(page.len()) <= CONTENT_BYTES_MAX => {
                last.extend_from_slice(page.as_bytes());
            }
            _ => contents.push(page.as_bytes().to_vec()),
        }
        if let Some(last) = contents.last_mut() {
            last.extend_from_slice(b"ET\n");
        }
    }
    contents
}

pub(super) fn is_text(piece: &Object) -> bool {
    matches!(piece, Object::String(bytes) if !bytes.is_empty())
}

pub(super) fn write_state(written: &mut String, text: &TextState) {
    // Writing into memory cannot fail.
    let _ = writeln!(
        written,
        "/F{} {} Tf {} Tc {} Tw {} Tz {} Ts",
        text.font.unwrap_or_default(),
        text.size,
        text.character_spacing,
        text.word_spacing,
        text.scaling,
        text.rise
    );
}

pub(super) fn write_pieces(written: &mut String, pieces: &[Object]) {
    written.push('[');
    for piece in pieces {
        match piece {
            Object::String(bytes) if is_text(piece) => {
                written.push('<');
                for byte in bytes.iter() {
                    let _ = write!(written, "{byte:02x}");
                }
                written.push('>');
            }
            number => {
                if let Some(number) = number.number() {
                    let _ = write!(written, "{number} ");
                }
            }
        }
    }
    written.push_str("] TJ\n");
}

#[cfg(test)]
mod tests {
    use super::{CONTENT_BYTES_MAX, PAGE_BEGIN, contents};

    #[test]
    fn short_pages_are_one_stream_and_long_ones_several() {
        let page = |text: &str| format!("{PAGE_BEGIN}{text}\n");
        let blank = PAGE_BEGIN.to_owned();
        let joined = contents(&[page("[<31>] TJ"), blank.clone(), page("[<32>] TJ")]);
        assert_eq!(joined, [b"BT\n[<31>] TJ\nET\nBT\n[<32>] TJ\nET\n"]);
        assert_eq!(contents(&[blank]), [b""]);
        let long = page(&"[<31>] TJ ".repeat(CONTENT_BYTES_MAX / 10));
        assert_eq!(contents(&[page("1 Ts"), long.clone(), long]).len(), 3);
    }
}
