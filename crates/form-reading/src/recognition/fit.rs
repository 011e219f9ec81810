//! How well form types fit the fields of a PDF.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use forms::FormContent;
use forms::form_type::{FieldRef, FormType};

/// How well a form type fits the fields, the greater the better: it knows more of them, else it has
/// fewer others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Fit {
    /// How many fields it knows; the cells of a column count as one.
    pub(super) known: usize,
    names: usize,
    /// Its fields, and columns of which there is no cell, that the PDF lacks.
    lacking: Reverse<usize>,
    lacking_names: Reverse<usize>,
}

/// The names that a form type knows, and what they are for it.
type KnownNames<'form> = Vec<(&'form str, FieldRef<'form>)>;

/// What is counted as one: a single field by its path, a column by that of its table and its key.
type Counted<'form> = (&'form str, &'form str);

/// How well each of the form types fits.
pub(super) fn fits(content: &FormContent, form_types: &[&FormType]) -> Vec<Fit> {
    let names = field_names(content);
    let known: Vec<KnownNames> = form_types
        .iter()
        .map(|form_type| known_names(form_type, &names))
        .collect();
    // A long table says no more than a single field does, and no more for a form type that has
    // single fields for its cells.
    let mut columns: HashMap<&str, Counted> = HashMap::new();
    for (name, place) in known.iter().flatten() {
        if matches!(place, FieldRef::Cell { .. }) {
            columns.entry(name).or_insert(counted(place));
        }
    }
    let fit = |(form_type, known): (&&FormType, &KnownNames)| {
        let same = |name| columns.get(name).copied().unwrap_or((name, ""));
        let all: HashSet<Counted> = known.iter().map(|(name, _)| same(*name)).collect();
        // Only a form with all of its fields tells which of them it lacks.
        let (lacking, lacking_names) = match content {
            FormContent::Fields(..) if !known.is_empty() => lacking(form_type, known),
            _ => (0, 0),
        };
        Fit {
            known: all.len(),
            names: known.len(),
            lacking: Reverse(lacking),
            lacking_names: Reverse(lacking_names),
        }
    };
    form_types.iter().zip(&known).map(fit).collect()
}

/// The names of its fields. Those on no page are not counted beside others, as they may be left
/// over of a larger form of which this one was made.
fn field_names(content: &FormContent) -> HashSet<&str> {
    match content {
        FormContent::Fields(fields, _) | FormContent::PartlyFlat(fields, _) => {
            let is_any_shown = fields.iter().any(|field| !field.stands_on_no_page());
            let shown = fields.iter();
            let shown = shown.filter(|field| !is_any_shown || !field.stands_on_no_page());
            shown.map(|field| field.name.as_str()).collect()
        }
        FormContent::Text(pages) => {
            let texts = pages.texts.iter();
            texts.filter_map(|run| run.field.as_deref()).collect()
        }
    }
}

fn known_names<'form>(
    form_type: &'form FormType,
    names: &HashSet<&'form str>,
) -> KnownNames<'form> {
    let names = names.iter();
    let known = names.map(|name| (*name, form_type.place_of_template_name(name)));
    known
        .filter_map(|(name, place)| Some((name, place?)))
        .collect()
}

fn counted<'form>(place: &FieldRef<'form>) -> Counted<'form> {
    match place {
        FieldRef::Field(field) => (field.path.as_str(), ""),
        FieldRef::Cell { table, column, .. } => (table.path.as_str(), column.key.as_str()),
    }
}

/// How many fields and columns the form type has besides those that are known, and how many names.
fn lacking(form_type: &FormType, known: &KnownNames) -> (usize, usize) {
    let places: HashSet<Counted> = known.iter().map(|(_, place)| counted(place)).collect();
    let columns = form_type.tables().map(|table| table.columns.len());
    let cells = form_type
        .tables()
        .map(|table| table.columns.len() * table.rows);
    let fields = form_type.fields().count();
    let all = fields + columns.sum::<usize>();
    let names = fields + cells.sum::<usize>();
    (
        all.saturating_sub(places.len()),
        names.saturating_sub(known.len()),
    )
}
