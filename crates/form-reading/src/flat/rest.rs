//! What stands on the pages and was read for no field: kept as other fields, so that nothing that
//! was typed in is lost.

use std::collections::{HashMap, HashSet};

use forms::form_content::PagePlace;
use forms::ignorable::is_seen;
use forms::validation::VALUE_LENGTH_MAX;
use forms::value::{Object, Value};
use forms::words;

use super::labels::{Meaning, normal};
use super::line::{Line, Run, together};
use crate::outcome::printed_values::{PageText, PrintedValues};
use crate::outcome::sources::{SourceText, Sources};
use crate::steps::step;

/// A longer text before a colon is a sentence, no name.
const NAME_LENGTH_MAX: usize = 60;

/// Adds what nobody has read and the blank form does not print: `Telefon: 06221 540` under its
/// name, everything else under its page.
pub(super) fn keep(lines: &[Line<'_>], blank: &[Line<'_>], printed: &mut PrintedValues) {
    let others = &mut printed.others;
    for rest in unread(lines, blank) {
        match name_and_value(&rest.text) {
            _ if rest.text.is_empty() => {}
            Some((name, value)) if !others.contains_key(name) => {
                let text = SourceText {
                    raw: value.to_owned(),
                    place: rest.place,
                };
                printed.sources.add_page_text(name, text);
                others.insert(name.to_owned(), Value::text(value));
            }
            _ => printed.page_texts.push(rest),
        }
    }
}

/// What is left of each line: what nobody has read and the blank form does not print.
pub(super) fn unread(lines: &[Line<'_>], blank: &[Line<'_>]) -> Vec<PageText> {
    let mut printed = Printed::of(blank);
    // What stands where the blank form has it is the form's own, whatever values read alike.
    let mut own: HashSet<Position> = HashSet::new();
    for line in lines {
        let unread = content(std::slice::from_ref(line)).filter(|run| !run.is_read());
        own.extend(unread.filter_map(|run| printed.leave_out_at(line.page, run)));
    }
    for run in content(lines).filter(|run| run.is_read()) {
        printed.leave_out(run);
    }
    let unread = |line: &Line<'_>| {
        step();
        let mut is_own =
            |run: &Run<'_>| own.contains(&position(line.page, run)) || printed.leave_out(run);
        let rest: Vec<&Run<'_>> = content(std::slice::from_ref(line))
            .filter(|run| !run.is_read() && !is_own(run))
            .collect();
        let shown = |run: &Run<'_>| {
            let text = run.text.replace(char::is_control, " ");
            let text = text.replace(['\u{2028}', '\u{2029}'], "\n");
            text.trim().to_owned()
        };
        PageText {
            page: line.page,
            text: together(&rest, shown).trim().to_owned(),
            place: PagePlace::around(rest.iter().map(|run| run.place())),
        }
    };
    lines.iter().map(unread).collect()
}

/// Adds the lines to the other fields: all lines of a page as one text named after the page, or
/// several where the text is too long for one.
pub(crate) fn keep_page_texts(lines: &[PageText], others: &mut Object, sources: &mut Sources) {
    for page in lines.chunk_by(|one, other| one.page == other.page) {
        let texts: Vec<&str> = page.iter().map(|line| line.text.as_str()).collect();
        let place = PagePlace::around(page.iter().filter_map(|line| line.place));
        for (name, piece) in pages(&words::page(page[0].page + 1), &texts.join("\n"), others) {
            let raw = piece.clone();
            sources.add_page_text(&name, SourceText { raw, place });
            others.insert(name, Value::Text(piece));
        }
    }
}

/// A text on a page and where it begins, in whole points.
type Position = (usize, i64, i64, String);

fn position(page: usize, run: &Run<'_>) -> Position {
    (
        page,
        run.left.round() as i64,
        run.top.round() as i64,
        normal(run.text),
    )
}

/// How often the blank form prints each text, and where it prints what: a label of its own may
/// read like a value where a filled form prints the same label in another size.
struct Printed {
    counts: HashMap<String, usize>,
    /// Where each text stands, and whether it is counted there.
    places: HashMap<Position, bool>,
}

impl Printed {
    fn of(blank: &[Line<'_>]) -> Self {
        let mut counts = HashMap::new();
        let mut places = HashMap::new();
        for line in blank {
            for run in &line.runs {
                let is_counted = run.meaning == Meaning::Content;
                places.insert(position(line.page, run), is_counted);
                if is_counted {
                    *counts.entry(normal(run.text)).or_default() += 1;
                }
            }
        }
        Self { counts, places }
    }

    /// The place of a run that the blank form prints just there, which then is one less.
    fn leave_out_at(&mut self, page: usize, run: &Run<'_>) -> Option<Position> {
        let (place, is_counted) = self.places.remove_entry(&position(page, run))?;
        if is_counted {
            self.leave_out(run);
        }
        Some(place)
    }

    /// Whether the run is one of the printed texts, which then is one less.
    fn leave_out(&mut self, run: &Run<'_>) -> bool {
        let left = self.counts.get_mut(&normal(run.text));
        let left = left.filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    }
}

/// What may be filled in. A mark or an option that is read like those of the form is, where the
/// form does not print it itself.
fn content<'line, 'text>(lines: &'line [Line<'text>]) -> impl Iterator<Item = &'line Run<'text>> {
    let runs = lines.iter().flat_map(|line| &line.runs);
    runs.filter(|run| match run.meaning {
        Meaning::Content => true,
        Meaning::Option => !run.is_own,
        _ => false,
    })
}

/// `Telefon: 06221 540`, but no time of day, no address of a page and no sentence.
fn name_and_value(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let value = value.trim();
    let is_name = name.ends_with(|last: char| last.is_alphabetic() || last == ')')
        && name.chars().count() <= NAME_LENGTH_MAX
        && is_seen(name)
        && !value.is_empty()
        && !value.starts_with("//")
        && value.chars().count() <= VALUE_LENGTH_MAX;
    is_name.then_some((name.trim(), value))
}

/// A text, in pieces where it is longer than an other field may be, under names that are free.
fn pages(page: &str, text: &str, others: &Object) -> Vec<(String, String)> {
    free_names(page, others).zip(pieces(text)).collect()
}

/// The text in pieces that other fields can hold; white space alone is no value.
pub(crate) fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters.chunks(VALUE_LENGTH_MAX);
    let pieces = pieces.map(|piece| piece.iter().collect::<String>());
    pieces.filter(|piece| !piece.trim().is_empty()).collect()
}

/// The name of a page, with a number where it is taken.
pub(crate) fn free_name(page: &str, others: &Object) -> String {
    let free = free_names(page, others).next();
    free.unwrap_or_else(|| page.to_owned())
}

fn free_names(page: &str, others: &Object) -> impl Iterator<Item = String> {
    let numbered = (2..).map(move |number| format!("{page} ({number})"));
    let names = std::iter::once(page.to_owned()).chain(numbered);
    names.filter(|name| !others.contains_key(name))
}

#[cfg(test)]
mod tests {
    use forms::form_content::{PagePlace, PlacedText};

    use super::{Line, unread};
    use crate::flat::OwnPlaces;
    use crate::flat::labels::{Labels, Meaning};
    use crate::flat::page::lines;

    fn run(text: &str, page: usize, left: f32) -> PlacedText {
        let place = PagePlace {
            page,
            left,
            top: 50.0,
            width: 10.0,
            height: 10.0,
        };
        PlacedText::new(text, place)
    }

    fn texts(lines: &[Line<'_>], blank: &[Line<'_>]) -> Vec<String> {
        let texts = unread(lines, blank).into_iter();
        texts.map(|rest| rest.text).collect()
    }

    #[test]
    fn unread_leaves_out_what_stands_where_the_blank_form_has_it() {
        let labels = Labels::default();
        let blank = [run("8", 0, 100.0)];
        let blank = lines(blank.iter(), &labels, &OwnPlaces::default());
        for (printed, rest) in [
            // A value that reads like a text of the form, on a later page.
            (vec![run("8", 0, 100.0), run("8", 1, 300.0)], ["", ""]),
            // The form's own text is gone, or elsewhere: once it is left out.
            (vec![run("9", 0, 100.0), run("8", 1, 300.0)], ["9", ""]),
        ] {
            let lines = lines(printed.iter(), &labels, &OwnPlaces::default());
            if let [_, line] = lines.as_slice() {
                for run in &line.runs {
                    run.take();
                }
            }
            assert_eq!(texts(&lines, &blank), rest);
        }
    }

    #[test]
    fn unread_leaves_out_a_label_that_reads_like_a_value() {
        let labels = Labels::default();
        let blank = [run("8", 0, 100.0)];
        let mut blank = lines(blank.iter(), &labels, &OwnPlaces::default());
        blank[0].runs[0].meaning = Meaning::FieldLabel("8".to_owned());
        let printed = [run("8", 0, 100.0), run("8", 1, 100.0)];
        let lines = lines(printed.iter(), &labels, &OwnPlaces::default());
        assert_eq!(texts(&lines, &blank), ["", "8"]);
    }

    #[test]
    fn unread_leaves_out_a_text_as_often_as_the_blank_form_has_it() {
        let labels = Labels::default();
        let blank = [run("8", 0, 100.0), run("8", 0, 200.0)];
        let blank = lines(blank.iter(), &labels, &OwnPlaces::default());
        let printed = [run("8", 0, 100.0), run("8", 0, 210.0), run("8", 0, 300.0)];
        let lines = lines(printed.iter(), &labels, &OwnPlaces::default());
        assert_eq!(texts(&lines, &blank), ["8"]);
    }
}
