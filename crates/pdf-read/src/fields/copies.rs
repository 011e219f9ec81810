//! Copies of fields that stand on no page.
//!
//! Files that Preview on macOS has saved (`Quartz PDFContext`) have them: the field tree holds
//! copies of the widgets on the pages, and these stand in no tree. People see and fill in those on
//! the pages, programs that go by the tree fill in the copies. Both are one field.

use std::collections::HashMap;

use forms::form_content::FormFieldKind;
use pdf_syntax::button_state::OFF;
use ports::PdfError;

use super::tree::Terminal;
use super::{kind, value};
use crate::document::{Document, Object};
use crate::pages::{Pages, have_same_area};
use crate::steps::step;

/// The fields, each of which has the place of the copy of it that stands on pages. What is filled
/// in in one of the two counts; what is filled in in both is told twice, so that two values are
/// noticed.
pub(super) fn joined(
    document: &dyn Document,
    pages: &Pages,
    terminals: Vec<Terminal>,
) -> Result<Vec<Terminal>, PdfError> {
    let shown_of = pairs(document, pages, &terminals)?;
    if shown_of.is_empty() {
        return Ok(terminals);
    }
    let mut terminals: Vec<Option<Terminal>> = terminals.into_iter().map(Some).collect();
    let mut joined = Vec::new();
    for position in 0..terminals.len() {
        let shown = shown_of.get(&position);
        let shown = shown.and_then(|shown| terminals[*shown].take());
        match (terminals[position].take(), shown) {
            (Some(copy), Some(shown)) => joined.extend(one_field(document, copy, shown)?),
            (terminal, _) => joined.extend(terminal),
        }
    }
    Ok(joined)
}

/// The positions of fields on no page, each with that of the same field on pages.
fn pairs(
    document: &dyn Document,
    pages: &Pages,
    terminals: &[Terminal],
) -> Result<HashMap<usize, usize>, PdfError> {
    let mut unlisted: HashMap<&str, Vec<usize>> = HashMap::new();
    for (position, terminal) in terminals.iter().enumerate() {
        let is_copy = !terminal.name.is_empty() && listed_widgets(pages, terminal) == 0;
        if is_copy && !terminal.widgets.is_empty() {
            unlisted.entry(&terminal.name).or_default().push(position);
        }
    }
    let mut pairs = HashMap::new();
    for (position, terminal) in terminals.iter().enumerate() {
        let Some(copies) = unlisted.get_mut(terminal.name.as_str()) else {
            continue;
        };
        if listed_widgets(pages, terminal) < terminal.widgets.len().max(1) {
            continue;
        }
        for index in 0..copies.len() {
            step();
            if is_copy(document, &terminals[copies[index]], terminal)? {
                pairs.insert(copies.swap_remove(index), position);
                break;
            }
        }
    }
    Ok(pairs)
}

fn listed_widgets(pages: &Pages, terminal: &Terminal) -> usize {
    let ids = terminal.widgets.iter().filter_map(|widget| widget.id);
    ids.inspect(|_| step())
        .filter(|id| pages.lists(*id))
        .count()
}

/// Whether both are of one kind, and would stand in the same places.
fn is_copy(document: &dyn Document, copy: &Terminal, shown: &Terminal) -> Result<bool, PdfError> {
    if copy.widgets.len() != shown.widgets.len() || kind(document, copy)? != kind(document, shown)?
    {
        return Ok(false);
    }
    let mut pairs = copy.widgets.iter().zip(&shown.widgets);
    pairs.try_fold(true, |are_same, (copy, shown)| {
        Ok(are_same && have_same_area(document, &copy.dictionary, &shown.dictionary)?)
    })
}

/// The field that both are; both where both are filled in.
fn one_field(
    document: &dyn Document,
    mut copy: Terminal,
    shown: Terminal,
) -> Result<Vec<Terminal>, PdfError> {
    if !is_filled_in(document, &copy)? {
        return Ok(vec![shown]);
    }
    if is_filled_in(document, &shown)? {
        return Ok(vec![shown, copy]);
    }
    for (copy, shown) in copy.widgets.iter_mut().zip(shown.widgets) {
        copy.id = shown.id;
    }
    Ok(vec![copy])
}

/// Whether anything is stored or shown in it, other than the text that it began with (`DV`).
fn is_filled_in(document: &dyn Document, terminal: &Terminal) -> Result<bool, PdfError> {
    let is_button = matches!(
        kind(document, terminal)?,
        FormFieldKind::CheckBox | FormFieldKind::Radio
    );
    let keys = [&b"V"[..], if is_button { b"AS" } else { b"RV" }];
    let begins_with = terminal.attribute(document, b"DV")?;
    let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
    for dictionary in widgets.chain([&terminal.attributes]) {
        for key in keys {
            let stored = document.get(dictionary, key)?;
            let is_unchanged = match is_button {
                true => is_off(document, &stored),
                false => stored == begins_with,
            };
            if !is_unchanged && !is_blank(document, &stored) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn is_blank(document: &dyn Document, stored: &Object) -> bool {
    match stored {
        Object::Null => true,
        Object::Array(members) => members.is_empty(),
        stored => value::text(document, stored).is_ok_and(|text| text.trim().is_empty()),
    }
}

fn is_off(document: &dyn Document, stored: &Object) -> bool {
    value::text(document, stored).is_ok_and(|state| state == OFF)
}
