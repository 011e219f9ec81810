//! Whose fields stand in the places of the form's, on the pages that are the form's.

use std::collections::{BTreeMap, BTreeSet};

use super::unlike;
use crate::form_content::{FormField, PagePlace};
use crate::form_type::FormType;
use crate::reading::sheets::UNCLEAR;
use crate::{Fault, words};

/// How far apart two places may be that are the same, in points.
const TOLERANCE: f32 = 1.5;

/// So many fields make a page that can be told from others.
const FIELDS_MIN: usize = 2;

/// Where fields stand on a page, with their names.
type Page<'form> = Vec<(&'form str, PagePlace)>;

/// Pages of the form that stand in the file more than once, and fields of the form in whose place
/// on its own page another field stands.
pub(super) fn faults(
    form_type: &FormType,
    fields: &[FormField],
    blank: &[FormField],
) -> Vec<Fault> {
    let (pages, own_pages) = (pages(fields), pages_of_form(blank));
    let names: BTreeSet<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let mut faults = Vec::new();
    for (number, own) in &own_pages {
        let found: Vec<usize> = numbers_of(own, &pages);
        if found.len() > numbers_of(own, &own_pages).len() {
            faults.push(Fault::new(words::page(number + 1), UNCLEAR.to_owned()));
            continue;
        }
        for (name, place) in own.iter().filter(|(name, _)| names.contains(name)) {
            let there = found.iter().flat_map(|page| {
                let widgets = pages[page].iter().map(move |widget| (*page, widget));
                widgets.filter(|(_, (_, found))| is_same(found, place))
            });
            let mut there: Vec<(usize, &str)> =
                there.map(|(page, (other, _))| (page, *other)).collect();
            if there.iter().any(|(_, other)| other == name) {
                continue;
            }
            // What stands there in the blank form as well is no stranger.
            there.retain(|(_, other)| !own.iter().any(|(known, _)| known == other));
            if let Some((page, other)) = there.first() {
                let problem = format!(
                    "the field {other} stands in its place on page {} of the PDF, and the field \
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

/// The numbers of the pages on which most fields stand where those of the form's page do.
fn numbers_of(own: &Page<'_>, pages: &BTreeMap<usize, Page<'_>>) -> Vec<usize> {
    let is_found = |page: &Page<'_>| {
        let is_there = |place: &PagePlace| page.iter().any(|(_, found)| is_same(found, place));
        let shared = own.iter().filter(|(_, place)| is_there(place)).count();
        shared >= FIELDS_MIN && 2 * shared > own.len() && 2 * shared > page.len()
    };
    let found = pages.iter().filter(|(_, page)| is_found(page));
    found.map(|(number, _)| *number).collect()
}

fn is_same(one: &PagePlace, other: &PagePlace) -> bool {
    let edges = |place: &PagePlace| [place.left, place.top, place.width, place.height];
    let edges = edges(one).into_iter().zip(edges(other));
    edges
        .into_iter()
        .all(|(one, other)| (one - other).abs() < TOLERANCE)
}
