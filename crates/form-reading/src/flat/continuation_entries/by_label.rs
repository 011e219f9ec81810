//! Finding the entries of continuation pages by their labels.

use std::collections::HashMap;

use super::{ContinuationEntry, LABEL_LINES_MAX};
use crate::flat::labels::bare;
use crate::steps::step;

/// The entries of all continuation pages.
pub(in crate::flat) struct EntriesByLabel {
    /// In their order.
    entries: Vec<ContinuationEntry>,
    /// The numbers of those whose labels are printed whole, by these.
    whole: HashMap<String, Vec<usize>>,
    /// Of a long label only the beginning is printed; then that.
    cut: HashMap<String, Vec<usize>>,
}

impl EntriesByLabel {
    pub(super) fn of(entries: Vec<ContinuationEntry>) -> Self {
        let mut whole: HashMap<String, Vec<usize>> = HashMap::new();
        let mut cut: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, entry) in entries.iter().enumerate() {
            let by_label = match entry.label_lines {
                LABEL_LINES_MAX => &mut cut,
                _ => &mut whole,
            };
            by_label.entry(bare(&entry.label)).or_default().push(number);
        }
        Self {
            entries,
            whole,
            cut,
        }
    }

    pub(in crate::flat) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(in crate::flat) fn get(&self, number: usize) -> &ContinuationEntry {
        &self.entries[number]
    }

    /// The numbers of the entries under this label, on one page if that is given, where they are
    /// just so many.
    pub(in crate::flat) fn numbers(
        &self,
        label: &str,
        page: Option<usize>,
        count: usize,
    ) -> Option<Vec<usize>> {
        let ends = (0..=label.len()).filter(|_| !self.cut.is_empty());
        let beginnings = ends.filter_map(|end| label.get(..end));
        let cut = beginnings.filter_map(|beginning| self.cut.get(beginning));
        let labelled = self.whole.get(label).into_iter().chain(cut);
        let found: Vec<&[usize]> = labelled
            .map(|numbers| self.on_page(numbers, page))
            .collect();
        if found.iter().map(|numbers| numbers.len()).sum::<usize>() != count {
            return None;
        }
        let mut found = found.concat();
        found.sort_unstable();
        Some(found)
    }

    fn on_page<'numbers>(
        &self,
        numbers: &'numbers [usize],
        page: Option<usize>,
    ) -> &'numbers [usize] {
        step();
        let Some(page) = page else {
            return numbers;
        };
        let first = numbers.partition_point(|number| self.entries[*number].page < page);
        let end = numbers.partition_point(|number| self.entries[*number].page <= page);
        &numbers[first..end]
    }
}
