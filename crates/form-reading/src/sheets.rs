//! Files whose pages are not those of the blank form one by one: several pages on a sheet, scaled
//! and side by side, in another order, or behind a cover.
//!
//! They are taken apart into pages as the blank form has them before anything is read. A page of
//! the form that is not found in such a file is named: what is ticked there could not be told.

mod apart;
mod chosen;
mod continued;
mod division;
mod search;
mod shared;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use forms::form_content::{PagePlace, PrintedPages};
use forms::form_type::FormType;
use forms::words;
use forms::{Fault, Faults};

use self::apart::apart;
use self::chosen::{Areas, Chosen, chosen};
pub(crate) use self::continued::missing_pages;
use self::continued::{pages_count, printed_numbers};
use self::search::{Placement, placements};
pub(crate) use self::shared::shared_sheets;
use crate::blank_form::BlankForm;
use crate::flat::OwnPlaces;
use crate::outcome::content_error::ContentError;
use crate::outcome::sources::Sources;
use crate::page_alignment::own_words::{FoundWords, WORDS_MIN};
use crate::page_alignment::page_transform::PageTransform;

/// On pages that are printed smaller, a mark in a box and its frame are so near to each other that
/// they have to be made larger before they are told apart.
const SCALE_MIN: f32 = 0.6;

/// Width and height of A4 paper, in points.
const PAPER: (f32, f32) = (595.0, 842.0);

/// What is wrong with a page of the form that is not found.
const NOT_FOUND: &str = "this page of the form is not found in the PDF, so what is filled in there \
                         cannot be read; print all pages of the present form to PDF, one page on \
                         a sheet, and upload that, or upload the PDF with its fields";

/// What is wrong with a page of the form that is found twice.
pub(crate) const UNCLEAR: &str = "this page of the form stands in the PDF more than once, and \
                                  which one counts cannot be told; upload a PDF in which each \
                                  page stands once";

/// What is wrong with a sheet that holds other pages, and they cannot be told from each other.
const CROWDED: &str = "this page of the PDF holds what stands on several pages of the form, and \
                       these cannot be told from each other; print the present form to PDF, one \
                       page on a sheet, and upload that, or upload the PDF with its fields";

/// The pages of a file as the blank form has them.
pub(crate) struct PagesApart<'file> {
    pub(crate) pages: Cow<'file, PrintedPages>,
    /// What the form prints on them, and how they lie.
    pub(crate) own: OwnPlaces,
    /// The page of the file on which each of them lies, and how; none where all are pages of it.
    moves: Moves,
}

/// By the number of the page that was taken out of a sheet.
type Moves = HashMap<usize, (usize, PageTransform)>;

impl<'file> PagesApart<'file> {
    /// Takes the pages of a file apart, where they are not those of the blank form one by one.
    ///
    /// # Errors
    ///
    /// Names the pages that cannot be found or told apart.
    pub(crate) fn of(
        form_type: &FormType,
        pages: &'file PrintedPages,
        blank: BlankForm<'_>,
    ) -> Result<Self, ContentError> {
        let own = OwnPlaces::of(form_type, &pages.texts, blank.texts);
        let apart = pages_apart(form_type, pages, blank, &own);
        let apart = apart.and_then(|apart| complete(form_type, pages, blank, apart));
        let apart = apart.map_err(|faults| ContentError {
            faults,
            ambiguous: true,
        })?;
        Ok(match apart {
            None => Self {
                pages: Cow::Borrowed(pages),
                own,
                moves: Moves::new(),
            },
            Some((pages, moves)) => Self {
                own: OwnPlaces::of(form_type, &pages.texts, blank.texts),
                pages: Cow::Owned(pages),
                moves,
            },
        })
    }

    /// Says of the sources where they stand in the file.
    pub(crate) fn move_back(&self, sources: &mut Sources) {
        sources.move_places(|place| match self.moves.get(&place.page) {
            Some((page, transform)) => PagePlace {
                page: *page,
                ..transform.in_file(place)
            },
            None => place,
        });
    }
}

/// The pages taken apart, if no continuation page is missing.
fn complete(
    form_type: &FormType,
    pages: &PrintedPages,
    blank: BlankForm<'_>,
    apart: Option<(PrintedPages, Moves)>,
) -> Result<Option<(PrintedPages, Moves)>, Faults> {
    let found = apart.as_ref().map_or(pages, |(pages, _)| pages);
    let numbers = printed_numbers(&found.texts, &words::continuation_title(&form_type.title));
    let faults = continued::faults(&numbers, pages_count(blank), apart.is_some());
    Faults::unless_none(faults, apart)
}

/// The pages taken apart; `None` where they are those of the blank form, or nothing is known of
/// them.
fn pages_apart(
    form_type: &FormType,
    pages: &PrintedPages,
    blank: BlankForm<'_>,
    own: &OwnPlaces,
) -> Result<Option<(PrintedPages, Moves)>, Faults> {
    let with_fields = pages_with_fields(blank);
    let says_enough = |page: &usize| own.words().count(*page) >= WORDS_MIN;
    let behind = continued::on_own_sheets(form_type, pages, own);
    let is_shared = behind.is_none();
    let found = own.words().found_in(&pages.texts);
    let are_reduced = own.known_pages().any(|page| usual(page).is_reduced());
    let is_left_out =
        |page: &usize| are_reduced && own.transform(*page).is_none() && !has_page(pages, *page);
    let is_usual_file = || !is_shared && !with_fields.iter().any(is_left_out);
    if with_fields.is_empty() || are_in_their_places(own, &found) && is_usual_file() {
        return Ok(None);
    }
    let areas = areas(blank);
    let behind = behind.unwrap_or_default();
    let is_in_its_place = |page| own.transform(page).is_some_and(is_large);
    // Continuation pages print labels again.
    let is_repeated =
        |one: &Placement| behind.contains(&one.file_page) && is_in_its_place(one.blank_page);
    let chosen = found_places(own, &found, &areas, is_repeated);
    let is_printed = |page| own.words().is_on_one(page, &found, |_| true);
    // Fewer words than usually tell how a page lies are enough to find it.
    let is_known = |one: &Placement| own.transform(one.blank_page).is_some();
    let is_usual =
        |one: &Placement| one.has_own_number() && is_large(&one.transform) && is_known(one);
    let is_as_usual = chosen.placements.iter().all(is_usual) && !is_shared;
    // Where others are elsewhere, so may be the ones that print too little to be looked for.
    let needed = with_fields.iter().copied();
    let needed = needed
        .filter(|page| !is_as_usual || says_enough(page) || is_left_out(page))
        .collect();
    Faults::unless_none(faults(&chosen, &needed, is_printed), ())?;
    if is_as_usual || chosen.placements.is_empty() {
        return Ok(None);
    }
    let apart = apart(form_type, pages, blank, &chosen.placements, &areas);
    apart.map(Some).map_err(|sheet| crowded(sheet).into())
}

/// Whether each page of the form lies on the page of the file with its number, whole, and on no
/// other one.
fn are_in_their_places(own: &OwnPlaces, found: &HashMap<usize, FoundWords>) -> bool {
    let mut known = own.words().pages();
    known.all(|page| {
        let is_elsewhere = || own.words().is_on_one(page, found, |on| on != page);
        let is_certain = || {
            let transform = own.transform(page).filter(|_| own.is_certain(page));
            transform.is_some_and(is_large)
        };
        own.words().count(page) < WORDS_MIN || is_certain() && !is_elsewhere()
    })
}

/// Where each page lies; places that are none are left out.
fn found_places(
    own: &OwnPlaces,
    found: &HashMap<usize, FoundWords>,
    areas: &Areas,
    is_none: impl Fn(&Placement) -> bool,
) -> Chosen {
    let mut all = placements(own.words(), found);
    all.retain(|one| !is_none(one));
    all.extend(own.known_pages().map(usual));
    chosen(all, areas)
}

fn crowded(sheet: usize) -> Fault {
    Fault::new(words::page(sheet + 1), CROWDED.to_owned())
}

/// Whether anything stands on a page of the file.
fn has_page(pages: &PrintedPages, page: usize) -> bool {
    pages.texts.iter().any(|run| run.place.page == page)
        || pages.shapes.iter().any(|shape| shape.place.page == page)
}

fn is_large(transform: &PageTransform) -> bool {
    transform.scale() >= SCALE_MIN
}

fn usual((page, transform, seen): (usize, PageTransform, usize)) -> Placement {
    Placement {
        blank_page: page,
        file_page: page,
        transform,
        seen,
    }
}

/// What is wrong with the pages that have to be found.
fn faults(
    chosen: &Chosen,
    needed: &BTreeSet<usize>,
    is_printed: impl Fn(usize) -> bool,
) -> Vec<Fault> {
    let is_found = |page: usize| chosen.of_page(page).is_some();
    let is_any_found = needed.iter().any(|page| is_found(*page));
    let missing = needed
        .iter()
        .filter(|page| !is_found(**page) && (is_any_found || is_printed(**page)));
    let unclear = chosen.unclear.intersection(needed);
    let unclear = unclear.map(|page| (page, UNCLEAR));
    let all = missing.map(|page| (page, NOT_FOUND)).chain(unclear);
    all.map(|(page, problem)| Fault::new(words::page(page + 1), problem.to_owned()))
        .collect()
}

fn pages_with_fields(blank: BlankForm<'_>) -> BTreeSet<usize> {
    let widgets = blank.fields.iter().flat_map(|field| &field.widgets);
    widgets.map(|widget| widget.place.page).collect()
}

/// Where each page of the form has its texts and fields. Fields may stand beside the page: paper is
/// taken to have the same margins on all sides of the texts, and to be no smaller than A4.
fn areas(blank: BlankForm<'_>) -> Areas {
    let mut areas = Areas::new();
    let mut paper = PAPER;
    for place in blank.texts.iter().map(|run| run.place) {
        let area = areas.entry(place.page).or_insert(place);
        *area = PagePlace::around([*area, place]).unwrap_or(place);
    }
    for text in areas.values() {
        paper.0 = paper.0.max(2.0 * text.left + text.width);
        paper.1 = paper.1.max(2.0 * text.top + text.height);
    }
    let widgets = blank.fields.iter().flat_map(|field| &field.widgets);
    for place in widgets.filter_map(|widget| within(widget.place, paper)) {
        if let Some(area) = areas.get_mut(&place.page) {
            *area = PagePlace::around([*area, place]).unwrap_or(place);
        }
    }
    areas
}

/// The part of a place that lies on paper of this width and height.
fn within(place: PagePlace, (width, height): (f32, f32)) -> Option<PagePlace> {
    let (left, top) = (place.left.max(0.0), place.top.max(0.0));
    let right = place.right().min(width);
    let bottom = place.bottom().min(height);
    (left < right && top < bottom).then_some(PagePlace {
        page: place.page,
        left,
        top,
        width: right - left,
        height: bottom - top,
    })
}
