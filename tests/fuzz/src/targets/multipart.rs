//! Bodies of uploads, and what files are called.

use domain::attachment::{FILENAME_BYTES_MAX, filename, media_type};
use http_api::fuzzing::{content_disposition, parts};

/// The boundary of every body; the bytes may hold it or what looks like it.
const BOUNDARY: &str = "b-";

pub(crate) fn run(bytes: &[u8]) {
    let (piece, body) = bytes.split_first().unwrap_or((&0, bytes));
    let whole = parts(body, BOUNDARY, body.len().max(1));
    let pieces = parts(body, BOUNDARY, usize::from(*piece).max(1));
    assert_eq!(pieces, whole, "it makes no difference how a body arrives");
    let parts = whole.unwrap_or_default();
    assert!(parts.len() <= 100);
    let contents: usize = parts.iter().map(|part| part.content.len()).sum();
    assert!(contents <= body.len());
    for part in parts {
        let sent = part.filename.as_deref().unwrap_or_default();
        assert_is_filename(&filename(sent));
        let media_type = media_type(part.content_type.as_deref(), &part.content);
        assert!(media_type.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
    assert_is_filename(&filename(&String::from_utf8_lossy(body)));
}

fn assert_is_filename(name: &str) {
    assert!((1..=FILENAME_BYTES_MAX).contains(&name.len()), "{name:?}");
    assert!(
        !name.contains(|character: char| {
            character.is_control() || matches!(character, '/' | '\\')
        })
    );
    assert!(name != "." && name != "..");
    assert_eq!(
        filename(name),
        name,
        "a name that was made is taken as it is"
    );
    let header = content_disposition(name);
    assert!(
        header.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
        "{header:?}"
    );
    assert_eq!(header.matches('"').count(), 2, "{header:?}");
}
