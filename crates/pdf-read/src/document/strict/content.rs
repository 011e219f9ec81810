//! How much text a content stream shows (PDF 32000-1, 7.8.2 and 9.4.3).

use super::Unusual;
use super::lexer::Lexer;
use crate::document::Object;

/// Words that are no operators.
const OPERANDS: [&[u8]; 3] = [b"true", b"false", b"null"];

/// Begins a picture, whose bytes may be anything.
const PICTURE: &[u8] = b"BI";

/// The bytes of all strings that stand before one of these operators.
pub(in crate::document) fn shown_bytes(stream: &[u8], showing: &[&[u8]]) -> Result<usize, Unusual> {
    let mut lexer = Lexer::at(stream, 0)?;
    let (mut shown, mut before) = (0, 0);
    loop {
        lexer.skip_comments();
        match lexer.peek() {
            None => return Ok(shown),
            Some(b'/' | b'(' | b'<' | b'[') => before += text_bytes(&lexer.object(0)?),
            Some(b'0'..=b'9' | b'+' | b'-' | b'.') => {
                lexer.number()?;
            }
            Some(_) => match lexer.word()? {
                PICTURE => return Err(Unusual),
                word if OPERANDS.contains(&word) => {}
                operator => {
                    shown += if showing.contains(&operator) {
                        before
                    } else {
                        0
                    };
                    before = 0;
                }
            },
        }
    }
}

fn text_bytes(operand: &Object) -> usize {
    match operand {
        Object::String(bytes) => bytes.len(),
        Object::Array(members) => members.iter().map(text_bytes).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Unusual, shown_bytes};

    #[test]
    fn strings_before_an_operator_that_shows_them_are_counted() {
        for (stream, bytes) in [
            (&b"BT /F 9 Tf (ab) Tj ET"[..], 2),
            (b"[(a) -120 (b\\051) <4142>]TJ 1 0 0 RG", 5),
            (b"(ab) Tx (c) ' 1 2 (d) \" % (e) Tj\n", 2),
            (b"/P <</E (ab) /K true>> BDC true (c)Tj", 1),
        ] {
            let counted = shown_bytes(stream, &[b"Tj", b"TJ", b"'", b"\""]);
            assert_eq!(counted, Ok(bytes), "{}", String::from_utf8_lossy(stream));
        }
        for stream in [
            &b"BI /W 1 ID x EI"[..],
            b"(ab Tj",
            b"<4x> Tj",
            b") Tj",
            b"",
            b"1-2 Tj",
        ] {
            assert_eq!(shown_bytes(stream, &[b"Tj"]), Err(Unusual));
        }
    }
}
