//! Which pages list an annotation. Some forms have one widget on several pages, and viewers show it
//! on each.

use std::collections::HashMap;

use ports::PdfError;

use crate::document::Id;
use crate::limits::LISTED_AGAIN_MAX;

#[derive(Debug, Clone, Default)]
pub(super) struct ListedAnnotations {
    first: HashMap<Id, usize>,
    /// Of the few that more than one page lists.
    further: HashMap<Id, Vec<usize>>,
    further_count: usize,
}

impl ListedAnnotations {
    /// Notes that a page lists an annotation. Pages come one after the other.
    pub(super) fn add(&mut self, annotation: Id, page: usize) -> Result<(), PdfError> {
        let first = *self.first.entry(annotation).or_insert(page);
        if first == page {
            return Ok(());
        }
        let further = self.further.entry(annotation).or_default();
        if further.last() != Some(&page) {
            further.push(page);
            self.further_count += 1;
        }
        match self.further_count > LISTED_AGAIN_MAX {
            true => Err(PdfError::TooComplex(format!(
                "more than {LISTED_AGAIN_MAX} annotations that several pages list"
            ))),
            false => Ok(()),
        }
    }

    pub(super) fn first_page(&self, annotation: Id) -> Option<usize> {
        self.first.get(&annotation).copied()
    }

    pub(super) fn further_pages(&self, annotation: Id) -> &[usize] {
        let further = self.further.get(&annotation);
        further.map_or(&[], Vec::as_slice)
    }
}
