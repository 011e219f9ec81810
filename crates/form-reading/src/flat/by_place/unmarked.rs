//! Values behind the form that no mark tells, as programs that print a file anew leave marks out: a
//! field in whose place a reference stands has the value that stands on that page under its label.
//!
//! Of several fields with one label each has the value in its turn, since they are printed in the
//! order of the form; where there are more or fewer values than fields, none is taken.

use std::collections::{BTreeMap, BTreeSet};

use forms::form_content::PlacedText;
use forms::form_type::{Entry, FieldRef, FormType};
use forms::words;

use super::Sorter;
use super::pieces::is_marked;
use crate::flat::continuation_entries::entries;
use crate::flat::labels::bare;
use crate::flat::spots::is_box;

/// The place of a value in a form: that of its entry, of its row, of its column.
type Turn = (usize, usize, usize);

impl Sorter<'_> {
    /// Finds what the fields without marks refer to, and what stands behind the form of boxes that
    /// no page shows.
    pub(super) fn find_unmarked(&mut self, form_type: &FormType) {
        let found = entries(form_type, &self.rest, self.marked.pages_behind());
        if found.is_empty() {
            return;
        }
        let mut fields_of: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for ((page, label), fields) in self.referring_without_marks(form_type) {
            let entries = found.numbers(&label, Some(page), fields.len());
            let pairs = entries.into_iter().flatten().zip(fields.into_values());
            for (entry, field) in pairs {
                fields_of.entry(entry).or_default().insert(field);
            }
        }
        for (label, fields) in self.by_label(form_type) {
            let entries = found.numbers(&label, None, 1);
            if let ([field], Some([entry])) = (fields.as_slice(), entries.as_deref())
                && is_box(&self.fields[*field])
            {
                fields_of.entry(*entry).or_default().insert(*field);
            }
        }
        for (entry, fields) in fields_of {
            // Labels of which only the beginning is printed may be those of two.
            if let (1, Some(field)) = (fields.len(), fields.first()) {
                self.marked
                    .add_unmarked(*field, found.get(entry), &self.rest);
            }
        }
    }

    /// All fields by their labels.
    fn by_label(&self, form_type: &FormType) -> BTreeMap<String, Vec<usize>> {
        let mut fields: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, field) in self.fields.iter().enumerate() {
            if let Some(place) = form_type.place_of_template_name(&field.name) {
                fields.entry(bare(&place.label())).or_default().push(number);
            }
        }
        fields
    }

    /// The fields by the page to which they refer and by their labels, in their turns.
    fn referring_without_marks(
        &self,
        form_type: &FormType,
    ) -> BTreeMap<(usize, String), BTreeMap<Turn, usize>> {
        let mut referring: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for (&(number, _), pieces) in &self.found {
            let Some(page) = referred(pieces) else {
                continue;
            };
            let place = form_type.place_of_template_name(&self.fields[number].name);
            if let Some((place, turn)) =
                place.and_then(|place| Some((place, turn(form_type, &place)?)))
            {
                let key = (page, bare(&place.label()));
                referring.entry(key).or_default().insert(turn, number);
            }
        }
        referring
    }
}

/// The page to which these refer, unless they are marked.
fn referred(pieces: &[PlacedText]) -> Option<usize> {
    if pieces.iter().any(is_marked) {
        return None;
    }
    let mut pieces: Vec<&PlacedText> = pieces.iter().collect();
    pieces.sort_by(|one, other| one.place.left.total_cmp(&other.place.left));
    let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.trim()).collect();
    words::referred_page(&texts.join(" "))
}

fn turn(form_type: &FormType, place: &FieldRef<'_>) -> Option<Turn> {
    let mut entries = form_type.entries();
    match place {
        FieldRef::Field(field) => {
            let is_own = |entry: &Entry| matches!(entry, Entry::Field(own) if own == *field);
            Some((entries.position(is_own)?, 0, 0))
        }
        FieldRef::Cell { table, row, column } => {
            let is_own = |entry: &Entry| matches!(entry, Entry::Table(own) if own == *table);
            let number = entries.position(is_own)?;
            let column = table.columns.iter().position(|own| own == *column)?;
            Some((number, *row, column))
        }
    }
}
