//! Whose fields stand in the places of the form's, on the pages that are the form's.

use std::collections::{BTreeMap, BTreeSet};

use forms::form_content::{FormField, PagePlace};
use forms::form_type::FormType;
use forms::{Fault, words};

use super::names::is_twin;
use super::unlike;
use crate::sheets::UNCLEAR;

/// How far apart two places may be that are the same, in points.
const TOLERANCE: f32 = 1.5;

/// So many fields make a page that can be told from others.
const FIELDS_MIN: usize = 2;

/// Where fields stand on a page, with their names.
type Page<'form> = Vec<(&'form str, PagePlace)>;

/// Pages of the form that stand in the file more than once, and fields of the form in whose place
/// on its own page one stands that had its name in another PDF.
pub(super) fn faults(
    form_type: &FormType,
    fields: &[FormField],
    blank: &[FormField],
) -> Vec<Fault> {
    let (pages, own_pages) = (pages(fields), pages_of_form(blank));
    let names: BTreeSet<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let mut faults = Vec::new();
    for (number, own) in &own_pages {
        let found = pages.iter().filter(|(_, page)| is_page(page, own));
        let found: Vec<(usize, &Page<'_>)> = found.map(|(page, it)| (*page, it)).collect();
        let [(page, found)] = found[..] else {
            let alike = own_pages.values().filter(|page| has_most(page, own));
            if found.len() > alike.count() {
                faults.push(Fault::new(words::page(number + 1), UNCLEAR.to_owned()));
            }
            continue;
        };
        for (name, place) in own.iter().filter(|(name, _)| names.contains(name)) {
            let there = found.iter().filter(|(_, found)| is_same(found, place));
            let there: Vec<&str> = there.map(|(other, _)| *other).collect();
            let twin = there.iter().find(|other| is_twin(other, name));
            if let Some(twin) = twin.filter(|_| !there.contains(name)) {
                let problem = format!(
                    "the field {twin} stands in its place on page {} of the PDF, and the field \
                     {name} does not",
                    page + 1
                );
                faults.push(unlike(form_type.path_of_template_name(name), problem));
            }
        }
    }
    faults
}

fn pages_of_form(blank: &[FormField]) -> BTreeMap<usize, Page<'_>> {
    let mut pages = pages(blank);
    pages.retain(|_, page| page.len() >= FIELDS_MIN);
    pages
}

fn pages(fields: &[FormField]) -> BTreeMap<usize, Page<'_>> {
    let mut pages: BTreeMap<usize, Page<'_>> = BTreeMap::new();
    for field in fields {
        for widget in &field.widgets {
            let page = pages.entry(widget.place.page).or_default();
            page.push((&field.name, widget.place));
        }
    }
    pages
}

/// Whether a page of the file is this one of the form's, whose fields make up most of it.
fn is_page(page: &Page<'_>, own: &Page<'_>) -> bool {
    let shared = shared(page, own);
    is_most(shared, own) && 2 * shared > page.len()
}

/// Whether most fields of the form's page stand on another one as well, as where each field of a
/// form stands on two pages.
fn has_most(page: &Page<'_>, own: &Page<'_>) -> bool {
    is_most(shared(page, own), own)
}

fn is_most(shared: usize, own: &Page<'_>) -> bool {
    shared >= FIELDS_MIN && 2 * shared > own.len()
}

/// How many fields of the form's page stand on a page in their places, be it under the names that
/// they get when PDFs are put together.
fn shared(page: &Page<'_>, own: &Page<'_>) -> usize {
    let is_there = |name: &str, place: &PagePlace| {
        let mut there = page.iter().filter(|(_, found)| is_same(found, place));
        there.any(|(other, _)| *other == name || is_twin(other, name))
    };
    own.iter()
        .filter(|(name, place)| is_there(name, place))
        .count()
}

/// Whether two places are the same on their pages.
pub(super) fn is_same(one: &PagePlace, other: &PagePlace) -> bool {
    let edges = |place: &PagePlace| [place.left, place.top, place.width, place.height];
    let edges = edges(one).into_iter().zip(edges(other));
    edges
        .into_iter()
        .all(|(one, other)| (one - other).abs() < TOLERANCE)
}
