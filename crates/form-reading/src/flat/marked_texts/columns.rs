//! The labels that stand above values on the pages behind a form.

use std::collections::HashMap;

use forms::form_content::{PagePlace, PlacedText};

use crate::flat::continuation_entries::LABEL_LINES_MAX;
use crate::flat::labels::bare;
use crate::steps::step;

/// Of so many texts the one above another is looked for.
const BESIDE_MAX: usize = 50;

/// Texts of one column begin so near to each other, in points.
const NEAR: f32 = 3.0;

/// A value with spaces before it begins at most so far to the right of its label, in points.
const INDENT: f32 = 30.0;

/// Texts from top to bottom, by page.
pub(super) struct Columns<'texts> {
    texts: &'texts [PlacedText],
    pages: HashMap<usize, Vec<usize>>,
}

impl<'texts> Columns<'texts> {
    /// Those on this page and behind it.
    pub(super) fn of(texts: &'texts [PlacedText], first_page: usize) -> Self {
        let mut pages: HashMap<usize, Vec<usize>> = HashMap::new();
        let numbers = texts.iter().enumerate();
        for (number, text) in numbers.filter(|(_, text)| text.place.page >= first_page) {
            pages.entry(text.place.page).or_default().push(number);
        }
        for page in pages.values_mut() {
            page.sort_by(|one, other| texts[*one].baseline().total_cmp(&texts[*other].baseline()));
        }
        Self { texts, pages }
    }

    /// The numbers of the lines on which a label is printed above its value; none where something
    /// else stands there.
    pub(super) fn label(&self, label: &str, value: PagePlace) -> Vec<usize> {
        let (mut lines, mut printed, mut top) = (Vec::new(), String::new(), value.top);
        while lines.len() < LABEL_LINES_MAX
            && let Some(line) = self.line_above(top, value)
        {
            printed = format!("{} {printed}", self.texts[line].text);
            top = self.texts[line].place.top;
            lines.push(line);
            let seen = bare(&printed);
            let is_cut = lines.len() == LABEL_LINES_MAX && label.starts_with(&seen);
            if seen == label || is_cut {
                return lines;
            }
        }
        Vec::new()
    }

    /// The text right above this height, in the column of a value.
    fn line_above(&self, top: f32, value: PagePlace) -> Option<usize> {
        let page = self.pages.get(&value.page)?;
        let end = page.partition_point(|number| self.texts[*number].baseline() <= top + NEAR);
        let mut above = page[..end].iter().rev().take(BESIDE_MAX).copied();
        above.find(|number| {
            step();
            let text = &self.texts[*number];
            (-NEAR..INDENT).contains(&(value.left - text.place.left))
                && text.place.top < top
                && top - text.baseline() <= 2.0 * text.place.height
        })
    }
}
