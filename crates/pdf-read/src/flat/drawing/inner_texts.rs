//! Text within tiling patterns (PDF 32000-1, 8.7.3) and soft masks (11.6.5.2): viewers show it as
//! often as a pattern is repeated, or as far as something else is painted through a mask. Where it
//! stands is not worked out; it is told that there is some.

use std::collections::{HashMap, HashSet};

use crate::document::{Id, Object};

/// What was found within patterns and masks.
#[derive(Default)]
pub(in crate::flat) struct InnerTexts {
    /// For each that was looked into, whether it shows text.
    has_text: HashMap<Id, bool>,
    /// How many texts were shown so far by the one that is being looked into.
    count: Option<usize>,
    told: HashSet<(usize, Id)>,
    found: Vec<InnerText>,
}

/// A pattern or a mask that shows text.
pub(in crate::flat) struct InnerText {
    /// The page that paints with it, from 0.
    pub(in crate::flat) page: usize,
    /// It, as a reference.
    pub(in crate::flat) object: Object,
}

impl InnerTexts {
    /// Those that show text, each once for a page, in the order in which pages paint with them.
    pub(in crate::flat) fn found(&self) -> &[InnerText] {
        &self.found
    }

    /// For each of them, the page that paints with it.
    pub(super) fn pages(&self) -> impl Iterator<Item = usize> {
        self.found.iter().map(|found| found.page)
    }

    /// Whether it shows text; `None` before it was looked into.
    pub(super) fn has_text(&self, id: Id) -> Option<bool> {
        self.has_text.get(&id).copied()
    }

    /// From now on, what is shown is shown by a pattern or a mask. Answers what
    /// [`InnerTexts::look_out`] wants in the end.
    pub(super) fn look_in(&mut self) -> Option<usize> {
        self.count.replace(0)
    }

    /// The end of it: records and answers whether there was text.
    pub(super) fn look_out(&mut self, id: Id, outer: Option<usize>) -> bool {
        let has_text = std::mem::replace(&mut self.count, outer) > Some(0);
        self.has_text.insert(id, has_text);
        has_text
    }

    /// Whether a pattern or a mask is being looked into; if so, the text that it shows now counts.
    pub(super) fn take(&mut self, is_text: bool) -> bool {
        if let Some(count) = &mut self.count {
            *count += usize::from(is_text);
        }
        self.count.is_some()
    }

    /// Records that a page paints with one that shows text.
    pub(super) fn add(&mut self, (page, id): (usize, Id), object: &Object) {
        if !self.take(true) && self.told.insert((page, id)) {
            let object = object.clone();
            self.found.push(InnerText { page, object });
        }
    }
}
