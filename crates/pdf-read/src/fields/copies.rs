//! Copies of fields that stand on no page.
//!
//! Files that Preview on macOS has saved (`Quartz PDFContext`) have them: the field tree holds
//! copies of the widgets on the pages, and these stand in no tree. People see and fill in those on
//! the pages, programs that go by the tree fill in the copies. Both are one field, unless they
//! contradict each other.

mod contradiction;

use std::collections::HashMap;

use forms::form_content::FormFieldKind;
use pdf_syntax::Rectangle;
use pdf_syntax::button_state::OFF;
use ports::PdfError;

use self::contradiction::{is_emptied, store_two_values};
use super::look::Looks;
use super::tree::{Terminal, Widget};
use super::{kind, value};
use crate::document::{Document, Object};
use crate::pages::{Pages, area};
use crate::steps::step;

/// How many fields are looked at as copies of others; more have one name in no real form.
const COMPARED_MAX: usize = 1_000_000;

/// The fields, each of which has the place of the copy of it that stands on pages. What is filled
/// in in one of the two counts; what is filled in in both is told twice, so that two values are
/// noticed. An error names those of which the pages show something else than is stored in a copy.
pub(super) fn joined(
    document: &dyn Document,
    pages: &Pages,
    looks: &mut Looks,
    terminals: Vec<Terminal>,
) -> Result<Vec<Terminal>, PdfError> {
    let shown_of = pairs(document, pages, &terminals)?;
    if shown_of.is_empty() {
        return Ok(terminals);
    }
    let mut terminals: Vec<Option<Terminal>> = terminals.into_iter().map(Some).collect();
    let mut joined = Vec::new();
    let mut differing = Vec::new();
    for position in 0..terminals.len() {
        let shown = shown_of.get(&position);
        let shown = shown.and_then(|shown| terminals[*shown].take());
        match (terminals[position].take(), shown) {
            (Some(copy), Some(shown)) => {
                let name = copy.name.clone();
                match one_field(document, looks, copy, shown)? {
                    Some(one) => joined.extend(one),
                    None => differing.push(name),
                }
            }
            (terminal, _) => joined.extend(terminal),
        }
    }
    match differing.is_empty() {
        true => Ok(joined),
        false => Err(PdfError::CopiesDiffer(differing)),
    }
}

/// The positions of fields on no page, each with that of the same field on pages.
fn pairs(
    document: &dyn Document,
    pages: &Pages,
    terminals: &[Terminal],
) -> Result<HashMap<usize, usize>, PdfError> {
    let mut unlisted: HashMap<&str, Vec<Placed>> = HashMap::new();
    for (position, terminal) in terminals.iter().enumerate() {
        let is_copy = !terminal.name.is_empty() && listed_widgets(pages, terminal) == 0;
        if is_copy && !terminal.widgets.is_empty() {
            let copy = Placed::of(document, position, terminal)?;
            unlisted.entry(&terminal.name).or_default().push(copy);
        }
    }
    let mut pairs = HashMap::new();
    let mut compared = 0;
    for (position, terminal) in terminals.iter().enumerate() {
        let Some(copies) = unlisted.get_mut(terminal.name.as_str()) else {
            continue;
        };
        if listed_widgets(pages, terminal) < terminal.widgets.len().max(1) {
            continue;
        }
        let shown = Placed::of(document, position, terminal)?;
        let copy = copies.iter().position(|copy| copy.is_copy_of(&shown));
        compared += copy.map_or(copies.len(), |index| index + 1);
        if compared > COMPARED_MAX {
            let name = "more fields of one name on no page than can be told apart";
            return Err(PdfError::TooComplex(name.to_owned()));
        }
        if let Some(copy) = copy {
            pairs.insert(copies.swap_remove(copy).position, position);
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

/// A field by what its copies share with it, looked up once.
struct Placed {
    position: usize,
    kind: FormFieldKind,
    areas: Vec<Option<Rectangle>>,
}

impl Placed {
    fn of(document: &dyn Document, position: usize, terminal: &Terminal) -> Result<Self, PdfError> {
        let area = |widget: &Widget| {
            step();
            // Where none can be read, nothing stands.
            area(document, &widget.dictionary, b"Rect").ok().flatten()
        };
        Ok(Self {
            position,
            kind: kind(document, terminal)?,
            areas: terminal.widgets.iter().map(area).collect(),
        })
    }

    /// Whether both are of one kind, and would stand in the same places.
    fn is_copy_of(&self, shown: &Self) -> bool {
        let mut areas = self.areas.iter().zip(&shown.areas);
        self.kind == shown.kind
            && self.areas.len() == shown.areas.len()
            && areas.all(|(copy, shown)| {
                let areas = copy.zip(*shown);
                areas.is_some_and(|(copy, shown)| {
                    copy.is_near(shown) && copy.overlap(shown).has_size()
                })
            })
    }
}

/// The field that both are; both where both are filled in. What the copy began with (`DV`) is
/// blank, unless the field on the pages began with something else, which people see there. Where
/// the copy is filled in, a default on the pages is not blank: it may be what they were reset to.
/// What the field there shows in the place of the value of its copy is told with that. `None` where
/// the two contradict each other.
fn one_field(
    document: &dyn Document,
    looks: &mut Looks,
    mut copy: Terminal,
    shown: Terminal,
) -> Result<Option<Vec<Terminal>>, PdfError> {
    let of_copy = copy.attribute(document, b"DV")?;
    let of_shown = shown.attribute(document, b"DV")?;
    let is_known = of_copy == of_shown || of_shown == Object::Null;
    if !is_filled_in(document, &copy, is_known.then_some(&of_copy))? {
        return Ok(Some(vec![shown]));
    }
    if is_filled_in(document, &shown, None)? {
        let is_one = !store_two_values(document, &copy, &shown)?;
        return Ok(is_one.then(|| vec![shown, copy]));
    }
    if is_emptied(document, looks, &copy, &shown)? {
        return Ok(None);
    }
    for (copied, widget) in copy.widgets.iter_mut().zip(shown.widgets) {
        copied.id = widget.id;
        // Whoever writes a shared look has both show it.
        if copied.dictionary.get(b"AP") != widget.dictionary.get(b"AP") {
            copy.seen_instead.push(widget);
        }
    }
    Ok(Some(vec![copy]))
}

/// Whether anything is stored or shown in it, other than the text that it began with.
fn is_filled_in(
    document: &dyn Document,
    terminal: &Terminal,
    began_with: Option<&Object>,
) -> Result<bool, PdfError> {
    let is_button = is_button(kind(document, terminal)?);
    let keys = [&b"V"[..], if is_button { b"AS" } else { b"RV" }];
    let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
    for dictionary in widgets.chain([&terminal.attributes]) {
        for key in keys {
            let stored = document.get(dictionary, key)?;
            let is_unchanged = match is_button {
                true => is_off(document, &stored),
                false => Some(&stored) == began_with,
            };
            if !is_unchanged && !is_blank(document, &stored) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn is_button(kind: FormFieldKind) -> bool {
    matches!(kind, FormFieldKind::CheckBox | FormFieldKind::Radio)
}

pub(super) fn is_blank(document: &dyn Document, stored: &Object) -> bool {
    match stored {
        Object::Null => true,
        Object::Array(members) => members.is_empty(),
        stored => value::text(document, stored).is_ok_and(|text| text.trim().is_empty()),
    }
}

fn is_off(document: &dyn Document, stored: &Object) -> bool {
    value::text(document, stored).is_ok_and(|state| state == OFF)
}
