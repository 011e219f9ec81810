//! What stands on the pages and was read for no field: kept as other fields, so that nothing that
//! was typed in is lost.

use std::collections::HashMap;

use super::labels::{Meaning, normal};
use super::page::{Line, Run};
use crate::validation::VALUE_LENGTH_MAX;
use crate::value::{Object, Value};
use crate::words;

/// A longer text before a colon is a sentence, no name.
const NAME_LENGTH_MAX: usize = 60;

/// Adds what nobody has read and the blank form does not print: `Telefon: 06221 540` under its
/// name, everything else under its page.
pub(super) fn keep(lines: &[Line<'_>], blank: &[Line<'_>], others: &mut Object) {
    let mut printed = Printed::of(blank);
    for run in content(lines).filter(|run| run.is_read()) {
        printed.leave_out(run);
    }
    let mut page_texts: Vec<(usize, String)> = Vec::new();
    for line in lines {
        let rest: Vec<&str> = content(std::slice::from_ref(line))
            .filter(|run| !run.is_read() && !printed.leave_out(run))
            .map(|run| run.text.trim())
            .collect();
        if rest.is_empty() {
            continue;
        }
        let text: String = rest.join(" ");
        let text = text.replace(char::is_control, "");
        match name_and_value(&text) {
            Some((name, value)) if !others.contains_key(name) => {
                others.insert(name.to_owned(), Value::text(value));
            }
            _ => match page_texts.last_mut() {
                Some((page, texts)) if *page == line.page => {
                    texts.push('\n');
                    texts.push_str(&text);
                }
                _ => page_texts.push((line.page, text)),
            },
        }
    }
    for (page, text) in page_texts {
        add_page(&words::page(page + 1), &text, others);
    }
}

/// How often the blank form prints each text.
struct Printed(HashMap<String, usize>);

impl Printed {
    fn of(blank: &[Line<'_>]) -> Self {
        let mut counts = HashMap::new();
        for run in content(blank) {
            *counts.entry(normal(run.text)).or_default() += 1;
        }
        Self(counts)
    }

    /// Whether the run is one of the printed texts, which then is one less.
    fn leave_out(&mut self, run: &Run<'_>) -> bool {
        let left = self.0.get_mut(&normal(run.text));
        let left = left.filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    }
}

fn content<'line, 'text>(lines: &'line [Line<'text>]) -> impl Iterator<Item = &'line Run<'text>> {
    let runs = lines.iter().flat_map(|line| &line.runs);
    runs.filter(|run| run.meaning == Meaning::Content)
}

/// `Telefon: 06221 540`, but no time of day, no address of a page and no sentence.
fn name_and_value(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let value = value.trim();
    let is_name = name.ends_with(|last: char| last.is_alphabetic() || last == ')')
        && name.chars().count() <= NAME_LENGTH_MAX
        && !value.is_empty()
        && !value.starts_with("//")
        && value.chars().count() <= VALUE_LENGTH_MAX;
    is_name.then_some((name.trim(), value))
}

/// Adds a text, in pieces where it is longer than an other field may be, under names that are free.
fn add_page(page: &str, text: &str, others: &mut Object) {
    let characters: Vec<char> = text.chars().collect();
    for piece in characters.chunks(VALUE_LENGTH_MAX) {
        let names = std::iter::once(page.to_owned())
            .chain((2..).map(|number| format!("{page} ({number})")));
        if let Some(name) = names.into_iter().find(|name| !others.contains_key(name)) {
            others.insert(name, Value::text(piece.iter().collect::<String>()));
        }
    }
}
