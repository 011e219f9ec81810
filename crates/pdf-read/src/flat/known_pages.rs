//! Pages of a form of which it is known what they print, as they are still those of the blank form.

use std::collections::BTreeSet;

use form_reading::are_moved;
use form_reading::expected_form::BlankTexts;
use forms::form_content::{FormField, PlacedText};

use crate::ParsedFile;
use crate::pages::Pages;

/// What is known of the pages of a form without reading them: those that are still pages of the
/// blank form print what that prints.
pub(crate) struct KnownPages<'blank> {
    blank: Option<&'blank BlankTexts>,
    is_known: Vec<bool>,
}

/// None is, where pages of the form stand elsewhere in the file: what each of them prints is known
/// by its number alone.
pub(crate) fn known_pages<'blank>(
    parsed: &ParsedFile<'_>,
    (pages, fields): (&Pages, &[FormField]),
    blank: Option<&'blank BlankTexts>,
) -> KnownPages<'blank> {
    if blank.is_some_and(|blank| are_moved(fields, &blank.fields)) {
        let is_known = vec![false; pages.count()];
        return KnownPages { blank, is_known };
    }
    let known = blank.map_or(&[][..], |blank| blank.pages.as_slice());
    let mut is_known = match blank {
        Some(_) => parsed.known_pages(pages),
        None => Vec::new(),
    };
    is_known.resize(pages.count(), false);
    let is_wanted = |page: usize| page < known.len() && !is_known[page];
    let digests = parsed.page_digests(pages, is_wanted);
    for (is_known, digest) in is_known.iter_mut().zip(digests) {
        *is_known |= digest.is_some_and(|digest| known.contains(&digest));
    }
    KnownPages { blank, is_known }
}

impl KnownPages<'_> {
    pub(crate) fn are_all(&self) -> bool {
        self.is_known.iter().all(|is_known| *is_known)
    }

    /// What they print.
    pub(crate) fn texts(&self) -> Vec<PlacedText> {
        let all = self
            .blank
            .into_iter()
            .flat_map(|blank| &blank.beside_fields);
        let own = all.filter(|run| self.has(run.place.page));
        own.cloned().collect()
    }

    /// Takes pages out on which more is drawn than what they are made of.
    pub(crate) fn forget(&mut self, pages: &BTreeSet<usize>) {
        for page in pages {
            if let Some(is_known) = self.is_known.get_mut(*page) {
                *is_known = false;
            }
        }
    }

    pub(super) fn blank(&self) -> Option<&BlankTexts> {
        self.blank
    }

    pub(super) fn has(&self, page: usize) -> bool {
        self.is_known.get(page).is_some_and(|is_known| *is_known)
    }
}
