//! Encryption dictionaries that stand in the trailer itself, as MuPDF writes them.
//!
//! A trailer may hold the dictionary or name an object that is it (ISO 32000-2, 7.5.5). lopdf knows
//! only the latter: it leaves every object of such a file out. So it is given the file with one
//! more update, which changes nothing but that the dictionary is an object.

use std::io::Write;

use lopdf::{Dictionary, Document, Object, Writer};
use pdf_syntax::header::HEADER;

/// What the update takes over from the trailer.
const TAKEN_OVER: [&[u8]; 3] = [b"Root", b"Info", b"ID"];

/// The file with that update; none where its encryption dictionary is no part of the trailer.
pub(super) fn with_object(pdf: &[u8], parsed: &Document) -> Option<Vec<u8>> {
    let encryption = parsed.trailer.get(b"Encrypt").ok()?;
    encryption.as_dict().ok()?;
    // Places are counted from here.
    let start = pdf
        .windows(HEADER.len())
        .position(|bytes| bytes == HEADER)?;
    let number = parsed.max_id.checked_add(1)?;
    let mut updated = Vec::with_capacity(pdf.len() + 4096);
    updated.extend_from_slice(pdf);
    updated.push(b'\n');
    let object_at = updated.len() - start;
    writeln!(updated, "{number} 0 obj").ok()?;
    Writer::write_object(&mut updated, encryption).ok()?;
    updated.extend_from_slice(b"\nendobj\n");
    let table_at = updated.len() - start;
    let trailer = Object::Dictionary(trailer(parsed, number));
    write!(
        updated,
        "xref\n{number} 1\n{object_at:010} 00000 n \ntrailer\n"
    )
    .ok()?;
    Writer::write_object(&mut updated, &trailer).ok()?;
    write!(updated, "\nstartxref\n{table_at}\n%%EOF\n").ok()?;
    Some(updated)
}

fn trailer(parsed: &Document, number: u32) -> Dictionary {
    let mut trailer = Dictionary::new();
    for key in TAKEN_OVER {
        if let Ok(value) = parsed.trailer.get(key) {
            trailer.set(key, value.clone());
        }
    }
    trailer.set("Encrypt", (number, 0));
    trailer.set("Size", i64::from(number) + 1);
    if let Ok(before @ 1..) = i64::try_from(parsed.xref_start) {
        trailer.set("Prev", before);
    }
    trailer
}
