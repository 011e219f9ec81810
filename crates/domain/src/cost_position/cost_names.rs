//! The names of the rows of `costs`, by which positions find their rows when the list is replaced,
//! and what is kept of them while there is no list.

use forms::Data;
use unicode_normalization::UnicodeNormalization as _;

use crate::known_paths::{cost_name, costs_count};

/// The names of the rows of a list of costs, in their order; a row without one has the name "".
/// However a client spells its umlauts, as one character or as two, the name is the same.
///
/// There are as many as a form type lets a list have rows, each as long as its column allows: no
/// more is ever kept of an application.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CostNames(Vec<String>);

/// What a change of data does to the names that are kept of a list of costs which was cleared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptNames {
    /// Nothing: a list stays a list, or there is still none.
    Unchanged,
    /// They are these from now on.
    Kept(CostNames),
    /// None are kept any longer.
    Forgotten,
}

impl CostNames {
    /// The names in this data.
    pub fn of(data: &Data) -> Self {
        let names = (0..costs_count(data)).map(|index| cost_name(data, index).unwrap_or_default());
        names.collect()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}

impl<'name> FromIterator<&'name str> for CostNames {
    fn from_iter<Names: IntoIterator<Item = &'name str>>(names: Names) -> Self {
        let names = names.into_iter();
        Self(names.map(|name| name.nfc().collect()).collect())
    }
}

impl KeptNames {
    /// What a change from one data to another does to them; `is_in_use`: whether there are offers
    /// or a justification at any position. They are kept from the change that clears the list to
    /// the one that brings rows again (or until nothing hangs on positions any longer), so that
    /// what hangs on them goes on with the row of its name then, as if the one list had been
    /// replaced by the other at once.
    pub fn after(before: &Data, after: &Data, is_in_use: bool) -> Self {
        match (costs_count(before), costs_count(after)) {
            (1.., 0) if is_in_use => Self::Kept(CostNames::of(before)),
            // Also those that are there by mistake.
            (1.., 0) | (0, 1..) => Self::Forgotten,
            (0, 0) | (1.., 1..) => Self::Unchanged,
        }
    }
}

#[cfg(test)]
mod tests;
