//! What stands where on the continuation pages.

use super::flow::Element;
use super::planner::{Planner, RunningText};
use super::{ContinuationEntry, table};
use crate::font::FontFamily;

/// Finished pages, not yet drawn.
pub(crate) struct Plan<'entries> {
    pub(crate) entries: &'entries [ContinuationEntry],
    pub(super) pages: Vec<Vec<Element>>,
    /// The page number on which the text of each entry begins.
    begins: Vec<usize>,
    /// The texts that stand as plain lines, page by page.
    pub(crate) running: Vec<RunningText>,
}

impl Plan<'_> {
    /// The number of the page, from 1 for the first of the document, on which the text of an entry
    /// begins.
    pub(crate) fn page_of(&self, entry: usize) -> Option<usize> {
        self.begins.get(entry).copied()
    }
}

/// Divides the entries over pages; `before` is the number of pages of the template.
pub(crate) fn plan<'entries>(
    family: &FontFamily,
    entries: &'entries [ContinuationEntry],
    before: usize,
) -> Plan<'entries> {
    let mut planner = Planner::new(family, entries, before);
    let mut next = 0;
    let mut section = None;
    while let Some(entry) = entries.get(next) {
        if section != Some(&entry.section) {
            planner.heading(&entry.section);
            section = Some(&entry.section);
        }
        let rows = table::rows(&entries[next..]);
        if rows == 0 {
            planner.entry(next);
            next += 1;
        } else {
            table::plan(&mut planner, next, rows);
            next += rows;
        }
    }
    Plan {
        entries,
        pages: planner.flow.pages,
        begins: planner.begins,
        running: planner.running,
    }
}
