//! What fuzzing begins with: a few inputs of each kind that are right, so that the first changes
//! of them lead far inside.

mod forms;
mod pdfs;

use crate::hybrid_form;

/// Inputs of a target, each with a name.
pub fn seeds(target: &str) -> Vec<(&'static str, Vec<u8>)> {
    match target {
        "pdf" => pdfs::seeds(),
        "filled_form" => hybrid_form::seeds(),
        "form_fields" | "flat_text" | "filling" => forms::numbers(),
        "definition" => forms::definitions(),
        "protocol" => forms::answers(),
        _ => texts(target)
            .iter()
            .map(|(name, bytes)| (*name, bytes.to_vec()))
            .collect(),
    }
}

type Seeds = &'static [(&'static str, &'static [u8])];

const TWO_PARTS: &[u8] = include_bytes!("seeds/two-parts.body");
const ODD_NAMES: &[u8] = include_bytes!("seeds/odd-names.body");
const APPLICATION: &[u8] = include_bytes!("seeds/application.json");
const APPLICATION_KEY: &[u8] = include_bytes!("seeds/application.key");

fn texts(target: &str) -> Seeds {
    match target {
        "text_string" => TEXT_STRING,
        "values" => VALUES,
        "multipart" => MULTIPART,
        "merge_patch" => MERGE_PATCH,
        "json" => JSON,
        "keys" => KEYS,
        _ => &[],
    }
}

const TEXT_STRING: Seeds = &[
    ("plain", b"Antrag (1)"),
    ("pdf-doc", b"Gr\xf6\xdfe \x84 \xa0"),
    ("utf-16-be", b"\xfe\xff\0M\0\xfc\xd8\x3d\xde\0"),
    ("utf-16-le", b"\xff\xfeM\0\xfc\0"),
    ("utf-8", b"\xef\xbb\xbfM\xc3\xbcller"),
    ("language", b"\xfe\xff\0\x1b\0d\0e\0D\0E\0\x1b\0x"),
];

const VALUES: Seeds = &[
    ("german-date", b"01.02.2026"),
    ("iso-date", b"2026-02-01"),
    ("other-date", b"mm/dd/yyyy|02/01/2026"),
    ("short-date", b"d. m. yy|1. 2. 26"),
    ("amount", b"1.234,50 \xe2\x82\xac"),
    ("plain-amount", b"1234.5"),
    ("english-amount", b"EUR 1,234.50"),
    ("integer", b"-12"),
    ("exponent", b"12.50e-1"),
    ("email", b"ida@example.org"),
    ("iban", b"DE02 1203 0000 0000 2020 51"),
    ("box", b"Ja"),
];

const MULTIPART: Seeds = &[
    ("two-parts", TWO_PARTS),
    ("odd-names", ODD_NAMES),
    ("filename", b"\x01C:\\Users\\Ida\\Angebot M\xcc\x88.pdf"),
];

const MERGE_PATCH: Seeds = &[
    ("application", APPLICATION),
    (
        "removal",
        b"\0{\"name\": \"A\", \"costs\": [{\"name\": \"B\"}]}\n{\"costs\": null}",
    ),
    (
        "others",
        b"\x01{\"otherFields\": {\"a.b\": \"c\"}}\n{\"otherFields\": {\"a.b\": null}}",
    ),
    (
        "mistake",
        b"\x01{\"nmae\": 1, \"iban\": [], \"name\": \"A\", \"name\": \"B\"}\n{}",
    ),
];

const JSON: Seeds = &[
    (
        "values",
        br#"{"a": [true, false, null, "\u00e4\n"], "b": {}}"#,
    ),
    (
        "numbers",
        b"[0, -0, 1.50, 12e-3, 1E+2, 99999999.99, 9007199254740993]",
    ),
    ("faults", b"{\"a\": 1, \"a\": 2, \"b\": \"\\u0000\"}"),
];

const KEYS: Seeds = &[
    ("pa-id", b"26-0001"),
    ("idempotency-key", b"5f1e9a0c-3c9b-4d0e"),
    ("time", b"2026-02-01T12:00:00.000000"),
    ("blob-key", b"00112233445566778899aabbccddeeff"),
    ("key", APPLICATION_KEY),
];
