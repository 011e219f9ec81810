//! The pages of a file that hold pages of the form, or pages like these.

use std::collections::{BTreeMap, HashMap, HashSet};

use forms::form_content::{PagePlace, PlacedText, PrintedPages};

use crate::flat::letter_middle;
use crate::sheets::chosen::Areas;
use crate::sheets::continued::{PrintedNumber, printed_numbers};
use crate::sheets::division::{Division, Part};
use crate::sheets::search::Placement;
use crate::text_layout::placed_words::Words;

/// A page of the file, with the pages of the form on it.
pub(super) struct Sheet {
    pub(super) placements: Vec<Placement>,
    pub(super) division: Division,
    /// How large its other pages are.
    pub(super) scale: f32,
}

/// The sheets with pages of the form, and those with continuation pages alone.
pub(super) fn sheets(
    pages: &PrintedPages,
    placements: &[Placement],
    areas: &Areas,
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
    let numbers = printed_numbers(&pages.texts, title);
    let fullest = by_page.values().max_by_key(|placements| placements.len());
    let fullest = fullest.filter(|_| is_shared).map(Vec::as_slice);
    let others = titled.iter().filter(|page| !by_page.contains_key(page));
    let others = others.filter_map(|page| {
        let sheet = continued(numbers.get(page), fullest, areas)?;
        Some((*page, sheet))
    });
    let mut sheets: HashMap<usize, Sheet> = others.collect();
    sheets.extend(by_page.into_iter().map(|(page, placements)| {
        let division = Division::of(&placements, areas, is_shared);
        let scale = scale(&placements);
        (page, Sheet::of(placements, division, scale))
    }));
    sheets
}

/// A page of the file with continuation pages alone: divided like the fullest sheet, or one page
/// where no sheets are shared or its number is printed larger or smaller. `None` where it is as it
/// was written.
fn continued(
    printed: Option<&PrintedNumber>,
    fullest: Option<&[Placement]>,
    areas: &Areas,
) -> Option<Sheet> {
    let usual = fullest.map_or(1.0, scale);
    match (printed.filter(|printed| !printed.has_scale(usual)), fullest) {
        (Some(PrintedNumber { scale, .. }), _) => {
            let division = Division::single(*scale);
            Some(Sheet::of(Vec::new(), division, *scale))
        }
        (None, Some(placements)) => {
            let division = Division::of(placements, areas, true).without_pages();
            Some(Sheet::of(Vec::new(), division, usual))
        }
        (None, None) => None,
    }
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
        match self.division.part(area.middle()) {
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
        return vec![(sheet.division.part(area.middle()), run.clone())];
    }
    let words = Words::of(run);
    let (_, height) = letter_middle(run.place);
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
