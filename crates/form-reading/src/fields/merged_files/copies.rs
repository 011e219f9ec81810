//! Fields that a program has copied. qpdf, which takes pages one by one, copies the whole of a
//! field for each page on which a part of it stands, as `costs`, `costs+1`, `costs+2`: of each
//! part one copy is on a page, where people see and change it, and the others are on none, or name
//! the same place. Of a field that stands on several pages each copy is on one.

use std::collections::{BTreeMap, BTreeSet};

use forms::Faults;
use forms::form_content::FormField;
use forms::form_type::FormType;

use super::names::first_name;
use super::places::is_same;
use super::unlike;

/// The fields with each copied part once, under its first name; `None` where none was copied.
/// Refused where a copy holds another value than the one on a page.
pub(super) fn without_copies(
    form_type: &FormType,
    fields: &[FormField],
    blank: &[FormField],
) -> Result<Option<Vec<FormField>>, Faults> {
    let mut dropped = BTreeSet::new();
    let mut renamed = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, numbers) in parts(fields, blank) {
        let Some(seen) = the_one_on_a_page(fields, &numbers, &name, blank) else {
            continue;
        };
        let others = numbers.iter().filter(|number| **number != seen);
        // What came after the copy was made is in the one that people see.
        let is_unlike = |other: &&usize| {
            let values = &fields[**other].values;
            let is_copy_of_nothing = values.is_empty() && !is_seen_elsewhere(fields, seen, **other);
            !is_copy_of_nothing && *values != fields[seen].values
        };
        if let Some(other) = others.clone().find(is_unlike) {
            let path = form_type.path_of_template_name(&name);
            let (seen, other) = (&fields[seen].name, &fields[*other].name);
            let problem = format!(
                "the field {seen} and the field {other}, which is a copy of the same, hold \
                 different values"
            );
            faults.push(unlike(path, problem));
        }
        let elsewhere = others.clone().copied();
        let elsewhere = elsewhere.filter(|other| is_seen_elsewhere(fields, seen, *other));
        let widgets = elsewhere.flat_map(|other| fields[other].widgets.clone());
        dropped.extend(others.copied());
        renamed.insert(seen, (name, widgets.collect::<Vec<_>>()));
    }
    let kept = fields.iter().enumerate();
    let kept = kept.filter(|(number, _)| !dropped.contains(number));
    let kept = kept.map(|(number, field)| {
        let mut field = field.clone();
        if let Some((name, widgets)) = renamed.remove(&number) {
            field.name = name;
            field.widgets.extend(widgets);
        }
        field
    });
    let single = (!dropped.is_empty()).then(|| kept.collect());
    Faults::unless_none(faults, single)
}

/// The numbers of fields and of their copies, by the names of the first. What has one name several
/// times is another matter, and so are notes. A name that the blank form has is none of a copy.
fn parts(fields: &[FormField], blank: &[FormField]) -> BTreeMap<String, Vec<usize>> {
    let own: BTreeSet<&str> = blank.iter().map(|field| field.name.as_str()).collect();
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, field) in fields.iter().enumerate() {
        if !field.kind.is_annotation() {
            by_name.entry(&field.name).or_default().push(number);
        }
    }
    let single = |name: &str| match by_name.get(name).map(Vec::as_slice) {
        Some([number]) => Some(*number),
        _ => None,
    };
    let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for name in by_name.keys().filter(|name| !own.contains(*name)) {
        let first = first_name(name).and_then(|first| Some((single(&first)?, first)));
        if let Some(((first, name), copy)) = first.zip(single(name)) {
            parts.entry(name).or_insert_with(|| vec![first]).push(copy);
        }
    }
    parts
}

/// Of a field and its copies the one that stands on a page, if only one does, or all that do stand
/// in one place (a copy still names the page of the first), or each where the form has the field.
fn the_one_on_a_page(
    fields: &[FormField],
    numbers: &[usize],
    name: &str,
    blank: &[FormField],
) -> Option<usize> {
    let mut seen = numbers
        .iter()
        .filter(|number| !fields[**number].stands_on_no_page());
    let first = seen.next()?;
    let own = blank.iter().find(|field| field.name == name);
    let own = own.map_or(&[][..], |own| &own.widgets);
    let pages: BTreeSet<usize> = own.iter().map(|widget| widget.place.page).collect();
    let is_own = |number: usize| {
        let mut widgets = fields[number].widgets.iter();
        widgets.all(|found| own.iter().any(|own| is_same(&found.place, &own.place)))
    };
    let is_there = |number: &usize| {
        fields[*number].widgets == fields[*first].widgets
            || pages.len() > 1 && is_own(*first) && is_own(*number)
    };
    seen.all(is_there).then_some(*first)
}

/// Whether a copy stands on a page, and not in the place of the first.
fn is_seen_elsewhere(fields: &[FormField], first: usize, copy: usize) -> bool {
    let copy = &fields[copy];
    !copy.stands_on_no_page() && copy.widgets != fields[first].widgets
}
