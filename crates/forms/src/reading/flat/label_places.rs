//! Where the labels stand of which a page has one, in the blank form and in a file.

use std::collections::{BTreeMap, HashMap};

use super::labels::{Labels, Meaning};
use crate::form_content::PlacedText;
use crate::reading::page_transform::Point;

/// Where the labels and headings of columns stand that a page has once in both, in the blank form
/// and in the file.
pub(super) fn labels_of_both(
    labels: &Labels,
    runs: &[PlacedText],
    blank: &[PlacedText],
) -> HashMap<usize, Vec<(Point, Point)>> {
    let (found, own) = (label_places(labels, runs), label_places(labels, blank));
    let mut both: HashMap<usize, Vec<(Point, Point)>> = HashMap::new();
    for (label, own) in own {
        if let (Some(own), Some(Some(found))) = (own, found.get(&label)) {
            both.entry(label.0).or_default().push((own, *found));
        }
    }
    both
}

/// Where each label stands on a page; `None` where it stands there several times.
fn label_places(labels: &Labels, runs: &[PlacedText]) -> BTreeMap<(usize, String), Option<Point>> {
    let mut places = BTreeMap::new();
    for run in runs {
        if let (Meaning::FieldLabel(label) | Meaning::ColumnLabel(label), None) =
            labels.meaning(&run.text)
        {
            let once = Some((run.place.left, run.baseline()));
            let place = places.entry((run.place.page, label));
            place.and_modify(|place| *place = None).or_insert(once);
        }
    }
    places
}
