//! Texts in fonts that do not tell their characters, read as if they had the usual encoding.
//!
//! Ghostscript, and what prints with it, leaves out the encoding of fonts that the form brought
//! along. Whether a guess is right shows in what the form prints itself: where all that was guessed
//! on a page is what the blank form prints just there, nothing on it was filled in.

use std::collections::{HashMap, HashSet};

use forms::form_content::PlacedText;

use super::own_words::OwnWords;
use super::page_transform::PageTransform;
use crate::text_layout::placed_words::Words;

/// The numbers, from 0, of the pages on which all guessed texts are what the blank form prints
/// there. `texts`: what is known of the same pages.
pub fn rightly_guessed_pages(
    texts: &[PlacedText],
    guessed: &[PlacedText],
    blank: &[PlacedText],
) -> HashSet<usize> {
    if guessed.is_empty() {
        return HashSet::new();
    }
    let own = OwnWords::of(blank);
    let found = own.found_in(&[texts, guessed].concat());
    let lie = |page: usize| {
        own.lie(page, found.get(&page)?)
            .map(|(transform, _)| transform)
    };
    let mut pages: HashMap<usize, Option<PageTransform>> = HashMap::new();
    for run in guessed {
        let page = run.place.page;
        let right = pages.entry(page).or_insert_with(|| lie(page));
        *right = right.filter(|transform| is_own(run, &own, transform));
    }
    let right = pages
        .into_iter()
        .filter(|(_, transform)| transform.is_some());
    right.map(|(page, _)| page).collect()
}

fn is_own(run: &PlacedText, own: &OwnWords, transform: &PageTransform) -> bool {
    let words = Words::of(run);
    (0..words.count()).all(|index| {
        let (text, place) = words.get(index);
        let point = transform.in_blank((place.left, run.baseline()));
        let number = own.number(text);
        number.is_some_and(|text| own.has_near(run.place.page, text, point))
    })
}
