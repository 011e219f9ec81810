//! Where the pages of a file print what the blank form prints of itself. A text that reads like one
//! of the form's own and stands elsewhere was filled in.
//!
//! Programs that flatten a form leave its texts where they are; those that print it scale and move
//! whole pages. Both show in the form's own words. A page on which too few of them are found is
//! not judged.

use std::collections::{BTreeSet, HashMap, HashSet};

use forms::form_content::{FormField, PlacedText};
use forms::form_type::FormType;
use forms::words;
use forms::words::TemplateWords;

use super::label_places::labels_of_both;
use super::labels::{Meaning, normal};
use crate::blank_form::BlankForm;
use crate::page_alignment::moved_words::MovedWords;
use crate::page_alignment::overprinted_words::OverprintedWords;
use crate::page_alignment::own_words::{FoundWords, OwnWords, WORDS_MIN, is_near};
use crate::page_alignment::page_transform::{PageTransform, Point};
use crate::steps::step;
use crate::text_layout::placed_words::Words;

/// What the blank form prints, and how its pages lie in a file. The default knows no page.
#[derive(Debug, Default)]
pub(crate) struct OwnPlaces {
    words: OwnWords,
    /// The whole runs, in normal spelling.
    texts: HashSet<String>,
    /// Where the number of its version begins, with the word before it.
    versions: Vec<(usize, Point)>,
    /// How it numbers its pages.
    numbering: Option<&'static TemplateWords>,
    /// How each page lies on the page of the file with its number, where that is known.
    pages: HashMap<usize, KnownPage>,
}

/// The blank form, and where a file prints it.
#[derive(Clone, Copy)]
pub(crate) struct PlacedForm<'form> {
    pub(crate) blank: BlankForm<'form>,
    pub(crate) own: &'form OwnPlaces,
}

#[derive(Debug)]
struct KnownPage {
    transform: PageTransform,
    /// How many of its words are in their places.
    seen: usize,
    /// Whether these are all, and no second page like it stands beside it.
    is_certain: bool,
    /// Those that another version of the form has in other places.
    moved: MovedWords,
    overprinted: OverprintedWords,
}

impl OwnPlaces {
    pub(crate) fn of(form_type: &FormType, runs: &[PlacedText], blank: &[PlacedText]) -> Self {
        let own_words = OwnWords::of(blank);
        let found = own_words.found_in(runs);
        let labels = labels_of_both(form_type, runs, blank);
        let pages = own_words.places.iter().filter_map(|(page, own)| {
            let found = found.get(page)?;
            let labels = labels.get(page).map(Vec::as_slice).unwrap_or_default();
            let (transform, seen) = own_words.lie(*page, found)?;
            let is_certain = seen == own.len() && !own_words.are_repeated(*page, found);
            let known = KnownPage {
                transform,
                seen,
                is_certain,
                moved: MovedWords::of(&own_words, *page, &transform, found, labels),
                overprinted: OverprintedWords::of(&own_words, *page, &transform, found),
            };
            Some((*page, known))
        });
        let mut pages: HashMap<usize, KnownPage> = pages.collect();
        let silent = silent_pages(&own_words, &found, &pages);
        pages.extend(silent);
        let versions = blank.iter().filter(|run| words::is_version(&run.text));
        let beginning = |run: &PlacedText| (run.place.page, (run.place.left, run.baseline()));
        Self {
            pages,
            versions: versions.map(beginning).collect(),
            texts: blank.iter().map(|run| normal(&run.text)).collect(),
            numbering: Some(TemplateWords::of(&form_type.language)),
            words: own_words,
        }
    }

    pub(crate) fn words(&self) -> &OwnWords {
        &self.words
    }

    /// Whether a page lies on that of the file with its number, whole and alone.
    pub(crate) fn is_certain(&self, page: usize) -> bool {
        self.pages.get(&page).is_some_and(|known| known.is_certain)
    }

    /// How the pages lie that stand in the file under their own numbers, and how many of their
    /// words are found.
    pub(crate) fn known_pages(&self) -> impl Iterator<Item = (usize, PageTransform, usize)> {
        let pages = self.pages.iter();
        pages.map(|(page, known)| (*page, known.transform, known.seen))
    }

    pub(crate) fn knows_a_page(&self) -> bool {
        !self.pages.is_empty()
    }

    /// How a page of the blank form lies in the file, if that is known.
    pub(crate) fn transform(&self, page: usize) -> Option<&PageTransform> {
        self.pages.get(&page).map(|known| &known.transform)
    }

    /// How a page lies on which the form may print too little to tell: as the nearest one of which
    /// that is known. `None` where it prints enough and that is not found.
    pub(super) fn transform_for_marks(&self, page: usize) -> Option<PageTransform> {
        let is_silent = self.words.places.get(&page).map_or(0, Vec::len) < WORDS_MIN;
        let likely = || nearest(&self.pages, page).unwrap_or_default();
        self.transform(page)
            .copied()
            .or_else(|| is_silent.then(likely))
    }

    /// The texts of the blank form on the other pages.
    pub(super) fn on_unknown_pages<'text>(
        &self,
        blank: &'text [PlacedText],
    ) -> impl Iterator<Item = &'text PlacedText> {
        let is_unknown = |run: &&PlacedText| !self.pages.contains_key(&run.place.page);
        blank.iter().filter(is_unknown)
    }

    /// Whether all words of a text stand where the blank form has them; `None` where its page lies
    /// in no known way.
    pub(crate) fn has(&self, run: &PlacedText) -> Option<bool> {
        let words = Words::of(run);
        self.has_words(run, &words, words.count())
    }

    /// The pages, by their numbers from 0, of another version of the form, in which what the form
    /// prints stands elsewhere around these of its fields: it cannot be told which of them a text
    /// belongs to.
    pub(crate) fn changed_pages(&self, fields: &[FormField]) -> BTreeSet<usize> {
        let widgets = fields.iter().flat_map(|field| &field.widgets);
        let is_changed = |page: &usize, place| {
            let known = self.pages.get(page);
            known.is_some_and(|known| known.moved.reach(place))
        };
        let places = widgets.map(|widget| (widget.place.page, widget.place));
        let changed = places.filter(|(page, place)| is_changed(page, *place));
        changed.map(|(page, _)| page).collect()
    }

    /// Whether a word that the blank form prints just there is missing on the page of a file. Of
    /// pages that lie in no known way none is.
    pub(super) fn misses_word_at(&self, page: usize, point: Point) -> bool {
        let known = self.pages.get(&page);
        known.is_some_and(|known| known.moved.misses_word_at(&self.words, page, point))
    }

    /// The same of the word with this number among those of its page in the blank form.
    pub(super) fn misses_word(&self, page: usize, number: usize) -> bool {
        let known = self.pages.get(&page);
        known.is_some_and(|known| known.moved.misses_word(number))
    }

    /// Whether the blank form prints a word of a run just there, or another number of its version,
    /// or another version of it does.
    pub(super) fn has_word(&self, run: &PlacedText, words: &Words<'_>, index: usize) -> bool {
        step();
        let page = run.place.page;
        let (text, place) = words.get(index);
        self.pages.get(&page).is_some_and(|known| {
            let point = known.transform.in_blank((place.left, run.baseline()));
            let is_own = |text| {
                self.words.has_near(page, text, point)
                    || known.moved.has(&self.words, page, text, point)
            };
            self.words.number(text).is_some_and(is_own)
                || self.is_version_number(known, run, words, index)
                || self.is_page_number(known, run, words)
        })
    }

    /// Whether the file prints a word of this text, near its place, more often than the blank form.
    pub(super) fn is_overprinted(&self, word: &PlacedText) -> bool {
        let page = word.place.page;
        self.pages.get(&page).is_some_and(|known| {
            let point = (word.place.left, word.baseline());
            let point = known.transform.in_blank(point);
            known.overprinted.has(&self.words, page, &word.text, point)
        })
    }

    /// Whether a word is the number behind the word that the blank form prints before its own: the
    /// file is of another version of the form.
    fn is_version_number(
        &self,
        known: &KnownPage,
        run: &PlacedText,
        words: &Words<'_>,
        index: usize,
    ) -> bool {
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let (number, (version, place)) = (words.get(index).0, words.get(before));
        let page = run.place.page;
        let point = known.transform.in_blank((place.left, run.baseline()));
        let mut versions = self.versions.iter();
        let is_moved = |text| known.moved.has(&self.words, page, text, point);
        let is_own = versions.any(|(own_page, own)| *own_page == page && is_near(*own, point))
            || self.words.number(version).is_some_and(is_moved);
        is_own && words::is_version(&format!("{version} {number}"))
    }

    /// Whether a run is the number of a page in the place of the form's own: another version of it
    /// has more pages, or fewer.
    fn is_page_number(&self, known: &KnownPage, run: &PlacedText, words: &Words<'_>) -> bool {
        if !self.numbering.is_some_and(|own| own.is_page_of(&run.text)) {
            return false;
        }
        let (text, place) = words.get(0);
        let point = known.transform.in_blank((place.left, run.baseline()));
        let is_own = |text| self.words.has_near(run.place.page, text, point);
        self.words.number(text).is_some_and(is_own)
    }

    /// Whether a text that means this, at the beginning of a run, is filled in and none of the
    /// form's own. Labels and headings that the blank form does not print so are not judged: it may
    /// have them as parts of longer texts.
    pub(super) fn is_filled_in(&self, meaning: &Meaning, text: &str, run: &PlacedText) -> bool {
        let is_judged = match meaning {
            Meaning::Content | Meaning::Option => false,
            Meaning::Furniture | Meaning::Continued => true,
            _ => self.texts.contains(&normal(text)),
        };
        let words = Words::of(run);
        let length = text.split_whitespace().count();
        is_judged && self.has_words(run, &words, length) == Some(false)
    }

    fn has_words(&self, run: &PlacedText, words: &Words<'_>, length: usize) -> Option<bool> {
        self.pages.get(&run.place.page)?;
        let mut first = 0..length.min(words.count());
        Some(first.all(|index| self.has_word(run, words, index)))
    }
}

/// The pages with too few words to tell how they lie, of which all are found where they stand if
/// the page lies as the nearest known one.
fn silent_pages(
    words: &OwnWords,
    found: &HashMap<usize, FoundWords>,
    known: &HashMap<usize, KnownPage>,
) -> Vec<(usize, KnownPage)> {
    let silent = words.places.iter().filter(|(page, own)| {
        let is_silent = own.len() < WORDS_MIN;
        is_silent && !known.contains_key(page)
    });
    let lies = silent.filter_map(|(page, own)| {
        let transform = nearest(known, *page)?;
        let seen = words.seen_count(*page, &transform, found.get(page)?);
        let known = KnownPage {
            transform,
            seen,
            is_certain: true,
            moved: MovedWords::default(),
            overprinted: OverprintedWords::default(),
        };
        (seen == own.len()).then_some((*page, known))
    });
    lies.collect()
}

/// How the nearest page lies of which that is known.
fn nearest(known: &HashMap<usize, KnownPage>, page: usize) -> Option<PageTransform> {
    let numbers = known.keys().inspect(|_| step());
    let number = numbers.min_by_key(|number| (number.abs_diff(page), **number))?;
    known.get(number).map(|nearest| nearest.transform)
}
