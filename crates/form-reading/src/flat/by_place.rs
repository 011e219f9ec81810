//! What stands in the places of the blank form's fields, on pages of which it is known how they
//! lie.
//!
//! What was drawn in one go belongs together: to the field in which its middle is, at half the
//! height of small letters, though it runs over an edge. What begins at the left edge of one field
//! and has its middle in another was too long for the first. A mark is in a box if it does not
//! begin outside of it, whatever it looks like, but for the sign of an empty box; it may also be
//! painted. What is in no field is left to the labels.
//!
//! Our own writer says of which field a text is. It is taken at its word where that may be seen: of
//! the fields in which a text stands, beside its field where it stands in none, and under the label
//! of its field on the page to which that refers.

mod chosen;
mod filled;
mod marked_button;
mod named_together;
mod own_or_filled;
mod pieces;
mod silent_pages;
mod unmarked;

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, PlacedText};
use forms::form_type::FormType;

use self::silent_pages::SilentPages;
use super::chosen_bars::ChosenBars;
use super::marked_texts::MarkedTexts;
use super::marks::is_empty_box;
use super::own_places::OwnPlaces;
use super::painted_marks::PaintedMarks;
use super::spots::{EDGE, Spot, is_in_other_box, letter_middle, spot_around, spot_at, spots};
use crate::outcome::data_reader::DataReader;
use crate::text_layout::placed_words::Words;

/// A text stands at the left edge of a field if it begins so near to it, in font sizes.
const AT_EDGE: f32 = 2.0;

/// A text so many times higher than a field is none of it: a watermark that runs across the page.
const HEIGHT_MAX: f32 = 3.0;

/// The filled fields, and the texts that stand elsewhere.
pub(super) struct TextsByPlace {
    pub(super) fields: Vec<FormField>,
    pub(super) rest: Vec<PlacedText>,
    /// The paths of those fields whose texts are marked with their names.
    pub(super) told: HashSet<String>,
    /// The paths of fields that stand elsewhere and were not found there, with what stands in their
    /// places.
    pub(super) referring: Vec<(String, String)>,
}

/// Tells the texts and marks in the places of these fields from the others, in which the form's own
/// texts are runs of their own.
pub(super) fn split(
    form_type: &FormType,
    fields: &[FormField],
    runs: &[PlacedText],
    marks: PaintedMarks<'_>,
    own: &OwnPlaces,
    reading: &mut DataReader,
) -> TextsByPlace {
    let mut sorter = Sorter::of(fields, own, &marks);
    for run in runs {
        sorter.sort(run);
    }
    sorter.sort_marks(&marks);
    sorter.name_silent(&marks);
    sorter.refuse_among_own_options();
    for (field, problem) in std::mem::take(&mut sorter.unclear) {
        let path = form_type.path_of_template_name(&fields[field].name);
        reading.ambiguous(path, problem.to_owned());
    }
    sorter.marked.find_labels(form_type, &sorter.rest);
    sorter.find_unmarked(form_type);
    let mut filled = Vec::new();
    for field in 0..fields.len() {
        filled.extend(sorter.filled(form_type, field, reading));
    }
    sorter.marked.take_labels(&mut sorter.rest);
    sorter.rest.extend(sorter.marked.left_over());
    TextsByPlace {
        fields: filled,
        rest: sorter.rest,
        told: sorter.told,
        referring: sorter.referring,
    }
}

/// Why it is not clear to which field something belongs.
const CUT_BY_EDGE: &str = "a text begins outside of its place and ends in it";
const IN_TWO_BOXES: &str = "a mark stands in its box and in that of another field";
const ON_SILENT_PAGE: &str = "something is marked where it may stand, on a page that prints too \
                              little to tell how it lies; upload the form with its fields, as it \
                              was filled in";

/// What a part of a run belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Own,
    /// A spot of the page, by its number.
    Spot(usize),
    Elsewhere,
}

struct Sorter<'form> {
    fields: &'form [FormField],
    own: &'form OwnPlaces,
    /// By page.
    spots: HashMap<usize, Vec<Spot>>,
    bars: ChosenBars,
    silent: SilentPages<'form>,
    /// What stands in each widget, by field and widget.
    found: HashMap<(usize, usize), Vec<PlacedText>>,
    rest: Vec<PlacedText>,
    /// The fields that something may belong to or not, and why.
    unclear: Vec<(usize, &'static str)>,
    marked: MarkedTexts<'form>,
    /// The lists, by field and widget, in which an option stands that the form prints there itself.
    own_options: HashSet<(usize, usize)>,
    /// The paths of the fields whose texts are marked.
    told: HashSet<String>,
    referring: Vec<(String, String)>,
}

impl<'form> Sorter<'form> {
    fn of(fields: &'form [FormField], own: &'form OwnPlaces, marks: &PaintedMarks<'_>) -> Self {
        let spots = spots(fields, |page| own.transform(page).copied());
        Self {
            fields,
            own,
            bars: ChosenBars::of(marks, &spots, own),
            silent: SilentPages::of(fields, own),
            spots,
            found: HashMap::new(),
            rest: Vec::new(),
            unclear: Vec::new(),
            marked: MarkedTexts::of(fields, own),
            own_options: HashSet::new(),
            told: HashSet::new(),
            referring: Vec::new(),
        }
    }

    fn sort(&mut self, run: &PlacedText) {
        if let Some(place) = self.marked.place(run, self.own) {
            self.found.entry(place).or_default().push(run.clone());
            return;
        }
        if self.marked.continues(run) {
            return;
        }
        if self.own.transform(run.place.page).is_none() {
            let marked = self.silent.marked_by(run);
            self.unclear
                .extend(marked.map(|field| (field, ON_SILENT_PAGE)));
            self.rest.push(run.clone());
            return;
        }
        let words = Words::of(run);
        for (first, end, target) in self.parts(run, &words) {
            let spots = self.spots.get(&run.place.page);
            let spot = match target {
                Target::Spot(spot) => spots.and_then(|spots| spots.get(spot)),
                Target::Own | Target::Elsewhere => None,
            };
            let part = words.part(first, end);
            let own_option = (target == Target::Own).then(|| self.list_with_option(&part));
            self.own_options.extend(own_option.flatten());
            match spot {
                Some(spot) if spot.is_box && is_empty_box(&part.text) => {}
                Some(spot) => {
                    let found = self.found.entry((spot.field, spot.widget));
                    found.or_default().push(part);
                }
                None => self.rest.push(part),
            }
        }
    }

    /// Puts what is painted in a box there, as a text without characters.
    fn sort_marks(&mut self, marks: &PaintedMarks<'_>) {
        for (page, spots) in &self.spots {
            let Some(transform) = self.own.transform(*page) else {
                continue;
            };
            for (spot, place) in marks.on_page(*page, transform, spots) {
                if is_in_other_box(spots, spot, place) {
                    self.unclear.push((spot.field, IN_TWO_BOXES));
                }
                let found = self.found.entry((spot.field, spot.widget));
                found.or_default().push(PlacedText::new("", place));
            }
        }
    }

    /// Names the fields that are marked on pages of which it is not known how they lie, unless our
    /// writer says what they hold.
    fn name_silent(&mut self, marks: &PaintedMarks<'_>) {
        let painted = self.silent.painted(marks).into_iter();
        let unknown = painted.filter(|widget| !self.found.contains_key(widget));
        let unknown = unknown.map(|(field, _)| (field, ON_SILENT_PAGE));
        self.unclear.extend(unknown);
        self.unclear.sort_unstable();
        self.unclear.dedup();
    }

    /// The parts of a run, by the numbers of their first word and of the one behind their last.
    fn parts(&mut self, run: &PlacedText, words: &Words<'_>) -> Vec<(usize, usize, Target)> {
        let spots = self.spots.get(&run.place.page);
        let spots = spots.map_or(&[][..], Vec::as_slice);
        let is_own = |index| {
            let is_chosen = || self.bars.mark(words.part(index, index + 1).place, spots);
            self.own.has_word(run, words, index) && !is_chosen()
        };
        let is_own: Vec<bool> = (0..words.count()).map(is_own).collect();
        let own = (0..words.count()).filter(|index| is_own[*index]);
        own.for_each(|index| self.refuse_overprinted(&words.part(index, index + 1)));
        let mut parts: Vec<(usize, usize, Target)> = Vec::new();
        let mut first = 0;
        while first < words.count() {
            let mut end = first + 1;
            while end < words.count()
                && is_own[end] == is_own[first]
                && (is_own[first] || !words.get(end).1.is_apart)
            {
                end += 1;
            }
            let target = match is_own[first] {
                true => Target::Own,
                false => self.target(&words.part(first, end), parts.last()),
            };
            if let Target::Spot(spot) = target {
                self.refuse_recoded(&words.part(first, end), spot);
            }
            match parts.last_mut() {
                Some(last) if last.2 == target => last.1 = end,
                _ => parts.push((first, end, target)),
            }
            first = end;
        }
        parts
    }

    /// What a part of a run belongs to: it was drawn in one go, behind the part `before` it.
    fn target(&mut self, part: &PlacedText, before: Option<&(usize, usize, Target)>) -> Target {
        let text = part.place;
        let spots = self.spots.get(&text.page).map_or(&[][..], Vec::as_slice);
        if let Some(spot) = part.clipped_by.and_then(|area| spot_around(spots, area)) {
            return Target::Spot(spot);
        }
        let point = letter_middle(text);
        let at_middle = spot_at(spots, point);
        let inside = text.left + (text.width / 2.0).min(EDGE);
        let at_begin = spot_at(spots, (inside, point.1));
        let is_held = |spot: &usize| text.height <= HEIGHT_MAX * spots[*spot].place.height;
        let (at_middle, at_begin) = (at_middle.filter(is_held), at_begin.filter(is_held));
        let is_box = |spot: usize| spots[spot].is_box;
        let is_at_edge = |spot: usize| text.left - spots[spot].place.left <= AT_EDGE * text.height;
        match (at_middle, at_begin) {
            (Some(middle), Some(begin)) if middle == begin => Target::Spot(middle),
            (Some(middle), begin) if is_box(middle) => match begin {
                Some(begin) if !is_box(begin) => Target::Spot(begin),
                _ => Target::Elsewhere,
            },
            (Some(middle), Some(begin)) if is_box(begin) => Target::Spot(middle),
            (Some(_), Some(begin)) if is_at_edge(begin) => Target::Spot(begin),
            (Some(middle), Some(_)) => {
                let field = spots[middle].field;
                self.unclear.push((field, CUT_BY_EDGE));
                Target::Spot(middle)
            }
            (Some(middle), None) => Target::Spot(middle),
            (None, Some(begin)) if !is_box(begin) => Target::Spot(begin),
            // A word that follows on one of a field.
            (None, _) => match before {
                Some((_, _, Target::Spot(spot))) if !is_box(*spot) => Target::Spot(*spot),
                _ => Target::Elsewhere,
            },
        }
    }
}
