//! The continuation pages of a file: each prints a title, and its number beside that.
//!
//! The numbers say in which order the pages belong, how large they are, and which are missing:
//! what stood on a page that was left out cannot be told, and what is left would pass for all.

use std::collections::{BTreeMap, HashSet};

use forms::Fault;
use forms::form_content::{PlacedText, PrintedPages};
use forms::form_type::FormType;
use forms::words;

use super::{UNCLEAR, pages_with_fields};
use crate::blank_form::BlankForm;
use crate::flat::OwnPlaces;
use crate::steps::step;

/// The number stands on the line of the title, give or take so many points.
const SAME_LINE: f32 = 2.0;

/// A page is as large as others if its size differs by no more than this share of theirs.
const SAME_SCALE: f32 = 0.1;

/// What is wrong with a continuation page that is not found.
const LEFT_OUT: &str = "this page is not found in the PDF, so what stands there cannot be read; \
                        upload the PDF with all its pages";

/// The pages of a file that are continuation pages, each alone on its sheet and where its number
/// says; `None` where one is not.
pub(super) fn on_own_sheets(
    form_type: &FormType,
    pages: &PrintedPages,
    own: &OwnPlaces,
) -> Option<HashSet<usize>> {
    let title = words::continuation_title(&form_type.title);
    let titles = pages.texts.iter().filter(|run| run.text.trim() == title);
    let mut titled = HashSet::new();
    let mut titles = titles.map(|run| run.place.page);
    let are_alone = titles.all(|page| own.transform(page).is_none() && titled.insert(page));
    let numbers = printed_numbers(&pages.texts, &title);
    let mut numbers = numbers.iter();
    let are_in_order = numbers.all(|(page, printed)| page + 1 == printed.number);
    (are_alone && are_in_order).then_some(titled)
}

/// What a continuation page prints beside its title.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PrintedNumber {
    /// From 1 for the first page of the filled form.
    pub(super) number: usize,
    /// How many pages the filled form has, where the page says so.
    count: Option<usize>,
    /// How large the page is, beside what was written.
    pub(super) scale: f32,
}

impl PrintedNumber {
    /// The number beside the first title among the texts of a page, if there are any.
    pub(super) fn of<'text>(
        runs: impl Iterator<Item = &'text PlacedText> + Clone,
        title: &str,
    ) -> Option<Self> {
        let mut all = runs.clone().inspect(|_| step());
        let heading = all.find(|run| run.text.trim() == title)?;
        let beside = runs.filter(|run| {
            step();
            run.place.left > heading.place.left
                && (run.baseline() - heading.baseline()).abs() <= SAME_LINE
        });
        let numbered = beside.filter_map(|run| {
            let numbers = words::numbered_page(&run.text);
            Some((run.place, numbers.filter(|(number, _)| *number > 0)?))
        });
        // Where pages stand beside each other, the next one's follows.
        let nearest = numbered.min_by(|one, other| one.0.left.total_cmp(&other.0.left));
        nearest.map(|(place, (number, count))| Self {
            number,
            count,
            scale: place.height / words::PAGE_NUMBER_SIZE,
        })
    }

    /// Whether its page is as large as this.
    pub(super) fn has_scale(&self, scale: f32) -> bool {
        (self.scale - scale).abs() <= SAME_SCALE * scale
    }
}

/// The numbers that the continuation pages of a file print, by the pages of the file.
pub(super) fn printed_numbers(texts: &[PlacedText], title: &str) -> BTreeMap<usize, PrintedNumber> {
    let mut by_page: BTreeMap<usize, Vec<&PlacedText>> = BTreeMap::new();
    for run in texts {
        step();
        by_page.entry(run.place.page).or_default().push(run);
    }
    let numbers = by_page.into_iter().filter_map(|(page, runs)| {
        let number = PrintedNumber::of(runs.into_iter(), title)?;
        Some((page, number))
    });
    numbers.collect()
}

/// The continuation pages that are missing in a file, or stand there twice, by what its other pages
/// print: programs that take a page out mostly take its fields as well.
pub(crate) fn missing_pages(
    form_type: &FormType,
    texts: &[PlacedText],
    blank: BlankForm<'_>,
) -> Vec<Fault> {
    let numbers = printed_numbers(texts, &words::continuation_title(&form_type.title));
    faults(&numbers, pages_count(blank), false)
}

/// How many pages the blank form has, as far as it prints something on them.
pub(super) fn pages_count(blank: BlankForm<'_>) -> usize {
    let texts = blank.texts.iter().map(|run| run.place.page);
    let last = texts.chain(pages_with_fields(blank)).max();
    last.map_or(0, |last| last + 1)
}

/// What is wrong with the continuation pages behind a form of so many pages: one is missing, or
/// stands in the file twice. Of a gap, the first page is named. Where no page was moved, those
/// before the first one are in the file, though the form may print nothing there.
pub(super) fn faults(
    numbers: &BTreeMap<usize, PrintedNumber>,
    form_pages: usize,
    are_moved: bool,
) -> Vec<Fault> {
    let mut printed: Vec<usize> = numbers.values().map(|printed| printed.number).collect();
    printed.sort_unstable();
    let before = (are_moved && !printed.is_empty()).then_some(form_pages);
    // The last page is missing where none follows up to the number behind it.
    let count = numbers.values().filter_map(|printed| printed.count).max();
    let behind = count.filter(|count| printed.last().is_some_and(|last| last < count));
    let behind = behind.map(|count| count.saturating_add(1));
    let all: Vec<usize> = before.into_iter().chain(printed).chain(behind).collect();
    let fault = |pair: &[usize]| match (pair[0], pair[1]) {
        (one, other) if one == other && one > form_pages => {
            Some(Fault::new(words::page(one), UNCLEAR.to_owned()))
        }
        (one, other) if other.saturating_sub(one) > 1 => {
            Some(Fault::new(words::page(one + 1), LEFT_OUT.to_owned()))
        }
        _ => None,
    };
    all.windows(2).filter_map(fault).collect()
}
