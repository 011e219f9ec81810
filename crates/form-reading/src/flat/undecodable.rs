//! Strings that no font explains. Those that the blank form draws as well are its own; any other
//! may be a value.

use std::collections::{BTreeSet, HashMap};

use forms::form_content::UndecodableText;
use forms::words;

use crate::outcome::data_reader::DataReader;
use crate::steps::step;

/// The numbers, from 1, of the pages that draw such a string more often than the blank form does.
pub(crate) fn undecodable_pages(
    found: &[UndecodableText],
    blank: &[UndecodableText],
) -> BTreeSet<usize> {
    let mut own: HashMap<UndecodableText, usize> = HashMap::new();
    for text in blank.iter().filter(|text| text.glyphs.is_some()) {
        step();
        *own.entry(*text).or_default() += 1;
    }
    let is_added = |text: &&UndecodableText| {
        step();
        match own.get_mut(text) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        }
    };
    let added = found.iter().filter(is_added);
    added.map(|text| text.page + 1).collect()
}

/// A fault for each of these pages.
pub(super) fn name(found: &[UndecodableText], blank: &[UndecodableText], reading: &mut DataReader) {
    for page in undecodable_pages(found, blank) {
        let problem = "a text on it cannot be decoded, upload the PDF with its fields, as it was \
                       filled in";
        reading.fault(&words::page(page), problem.to_owned());
    }
}
