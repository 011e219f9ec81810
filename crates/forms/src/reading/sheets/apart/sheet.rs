//! The pages of a file that hold pages of the form, or pages like these.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::form_content::{PagePlace, PlacedText, PrintedPages};
use crate::reading::flat::letter_middle;
use crate::reading::placed_words::Words;
use crate::reading::sheets::chosen::{Areas, middle};
use crate::reading::sheets::continued::printed_numbers;
use crate::reading::sheets::division::{Division, Part};
use crate::reading::sheets::search::Placement;

/// A page of the file, with the pages of the form on it.
pub(super) struct Sheet {
    pub(super) placements: Vec<Placement>,
    pub(super) division: Division,
    /// How large its other pages are.
    pub(super) scale: f32,
}

/// The sheets with pages of the form, and those with continuation pages. These are divided like
/// them, or one page alone where they print their number larger or smaller.
pub(super) fn sheets(
    pages: &PrintedPages,
    (placements, areas): (&[Placement], &Areas),
    title: &str,
) -> HashMap<usize, Sheet> {
    let mut by_page: BTreeMap<usize, Vec<Placement>> = BTreeMap::new();
    for placement in placements {
        by_page
            .entry(placement.file_page)
            .or_default()
            .push(*placement);
    }
    let titled = pages.texts.iter().filter(|run| run.text.trim() == title);
    let titled: Vec<usize> = titled.map(|run| run.place.page).collect();
    let is_repeated = titled.len() > titled.iter().collect::<HashSet<_>>().len();
    let titled: HashSet<usize> = titled.into_iter().collect();
    let mut is_shared = is_repeated;
    for (page, placements) in &by_page {
        is_shared |= placements.len() > 1 || titled.contains(page);
    }
    let numbers = printed_numbers(pages, title);
    let fullest = by_page.values().max_by_key(|placements| placements.len());
    let like_fullest = fullest.filter(|_| is_shared).map(|placements| {
        let pages = titled.iter().filter(|page| !by_page.contains_key(page));
        let scale = scale(placements);
        let sheet = |page: &usize| {
            let printed = numbers.get(page);
            let other = printed.filter(|printed| !printed.has_scale(scale));
            let division = match other {
                Some(other) => Division::single(other.scale),
                None => Division::of(placements, areas, true).without_pages(),
            };
            let scale = other.map_or(scale, |other| other.scale);
            (*page, Sheet::of(Vec::new(), division, scale))
        };
        pages.map(sheet).collect::<Vec<_>>()
    });
    let mut sheets: HashMap<usize, Sheet> = like_fullest.into_iter().flatten().collect();
    sheets.extend(by_page.into_iter().map(|(page, placements)| {
        let division = Division::of(&placements, areas, is_shared);
        let scale = scale(&placements);
        (page, Sheet::of(placements, division, scale))
    }));
    sheets
}

fn scale(placements: &[Placement]) -> f32 {
    let first = placements.first();
    first.map_or(1.0, |first| first.transform.scale())
}

impl Sheet {
    fn of(placements: Vec<Placement>, division: Division, scale: f32) -> Self {
        Self {
            placements,
            division,
            scale,
        }
    }

    /// Where a point belongs; `None` to no page of the form.
    pub(super) fn page_at(&self, area: PagePlace) -> Option<usize> {
        match self.division.part(middle(area)) {
            Part::Placed(number) => Some(number),
            Part::Other(..) => None,
        }
    }
}

/// The parts of a run that belong to parts of its sheet. What nobody sees belongs where it would be
/// seen if it had room.
pub(super) fn parts(run: &PlacedText, sheet: Option<&Sheet>) -> Vec<(Part, PlacedText)> {
    let Some(sheet) = sheet else {
        return vec![(Part::Other(0, 0), run.clone())];
    };
    if let Some(area) = run.clipped_by {
        return vec![(sheet.division.part(middle(area)), run.clone())];
    }
    let words = Words::of(run);
    let height = letter_middle(run.place);
    let part = |index: usize| {
        let (_, word) = words.get(index);
        let across = f32::midpoint(word.left, word.right);
        sheet.division.part((across, height))
    };
    let of_words: Vec<Part> = (0..words.count()).map(part).collect();
    let mut first = 0;
    let of_part = |alike: &[Part]| {
        let begin = first;
        first += alike.len();
        (alike[0], words.part(begin, first))
    };
    match of_words.chunk_by(|one, other| one == other).count() {
        1 => vec![(of_words[0], run.clone())],
        _ => of_words
            .chunk_by(|one, other| one == other)
            .map(of_part)
            .collect(),
    }
}
