//! Taking sheets apart: each page of the form becomes a page that lies as the blank form says, each
//! other page one behind those.

mod numbers;
mod painted;
mod sheet;

use std::collections::BTreeMap;

use forms::form_content::{PagePlace, PlacedText, PlacedWord, PrintedPages};
use forms::form_type::FormType;
use forms::words;

use self::numbers::numbers;
use self::painted::{shapes, undecodable};
use self::sheet::{Sheet, parts, sheets};
use super::chosen::Areas;
use super::continued::PrintedNumber;
use super::division::{Part, widest};
use super::search::Placement;
use super::{Moves, PAPER};
use crate::blank_form::BlankForm;
use crate::page_alignment::page_transform::PageTransform;

/// What is so many times as wide or high as all that the form prints on a page, and larger than
/// paper, is no single page.
const PAGE_MAX: f32 = 1.35;

/// A part of a page of the file.
type SheetPart = (usize, Part);

/// The pages, or the number of a page of the file that cannot be taken apart.
pub(super) fn apart(
    form_type: &FormType,
    pages: &PrintedPages,
    blank: BlankForm<'_>,
    placements: &[Placement],
    areas: &Areas,
) -> Result<(PrintedPages, Moves), usize> {
    let title = words::continuation_title(&form_type.title);
    let sheets = sheets(pages, placements, areas, &title);
    let unclear = sheets
        .iter()
        .filter(|(_, sheet)| !sheet.division.is_clear());
    if let Some(page) = unclear.map(|(page, _)| *page).min() {
        return Err(page);
    }
    let mut texts: BTreeMap<SheetPart, Vec<PlacedText>> = BTreeMap::new();
    for run in &pages.texts {
        let number = run.place.page;
        for (part, run) in parts(run, sheets.get(&number)) {
            texts.entry((number, part)).or_default().push(run);
        }
    }
    let first = areas.keys().max().map_or(0, |last| last + 1);
    let numbers = numbers(&texts, first, &title);
    let mut moves = Moves::new();
    let mut new_texts = Vec::new();
    for (part, runs) in texts {
        let sheet = sheets.get(&part.0);
        let (page, transform) = match (sheet, part.1) {
            (Some(sheet), Part::Placed(number)) => {
                let placement = &sheet.placements[number];
                (placement.blank_page, placement.transform)
            }
            (sheet, Part::Other(..)) => {
                let transform = other_page(sheet, &runs, &title, areas).ok_or(part.0)?;
                (numbers[&part], transform)
            }
            (None, Part::Placed(_)) => continue,
        };
        moves.insert(page, (part.0, transform));
        new_texts.extend(runs.into_iter().map(|run| moved(run, page, &transform)));
    }
    new_texts.sort_by_key(|run| run.place.page);
    let pages = PrintedPages {
        texts: new_texts,
        comments: pages.comments.clone(),
        shapes: shapes(&pages.shapes, &sheets),
        undecodable: undecodable(&pages.undecodable, blank, &sheets),
    };
    Ok((pages, moves))
}

/// How a page that is none of the form's lies on its sheet: scaled as the others, and with its left
/// edge where theirs is. `None` where these texts are of several pages, or of a continuation page
/// that prints its number as larger or smaller pages do.
fn other_page(
    sheet: Option<&Sheet>,
    runs: &[PlacedText],
    title: &str,
    areas: &Areas,
) -> Option<PageTransform> {
    let around = PagePlace::around(runs.iter().map(|run| run.place));
    let (Some(sheet), Some(around)) = (sheet, around) else {
        return Some(PageTransform::default());
    };
    let titles = runs.iter().filter(|run| run.text.trim() == title);
    let number = PrintedNumber::of(runs.iter(), title);
    let is_one = match titles.count() {
        0 => true,
        1 => number.is_some_and(|number| number.has_scale(sheet.scale)),
        _ => false,
    };
    let widest = widest(areas);
    let room = |of_form: f32, of_paper: f32| sheet.scale * (PAGE_MAX * of_form).max(of_paper);
    let has_room = around.width <= room(widest.width, PAPER.0)
        && around.height <= room(widest.height, PAPER.1);
    let own = (widest.left, widest.top);
    let found = (around.left, around.top);
    (has_room && is_one).then(|| PageTransform::scaled(sheet.scale, own, found))
}

/// A text of a sheet as it stands on its page.
fn moved(run: PlacedText, page: usize, transform: &PageTransform) -> PlacedText {
    let place = |place: PagePlace| PagePlace {
        page,
        ..transform.place_in_blank(place)
    };
    let across = |right: f32| transform.in_blank((right, 0.0)).0;
    let word = |word: &PlacedWord| PlacedWord {
        left: across(word.left),
        right: across(word.right),
        ..*word
    };
    PlacedText {
        place: place(run.place),
        words: run.words.iter().map(word).collect(),
        clipped_by: run.clipped_by.map(place),
        ..run
    }
}
