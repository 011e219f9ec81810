//! Fields that a program has copied. qpdf, which takes pages one by one, copies the whole of a
//! field for each page on which a part of it stands, as `costs`, `costs+1`, `costs+2`: of each
//! part one copy is on a page, where people see and change it, and the others are on none, or on
//! the same.

use std::collections::{BTreeMap, BTreeSet};

use super::unlike;
use crate::Faults;
use crate::form_content::FormField;
use crate::form_type::FormType;

/// The fields with each copied part once, under its first name; `None` where none was copied.
/// Refused where a copy that nobody sees holds another value than the one on a page.
pub(super) fn without_copies(
    form_type: &FormType,
    fields: &[FormField],
) -> Result<Option<Vec<FormField>>, Faults> {
    let mut dropped = BTreeSet::new();
    let mut renamed = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, numbers) in parts(fields) {
        let Some(seen) = only_one_on_a_page(fields, &numbers) else {
            continue;
        };
        let others = numbers.iter().filter(|number| **number != seen);
        if let Some(other) = others
            .clone()
            .find(|other| fields[**other].values != fields[seen].values)
        {
            let path = form_type.path_of_template_name(&name);
            let (seen, other) = (&fields[seen].name, &fields[*other].name);
            let problem = format!(
                "the field {seen} on a page of the PDF and the field {other}, a copy that nobody \
                 sees, hold different values"
            );
            faults.push(unlike(path, problem));
        }
        dropped.extend(others.copied());
        renamed.insert(seen, name);
    }
    let kept = fields.iter().enumerate();
    let kept = kept.filter(|(number, _)| !dropped.contains(number));
    let kept = kept.map(|(number, field)| FormField {
        name: renamed
            .remove(&number)
            .unwrap_or_else(|| field.name.clone()),
        ..field.clone()
    });
    let single = (!dropped.is_empty()).then(|| kept.collect());
    Faults::unless_none(faults, single)
}

/// The numbers of fields and of their copies, by the names of the first. What has one name several
/// times is another matter, and so are notes.
fn parts(fields: &[FormField]) -> BTreeMap<String, Vec<usize>> {
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
    for name in by_name.keys() {
        let first = first_name(name).and_then(|first| Some((single(&first)?, first)));
        if let Some(((first, name), copy)) = first.zip(single(name)) {
            parts.entry(name).or_insert_with(|| vec![first]).push(copy);
        }
    }
    parts
}

/// Of several fields the one that stands on a page, if only one does, or all that do stand in one
/// place: a copy still names the page of the first.
fn only_one_on_a_page(fields: &[FormField], numbers: &[usize]) -> Option<usize> {
    let mut seen = numbers
        .iter()
        .filter(|number| !fields[**number].stands_on_no_page());
    let first = seen.next().filter(|_| numbers.len() > 1)?;
    let is_there = |number: &usize| fields[*number].widgets == fields[*first].widgets;
    seen.all(is_there).then_some(*first)
}

/// The name that `costs+1.12.name` was copied from: `costs.12.name`.
fn first_name(name: &str) -> Option<String> {
    let (root, rest) = match name.split_once('.') {
        Some((root, rest)) => (root, Some(rest)),
        None => (name, None),
    };
    let (first, number) = root.rsplit_once('+')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| match rest {
        Some(rest) => format!("{first}.{rest}"),
        None => first.to_owned(),
    })
}
