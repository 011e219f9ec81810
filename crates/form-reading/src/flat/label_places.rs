//! Where the labels and options stand of which a page has one, in the blank form and in a file.

use std::collections::{BTreeMap, HashMap, HashSet};

use forms::form_content::PlacedText;
use forms::form_type::{FieldType, FormType};

use super::labels::{Labels, Meaning, normal};
use crate::page_alignment::page_transform::Point;

/// Where the labels, options and headings of columns stand that a page has once in both, in the
/// blank form and in the file.
pub(super) fn labels_of_both(
    form_type: &FormType,
    runs: &[PlacedText],
    blank: &[PlacedText],
) -> HashMap<usize, Vec<(Point, Point)>> {
    let known = KnownLabels::of(form_type);
    let (found, own) = (known.places(runs), known.places(blank));
    let mut both: HashMap<usize, Vec<(Point, Point)>> = HashMap::new();
    for (label, own) in own {
        if let (Some(own), Some(Some(found))) = (own, found.get(&label)) {
            both.entry(label.0).or_default().push((own, *found));
        }
    }
    both
}

struct KnownLabels {
    labels: Labels,
    /// In normal spelling.
    options: HashSet<String>,
}

impl KnownLabels {
    fn of(form_type: &FormType) -> Self {
        let choices = form_type.fields().filter_map(|field| match &field.kind {
            FieldType::Choice { choices, .. } => Some(choices),
            _ => None,
        });
        let options = choices.flatten().map(|choice| normal(&choice.label));
        Self {
            labels: Labels::of(form_type),
            options: options.collect(),
        }
    }

    /// Where each of them stands on a page; `None` where it stands there several times.
    fn places(&self, runs: &[PlacedText]) -> BTreeMap<(usize, String), Option<Point>> {
        let mut places = BTreeMap::new();
        for run in runs {
            if let Some(label) = self.find(&run.text) {
                let once = Some((run.place.left, run.baseline()));
                let place = places.entry((run.place.page, label));
                place.and_modify(|place| *place = None).or_insert(once);
            }
        }
        places
    }

    /// The label or option that a text is and nothing else.
    fn find(&self, text: &str) -> Option<String> {
        match self.labels.meaning(text) {
            (Meaning::FieldLabel(label) | Meaning::ColumnLabel(label), None) => Some(label),
            _ => Some(normal(text)).filter(|option| self.options.contains(option)),
        }
    }
}
