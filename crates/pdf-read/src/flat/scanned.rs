//! Pages that are pictures over text which nobody sees (PDF 32000-1, 9.3.6): a program has
//! recognised it there, and may have got letters and digits wrong.

use std::collections::BTreeSet;

use super::drawing::Shown;

/// The longest sign, in bytes: of boxes that are on, programs write one unseen beside what they
/// draw.
const SIGN_BYTES_MAX: usize = 2;

/// Numbers, from 0, of the pages whose text is all drawn without being seen.
pub(super) fn scanned_pages(shown: &[Shown]) -> BTreeSet<usize> {
    let pages_with = |is_of_them: fn(&Shown) -> bool| -> BTreeSet<usize> {
        let strings = shown.iter().filter(|string| is_of_them(string));
        strings.map(|string| string.page).collect()
    };
    let recognised = pages_with(|string| string.is_hidden && string.bytes.len() > SIGN_BYTES_MAX);
    &recognised - &pages_with(|string| !string.is_hidden)
}
