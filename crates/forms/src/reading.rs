//! From what a PDF holds to data: every filled field becomes a typed value, or is kept in
//! `otherFields`, or is a fault.
//!
//! Nothing is dropped and nothing is guessed: a value that its field's type does not settle refuses
//! the whole form, and all such values are named at once.

mod fields;
mod flat;
pub mod other_fields;

use std::fmt;

pub(crate) use flat::labels_count;

use crate::form_content::{FormContent, PlacedText};
use crate::form_type::FormType;
use crate::validation::{broken_rules, canonical, too_many_other_fields};
use crate::value::Object;
use crate::{Data, Fault, Faults};

/// Why a form's content cannot be taken as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentError {
    faults: Faults,
    ambiguous: bool,
}

/// The data in a form's content.
///
/// `blank` is the text of the blank form where the content is text: what the form prints of itself.
/// Without it the same data is read, and texts of the form that are no labels are kept among its
/// other fields.
pub fn read(
    form_type: &FormType,
    content: &FormContent,
    blank: &[PlacedText],
) -> Result<Data, ContentError> {
    let mut reading = DataReader::default();
    match content {
        FormContent::Fields(form_fields) => fields::read(form_type, form_fields, &mut reading),
        FormContent::Text(runs) => flat::read(form_type, runs, blank, &mut reading),
    }
    let data = canonical(form_type, &reading.members);
    reading.faults.extend(too_many_other_fields(&data));
    // What cannot be read is not in the data, so only what can be read is judged together.
    let broken = broken_rules(form_type, &data).into_iter();
    reading.faults.extend(broken.map(|(fault, _)| fault));
    let ambiguous = reading.ambiguous;
    Faults::unless_none(reading.faults, data).map_err(|faults| ContentError { faults, ambiguous })
}

/// What has been read so far.
#[derive(Default)]
struct DataReader {
    members: Object,
    faults: Vec<Fault>,
    ambiguous: bool,
}

impl DataReader {
    fn fault(&mut self, path: &str, problem: String) {
        self.faults.push(Fault::new(path, problem));
    }

    fn ambiguous(&mut self, path: &str, problem: String) {
        self.ambiguous = true;
        self.fault(path, problem);
    }
}

impl ContentError {
    /// Whether values can be read in two ways, rather than being wrong.
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguous
    }

    /// The single faults.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }
}

impl fmt::Display for ContentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faults.fmt(formatter)
    }
}

impl std::error::Error for ContentError {}

#[cfg(test)]
mod tests;
