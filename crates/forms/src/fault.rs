//! What is wrong with a value, said to the person who sent it.

use std::fmt;

use crate::excerpt::{cut_to, excerpt};
use crate::form_type::{OTHER_FIELDS, OTHER_NAME_LENGTH_MAX};

/// One fault: where, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fault {
    /// Path in `data`, or the name of a PDF field.
    pub path: String,
    /// What is wrong and what would be right; a clause without a full stop: `"31.02.2026" is no
    /// date, give YYYY-MM-DD`.
    pub problem: String,
}

impl Fault {
    /// A fault at a path.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            problem: problem.into(),
        }
    }
}

/// All faults of one input, in the order of the input. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Faults(Vec<Fault>);

/// How many faults [`Faults`] names when it is displayed; the rest are only counted.
pub(crate) const SHOWN_MAX: usize = 50;

/// How many characters of a path are shown: all of any that data can have, which is that of another
/// field with the longest name. Whoever sends a longer one learns of it by its beginning.
const PATH_SHOWN_MAX: usize = OTHER_FIELDS.len() + 1 + OTHER_NAME_LENGTH_MAX;

impl Faults {
    /// `Err` with the faults if there are any, else `Ok(value)`.
    pub fn unless_none<T>(faults: Vec<Fault>, value: T) -> Result<T, Self> {
        if faults.is_empty() {
            Ok(value)
        } else {
            Err(Self(faults))
        }
    }

    /// These faults, followed by others.
    pub fn and(mut self, others: impl IntoIterator<Item = Fault>) -> Self {
        self.0.extend(others);
        self
    }

    /// These faults in another order; those with the same key stay as they stand.
    pub fn sorted_by_key<Key: Ord>(mut self, key: impl FnMut(&Fault) -> Key) -> Self {
        self.0.sort_by_key(key);
        self
    }

    /// These faults with other paths.
    pub fn with_paths(mut self, path: impl Fn(&str) -> String) -> Self {
        for fault in &mut self.0 {
            fault.path = path(&fault.path);
        }
        self
    }

    /// These faults with texts of at most so many bytes each.
    pub fn with_texts_cut_to(mut self, bytes_max: usize) -> Self {
        for Fault { path, problem } in &mut self.0 {
            cut_to(path, bytes_max);
            cut_to(problem, bytes_max);
        }
        self
    }

    /// The faults one by one.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

/// `projectBeginn: …; costs.0.amount: ….` – one sentence that names every fault (from the
/// 51st on, their number).
impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().take(SHOWN_MAX).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            let path = shown(&fault.path);
            write!(formatter, "{separator}{path}: {}", fault.problem)?;
        }
        match self.0.len().saturating_sub(SHOWN_MAX) {
            0 => formatter.write_str("."),
            more => write!(formatter, "; and {more} more."),
        }
    }
}

impl std::error::Error for Faults {}

/// What a sentence lists, with the bounds of [`Faults`]: `a, b`, or `a, b, and 3 more`.
pub fn enumerated<T: fmt::Display>(items: &[T]) -> String {
    let shown_items = items
        .iter()
        .take(SHOWN_MAX)
        .map(|item| shown(&item.to_string()));
    let list = shown_items.collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(SHOWN_MAX) {
        0 => list,
        more => format!("{list}, and {more} more"),
    }
}

/// A path as it is shown: by its beginning where it is long, in quotation marks where nobody would
/// see it.
fn shown(path: &str) -> String {
    let beginning = excerpt(path, PATH_SHOWN_MAX);
    match beginning.trim().is_empty() {
        true => format!("\"{beginning}\""),
        false => beginning,
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Faults, enumerated};

    #[test]
    fn a_path_is_shown_whole_where_data_can_have_it_and_else_by_its_beginning() {
        let said = |length: usize| {
            let path = format!("otherFields.{}", "ä".repeat(length));
            Faults::from(Fault::new(path, "is wrong")).to_string()
        };
        let longest = said(500);
        assert_eq!(
            longest,
            format!("otherFields.{}: is wrong.", "ä".repeat(500))
        );
        for longer in [501, 1_000_000] {
            assert_eq!(said(longer), longest.replace(": is wrong", "…: is wrong"));
        }
    }

    #[test]
    fn a_path_that_nobody_would_see_is_shown_in_quotation_marks() {
        let said = |path: &str| Faults::from(Fault::new(path, "is wrong")).to_string();
        for (path, expected) in [("", "\"\": is wrong."), (" ", "\" \": is wrong.")] {
            assert_eq!(said(path), expected);
        }
        assert!(said(&" ".repeat(1000)).ends_with("…: is wrong."));
    }

    #[test]
    fn a_path_does_not_break_the_line() {
        let said = Faults::from(Fault::new("Ort\r\nund\tDatum", "is wrong")).to_string();
        assert_eq!(said, "Ort  und Datum: is wrong.");
    }

    #[test]
    fn enumerated_names_fifty_by_as_much_as_a_path_has_and_counts_the_rest() {
        assert_eq!(enumerated(&["a", "b"]), "a, b");
        let pages: Vec<usize> = (1..=50).collect();
        assert!(enumerated(&pages).ends_with(", 49, 50"));
        let pages: Vec<usize> = (1..=5000).collect();
        assert!(enumerated(&pages).ends_with(", 50, and 4950 more"));
        assert_eq!(enumerated(&["n".repeat(9000)]).chars().count(), 513);
    }
}
