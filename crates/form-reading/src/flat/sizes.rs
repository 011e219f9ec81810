//! Telling a value that reads like a label from the label, by the size of its letters.

use std::collections::{HashMap, HashSet};

use super::labels::Meaning;
use super::line::{Line, Run};
use crate::steps::step;

/// Sizes nearer than this are one, in points.
const TOLERANCE: f32 = 0.25;

/// Takes as content what reads like a label but is larger, or like a heading but is smaller, where
/// the label or heading itself stands elsewhere. Forms that print everything in one size are left
/// as they are, and so is what the blank form prints in this place: it may print one label in two
/// sizes.
pub(super) fn free_values(lines: &mut [Line<'_>]) {
    let usual = usual_size(lines).unwrap_or(f32::INFINITY);
    let is_larger = |size: f32| size > usual && !is_same(size, usual);
    let mut sizes: HashMap<Meaning, PrintedSizes> = HashMap::new();
    for run in runs(lines).filter(|run| is_label(run) || is_heading(run)) {
        step();
        let sizes = sizes.entry(run.meaning.clone()).or_default();
        sizes.largest = sizes.largest.max(run.height);
        sizes.has_usual |= !is_larger(run.height);
    }
    for run in lines.iter_mut().flat_map(|line| &mut line.runs) {
        step();
        let Some(sizes) = sizes.get(&run.meaning) else {
            continue;
        };
        let is_value = if is_heading(run) {
            !is_same(run.height, sizes.largest)
        } else {
            is_larger(run.height) && sizes.has_usual
        };
        if is_value && !run.is_own {
            run.meaning = Meaning::Content;
        }
    }
}

/// Takes as content what reads like other words of the form but is of the size of values on a
/// continuation page: larger than its title, below which it stands, and smaller than its headings.
/// Beside the title stands the number of the page, which is larger where the title is long.
pub(super) fn free_continued_values(lines: &mut [Line<'_>]) {
    let continued = || lines.iter().filter(|line| line.is_on_continuation);
    let runs = || continued().flat_map(|line| &line.runs).inspect(|_| step());
    let titles = || runs().filter(|run| run.meaning == Meaning::Continued);
    let title = titles().map(|run| run.height).fold(f32::INFINITY, f32::min);
    let bottoms: HashMap<usize, f32> = titles()
        .map(|run| (run.page, run.top + run.height))
        .collect();
    let headings = runs().filter(|run| is_heading(run));
    let heading = headings.map(|run| run.height).fold(0.0, f32::max);
    let continued = lines.iter_mut().filter(|line| line.is_on_continuation);
    for run in continued.flat_map(|line| &mut line.runs) {
        let (is_larger, is_smaller) = (run.height > title, run.height < heading);
        let is_below = bottoms
            .get(&run.page)
            .is_some_and(|bottom| run.top > *bottom);
        let is_value = is_larger
            && is_below
            && !is_same(run.height, title)
            && match run.meaning {
                Meaning::Furniture => true,
                Meaning::Heading(_) => is_smaller && !is_same(run.height, heading),
                _ => false,
            };
        if is_value && !run.is_own {
            run.meaning = Meaning::Content;
        }
    }
}

/// The sizes in which a label or heading stands.
#[derive(Default)]
struct PrintedSizes {
    largest: f32,
    /// Whether it stands anywhere in the usual size or smaller.
    has_usual: bool,
}

/// The size in which most of the different labels stand.
fn usual_size(lines: &[Line<'_>]) -> Option<f32> {
    let mut labels: Vec<(f32, &Meaning)> = runs(lines)
        .filter(|run| is_label(run))
        .map(|run| (run.height, &run.meaning))
        .collect();
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let different = |labels: &&[(f32, &Meaning)]| {
        let meanings: HashSet<&Meaning> = labels.iter().map(|label| label.1).collect();
        meanings.len()
    };
    labels
        .chunk_by(|one, other| is_same(one.0, other.0))
        .max_by_key(different)
        .and_then(|labels| labels.first().map(|label| label.0))
}

fn is_label(run: &Run<'_>) -> bool {
    matches!(
        run.meaning,
        Meaning::FieldLabel(_) | Meaning::ColumnLabel(_)
    )
}

fn is_heading(run: &Run<'_>) -> bool {
    matches!(run.meaning, Meaning::Heading(_))
}

pub(super) fn is_same(one: f32, other: f32) -> bool {
    (one - other).abs() < TOLERANCE
}

fn runs<'lines, 'text>(lines: &'lines [Line<'text>]) -> impl Iterator<Item = &'lines Run<'text>> {
    lines.iter().flat_map(|line| &line.runs)
}
