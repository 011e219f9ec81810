use proptest::prelude::*;

use super::{TextStringError, decode, decode_field_name, decode_name};

fn utf16be(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    [0xfe, 0xff].into_iter().chain(units).collect()
}

fn utf16le(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    [0xff, 0xfe].into_iter().chain(units).collect()
}

fn utf8(text: &str) -> Vec<u8> {
    [0xef, 0xbb, 0xbf].into_iter().chain(text.bytes()).collect()
}

#[test]
fn every_declared_encoding_is_read() {
    for text in [
        "",
        "Müller",
        "1.234,56 €",
        "Łódź Ωmega Жук",
        "„Zitat“",
        "👩‍🎓 emoji",
        "a\r\nb\tc",
    ] {
        for bytes in [utf16be(text), utf16le(text), utf8(text)] {
            assert_eq!(decode(&bytes).as_deref(), Ok(text), "{bytes:?}");
        }
    }
}

#[test]
fn without_a_mark_it_is_pdf_doc_encoding() {
    assert_eq!(
        decode(b"M\xfcller \xa0 \x84 \x8dZitat\x8e \x93").as_deref(),
        Ok("Müller € — “Zitat” ﬁ")
    );
    assert_eq!(decode(b"a\tb\nc\rd").as_deref(), Ok("a\tb\nc\rd"));
    assert_eq!(decode(b"\x18\x1f").as_deref(), Ok("\u{2d8}\u{2dc}"));
}

#[test]
fn what_no_encoding_explains_is_undecodable() {
    for bytes in [
        &b"\x9f"[..],
        b"a\x7fb",
        b"\xad",
        b"\xfe\xff\x00",
        b"\xfe\xff\xd8\x00\x00a",
        b"\xfe\xff\xdc\x00",
        b"\xff\xfe\x00\xd8",
        b"\xef\xbb\xbf\xff",
        b"\x00M\x00u",
    ] {
        assert_eq!(decode(bytes), Err(TextStringError), "{bytes:?}");
    }
}

#[test]
fn nul_is_refused_in_every_encoding_also_at_the_end() {
    for bytes in [
        &b"a\0"[..],
        b"\0",
        b"\xfe\xff\x00a\x00\x00",
        b"\xef\xbb\xbfa\0",
        b"\xff\xfea\x00\x00\x00",
    ] {
        assert_eq!(decode(bytes), Err(TextStringError), "{bytes:?}");
    }
    assert_eq!(decode_name(b"a\0"), Err(TextStringError));
}

#[test]
fn language_codes_are_removed_and_nothing_else_is() {
    assert_eq!(
        decode(&utf16be("\u{1b}de\u{1b}Straße \u{1b}enUS\u{1b}road")).as_deref(),
        Ok("Straße road")
    );
    assert_eq!(decode(&utf8("\u{1b}de-DE\u{1b}Weg")).as_deref(), Ok("Weg"));
    for text in [
        "\u{1b}",
        "a\u{1b}b",
        "\u{1b}ein ganzer Satz\u{1b}",
        "\u{1b}de\u{1b}a\u{1b}",
    ] {
        assert_eq!(decode(&utf16be(text)), Err(TextStringError), "{text:?}");
    }
}

#[test]
fn names_are_utf8_or_else_pdf_doc_encoding() {
    assert_eq!(
        decode_name("männlich".as_bytes()).as_deref(),
        Ok("männlich")
    );
    assert_eq!(decode_name(b"m\xe4nnlich").as_deref(), Ok("männlich"));
    assert_eq!(decode_name(b"kein Eintrag").as_deref(), Ok("kein Eintrag"));
    assert_eq!(decode_name(b"").as_deref(), Ok(""));
}

#[test]
fn names_of_fields_are_texts_or_utf8_without_its_mark() {
    for (bytes, name) in [
        (&b"Stra\xc3\x9fe"[..], "Straße"),
        (b"Gr\xf6\xdfe", "Größe"),
        // Two characters of PDFDocEncoding as well as one of UTF-8: what the standard says.
        (b"M\xc3\xbcller", "MÃ¼ller"),
        (b"\xef\xbb\xbfM\xc3\xbcller", "Müller"),
        (b"a\0", "a\0"),
    ] {
        assert_eq!(decode_field_name(bytes).as_deref(), Ok(name), "{bytes:?}");
    }
    for encoded in [utf16be, utf16le, utf8] {
        let name = encoded("\u{1b}de\u{1b}Straße");
        assert_eq!(decode_field_name(&name).as_deref(), Ok("Straße"));
    }
    assert_eq!(decode_field_name(b"\xdf\x9f\xff"), Err(TextStringError));
}

proptest! {
    #[test]
    fn any_text_without_nul_and_escape_reads_back(text in "[^\\x00\\x1b]*") {
        prop_assert_eq!(decode(&utf16be(&text)), Ok(text.clone()));
        prop_assert_eq!(decode(&utf16le(&text)), Ok(text.clone()));
        prop_assert_eq!(decode(&utf8(&text)), Ok(text.clone()));
    }

    #[test]
    fn any_bytes_are_a_text_or_undecodable(bytes: Vec<u8>) {
        let _ = decode(&bytes);
        let _ = decode_name(&bytes);
        let _ = decode_field_name(&bytes);
    }

    #[test]
    fn two_byte_strings_without_a_mark_never_read_as_one_text(one: Vec<u8>, other: Vec<u8>) {
        let marked = |bytes: &[u8]| matches!(
            bytes,
            [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0xef, 0xbb, 0xbf, ..],
        );
        prop_assume!(one != other && !marked(&one) && !marked(&other));
        if let (Ok(one), Ok(other)) = (decode(&one), decode(&other)) {
            prop_assert_ne!(one, other);
        }
    }
}
