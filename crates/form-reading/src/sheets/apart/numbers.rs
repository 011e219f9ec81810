//! The numbers of pages that are none of the form's: continuation pages say theirs, others follow
//! behind all pages.

use std::collections::{BTreeMap, HashMap, HashSet};

use forms::form_content::PlacedText;

use super::SheetPart;
use crate::sheets::continued::PrintedNumber;
use crate::sheets::division::Part;

/// A number for each of these, beginning with this one.
pub(super) fn numbers(
    texts: &BTreeMap<SheetPart, Vec<PlacedText>>,
    first: usize,
    title: &str,
) -> HashMap<SheetPart, usize> {
    let mut numbers = HashMap::new();
    let mut taken = HashSet::new();
    let is_other = |(_, part): &SheetPart| matches!(part, Part::Other(..));
    let others = texts.iter().filter(|(part, _)| is_other(part));
    let (said, silent): (Vec<_>, Vec<_>) = others
        .map(|(part, runs)| {
            (
                *part,
                PrintedNumber::of(runs.iter(), title)
                    .map(|printed| printed.number - 1)
                    .filter(|page| *page >= first),
            )
        })
        .partition(|(_, number)| number.is_some_and(|number| taken.insert(number)));
    let said = said.into_iter();
    numbers.extend(said.filter_map(|(part, number)| Some((part, number?))));
    let behind = taken
        .iter()
        .max()
        .map_or(first, |last| last.saturating_add(1));
    let silent = silent.into_iter().enumerate();
    numbers.extend(silent.map(|(index, (part, _))| (part, behind.saturating_add(index))));
    numbers
}
