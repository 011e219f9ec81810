//! Pages that are pictures over text which nobody sees (PDF 32000-1, 9.3.6): a program has
//! recognised it there, and may have got letters and digits wrong.

use std::collections::{BTreeMap, BTreeSet};

use form_reading::expected_form::BlankTexts;

use super::drawing::Shown;

/// The longest sign, in bytes: of boxes that are on, programs write one unseen beside what they
/// draw.
const SIGN_BYTES_MAX: usize = 2;

/// Numbers, from 0, of the pages most of whose text is drawn without being seen. What is scanned
/// behind the pages of the form, such as an invoice, holds no field, and is text like any other.
pub(super) fn scanned_pages(shown: &[Shown], blank: Option<&BlankTexts>) -> BTreeSet<usize> {
    let own_count = blank.map_or(usize::MAX, own_count);
    let mut unseen: BTreeMap<usize, i64> = BTreeMap::new();
    for string in shown.iter().filter(|string| string.page < own_count) {
        let is_recognised = string.is_hidden && string.bytes.len() > SIGN_BYTES_MAX;
        let balance = unseen.entry(string.page).or_default();
        *balance += i64::from(is_recognised) - i64::from(!string.is_hidden);
    }
    unseen.retain(|_, balance| *balance > 0);
    unseen.into_keys().collect()
}

/// How many pages the blank form has, as far as its texts tell.
fn own_count(blank: &BlankTexts) -> usize {
    let texts = blank.flat.iter().chain(&blank.beside_fields);
    texts
        .map(|run| run.place.page + 1)
        .max()
        .unwrap_or(usize::MAX)
}
