//! The other fields that a filled form prints at its end, each text under the name of its field.

use std::collections::HashMap;

use forms::form_content::{PagePlace, PlacedText};
use forms::form_type::{FormType, OTHER_FIELDS};
use forms::ignorable::is_seen;
use forms::validation::check_other_field;
use forms::value::{Object, Value};
use forms::value_source::SourceKind;
use forms::words;

use super::area::Area;
use super::labels::{self, Labels, normal};
use super::line::{Line, Run};
use super::missing;
use super::own_places::OwnPlaces;
use super::page::lines;
use super::rest::free_name;
use crate::outcome::data_reader::DataReader;
use crate::outcome::sources::SourceText;
use crate::steps::step;

/// The heading is printed larger than this share of its page's title, values smaller.
const HEADING_SIZE_MIN: f32 = 1.2;

/// Names are printed smaller than this share of the heading, texts larger.
const NAME_SIZE_MAX: f32 = 0.77;

/// Names begin where the heading does, give or take so many points; texts stand in a box.
const INDENT_MAX: f32 = 1.5;

/// The texts of the form itself, and those of the other fields behind the heading that only
/// continuation pages have. What follows on pages without their title is none of these.
pub(super) fn split<'text>(
    form_type: &FormType,
    runs: &'text [PlacedText],
    own: &OwnPlaces,
) -> (Vec<&'text PlacedText>, Option<Others<'text>>) {
    let continued = labels::continued(form_type);
    let is_title = |run: &&PlacedText| normal(&run.text) == continued;
    let titles = || {
        let titles = runs.iter().filter(is_title);
        titles.filter(|run| own.has(run) != Some(false))
    };
    let sizes: HashMap<usize, f32> = titles()
        .map(|run| (run.place.page, run.place.height))
        .collect();
    let mut titles: Vec<(usize, f32)> = titles().map(position).collect();
    titles.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let is_continuation = |page: usize| titles.binary_search_by(|title| title.0.cmp(&page)).is_ok();
    let title = normal(words::OTHER_FIELDS);
    let is_own = form_type
        .sections
        .iter()
        .any(|section| normal(&section.title) == title);
    // Somebody may have written a line that reads like it: that is marked as a field's, or smaller.
    let is_heading = |run: &&PlacedText| {
        step();
        let size = sizes.get(&run.place.page);
        let is_large = |size: &f32| run.place.height > HEADING_SIZE_MIN * size;
        let is_like_it = !is_own && run.field.is_none() && normal(&run.text) == title;
        is_like_it && size.is_some_and(is_large)
    };
    let heading = runs.iter().find(is_heading);
    let Some(heading) = heading else {
        return (runs.iter().collect(), None);
    };
    let (texts, own): (Vec<_>, Vec<_>) = runs
        .iter()
        .filter(|run| *run != heading)
        .partition(|run| position(run) > position(heading) && is_continuation(run.place.page));
    // The number of the page stands on the line of the title.
    let is_beside_title = |run: &PlacedText| {
        step();
        let (page, baseline) = position(run);
        let first = titles.partition_point(|title| *title <= (page, baseline - 1.0));
        titles
            .get(first)
            .is_some_and(|title| *title < (page, baseline + 1.0))
    };
    let is_of_page = |run: &PlacedText| {
        let is_it = normal(&run.text) == continued || words::is_piece_of_page_number(&run.text);
        is_it && is_beside_title(run)
    };
    let texts = texts.into_iter().filter(|run| !is_of_page(run)).collect();
    (own, Some(Others { heading, texts }))
}

fn position(run: &PlacedText) -> (usize, f32) {
    (run.place.page, run.baseline())
}

/// What stands behind the heading.
pub(super) struct Others<'text> {
    heading: &'text PlacedText,
    texts: Vec<&'text PlacedText>,
}

impl<'text> Others<'text> {
    /// Reads the texts under their names.
    pub(super) fn read(self, reading: &mut DataReader) -> Object {
        let lines = lines(
            self.texts.iter().copied(),
            &Labels::default(),
            &OwnPlaces::default(),
        );
        let mut others = Object::new();
        let mut rest = lines.as_slice();
        while !rest.is_empty() {
            let names = rest.iter().take_while(|line| self.is_name(line)).count();
            let (name, behind) = rest.split_at(names);
            let texts = behind.iter().take_while(|line| !self.is_name(line)).count();
            let (text, behind) = behind.split_at(texts);
            rest = behind;
            // Where nothing stands under it, it names nothing: it was typed there.
            let (name, text) = if text.is_empty() {
                (text, name)
            } else {
                (name, text)
            };
            let name = match joined(name) {
                name if is_seen(&name) => name,
                _ => free_name(words::UNNAMED, &others),
            };
            match checked(&name, text) {
                Ok(Some(value)) if others.get(&name).is_some_and(|first| *first != value) => {
                    reading.ambiguous(&name, "stands before different texts".to_owned());
                }
                Ok(Some(value)) => {
                    let path = format!("{OTHER_FIELDS}.{name}");
                    let kind = SourceKind::UnknownField;
                    let text = SourceText {
                        raw: shown(text),
                        place: places(text),
                    };
                    reading.sources.add_text(path, kind, &name, text);
                    others.insert(name, value);
                }
                Ok(None) => {}
                Err(problem) => reading.fault(&name, problem),
            }
        }
        others
    }

    /// The texts with their names, as content.
    pub(super) fn into_lines(self) -> Vec<Line<'text>> {
        lines(
            self.texts.into_iter(),
            &Labels::default(),
            &OwnPlaces::default(),
        )
    }

    fn is_name(&self, line: &Line<'_>) -> bool {
        let heading = self.heading.place;
        line.runs.iter().all(|run| {
            run.height < NAME_SIZE_MAX * heading.height
                && (run.left - heading.left).abs() <= INDENT_MAX
        })
    }
}

/// A name, which may take several lines.
fn joined(lines: &[Line<'_>]) -> String {
    let lines = lines.iter().map(|line| line.runs.iter().collect());
    let lines = lines.collect();
    Area { lines }.text(false)
}

fn places(lines: &[Line<'_>]) -> Option<PagePlace> {
    PagePlace::around(lines.iter().flat_map(|line| &line.runs).map(Run::place))
}

/// The value of a text, which must not be a reference alone.
fn checked(name: &str, lines: &[Line<'_>]) -> Result<Option<Value>, String> {
    match (reference(lines), lines.len()) {
        (Some(reference), 1) => Err(missing(reference)),
        _ => check_other_field(name, &shown(lines)),
    }
}

/// A text, without the reference to the page on which it stands in full.
fn shown(lines: &[Line<'_>]) -> String {
    let referring = usize::from(reference(lines).is_some());
    let lines = lines.iter().skip(referring);
    let lines = lines.map(|line| line.runs.iter().collect()).collect();
    Area { lines }.text(true)
}

/// The reference in the place of a text that stands in full below it: it has its line for itself.
fn reference<'text>(lines: &[Line<'text>]) -> Option<&'text str> {
    let [first] = lines.first()?.runs.as_slice() else {
        return None;
    };
    words::is_page_reference(first.text).then_some(first.text)
}
