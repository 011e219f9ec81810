//! Which part of a sheet belongs to which page.
//!
//! A point belongs to the page of the form in whose area it is, or to the nearest one. What lies
//! farther from all of them, as continuation pages do, is a page of its own for each part of the
//! sheet, as rows and columns of pages divide it.

use forms::form_content::PagePlace;

use super::chosen::{Areas, area};
use super::search::Placement;
use crate::page_alignment::page_transform::Point;
use crate::steps::step;

/// What is typed into the margin of a page is so near to what that prints, in points of the form.
const MARGIN: f32 = 18.0;

/// How far around all pages of the form on a sheet their rows and columns reach, in points of the
/// form: continuation pages may begin somewhat higher.
const OUTER_MARGIN: f32 = 60.0;

/// The areas of two pages may lie over each other by this much, in points of the form: how long
/// texts are is not always known.
const OVERLAP: f32 = 6.0;

/// A part of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// A page of the form, by the number of its placement on the sheet.
    Placed(usize),
    /// The row and the column of a page that is none of the form's.
    Other(usize, usize),
}

/// How a sheet is divided.
pub(super) struct Division {
    /// Where each page has its own area, and all that may be its margin.
    areas: Vec<(PagePlace, PagePlace)>,
    rows: Vec<(f32, f32)>,
    columns: Vec<(f32, f32)>,
    /// Whether there may be other pages on the sheet.
    is_shared: bool,
    /// How large the first page is.
    scale: f32,
}

impl Division {
    /// The division of a sheet with these pages of the form, at least one.
    pub(super) fn of(placements: &[Placement], areas: &Areas, is_shared: bool) -> Self {
        let widest = widest(areas);
        let both = placements.iter().filter_map(|placement| {
            let wide = placement.transform.in_file(widest);
            let margin = MARGIN * placement.transform.scale();
            Some((area(placement, areas)?, wider(wide, margin)))
        });
        let both: Vec<(PagePlace, PagePlace)> = both.collect();
        let scale = placements
            .first()
            .map_or(1.0, |first| first.transform.scale());
        let outer = OUTER_MARGIN * scale;
        let across = both.iter().map(|(own, _)| (own.left, own.right()));
        let down = both.iter().map(|(own, _)| (own.top, own.bottom()));
        Self {
            rows: bands(down.collect(), outer),
            columns: bands(across.collect(), outer),
            areas: both,
            is_shared,
            scale,
        }
    }

    /// A sheet that is one page, and none of the form's.
    pub(super) fn single(scale: f32) -> Self {
        Self {
            areas: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            is_shared: true,
            scale,
        }
    }

    /// Whether the areas of the pages lie beside each other.
    pub(super) fn is_clear(&self) -> bool {
        let mut areas = self.areas.iter().enumerate();
        let lies_over = |(number, (one, _)): (usize, &(PagePlace, PagePlace))| {
            let mut others = self.areas[..number].iter().inspect(|_| step());
            others.any(|(other, _)| is_over(*one, *other, OVERLAP * self.scale))
        };
        !areas.any(lies_over)
    }

    /// A sheet that lies as another one does, and has none of the form's pages.
    pub(super) fn without_pages(self) -> Self {
        Self {
            areas: Vec::new(),
            ..self
        }
    }

    /// The part in which a point lies.
    pub(super) fn part(&self, point: Point) -> Part {
        let numbered = self.areas.iter().enumerate().inspect(|_| step());
        let nearest = numbered.min_by(|one, other| {
            let (one, other) = (distance(one.1.0, point), distance(other.1.0, point));
            one.total_cmp(&other)
        });
        match nearest {
            Some((number, (_, wide))) if !self.is_shared || distance(*wide, point) <= 0.0 => {
                Part::Placed(number)
            }
            _ => Part::Other(band(&self.rows, point.1), band(&self.columns, point.0)),
        }
    }

    /// The pages of the form that an area touches, by the numbers of their placements.
    pub(super) fn touched(&self, area: PagePlace) -> impl Iterator<Item = usize> {
        let areas = self.areas.iter().enumerate();
        let is_touched = move |(_, (_, wide)): &(usize, &(PagePlace, PagePlace))| {
            step();
            is_over(area, *wide, 0.0)
        };
        areas.filter(is_touched).map(|(number, _)| number)
    }
}

/// The area that holds those of all pages.
pub(super) fn widest(areas: &Areas) -> PagePlace {
    let all = areas.values().map(|area| PagePlace { page: 0, ..*area });
    PagePlace::around(all).unwrap_or(PagePlace {
        page: 0,
        left: 0.0,
        top: 0.0,
        width: 0.0,
        height: 0.0,
    })
}

fn wider(area: PagePlace, margin: f32) -> PagePlace {
    PagePlace {
        page: area.page,
        left: area.left - margin,
        top: area.top - margin,
        width: area.width + 2.0 * margin,
        height: area.height + 2.0 * margin,
    }
}

/// From spans that lie over and beside each other to bands that touch each other.
fn bands(mut spans: Vec<(f32, f32)>, outer: f32) -> Vec<(f32, f32)> {
    spans.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut bands: Vec<(f32, f32)> = Vec::new();
    for (begin, end) in spans {
        step();
        match bands.last_mut() {
            Some(last) if begin <= last.1 => last.1 = last.1.max(end),
            _ => bands.push((begin, end)),
        }
    }
    for number in 1..bands.len() {
        let middle = f32::midpoint(bands[number - 1].1, bands[number].0);
        bands[number - 1].1 = middle;
        bands[number].0 = middle;
    }
    if let Some(first) = bands.first_mut() {
        first.0 -= outer;
    }
    if let Some(last) = bands.last_mut() {
        last.1 += outer;
    }
    bands
}

/// The number of the band in which something is, from 1; of what is before all of them 0.
fn band(bands: &[(f32, f32)], at: f32) -> usize {
    bands.partition_point(|(begin, _)| *begin <= at)
        + usize::from(bands.last().is_some_and(|last| at > last.1))
}

/// Whether one area lies over another by more than this, across and down.
fn is_over(one: PagePlace, other: PagePlace, by: f32) -> bool {
    let (across, down) = one.overlap(other);
    across > by && down > by
}

/// How far a point is from an area, across and down together.
fn distance(area: PagePlace, point: Point) -> f32 {
    let (across, down) = area.beyond(point);
    across + down
}
