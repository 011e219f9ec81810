//! The faults that a command has named, for a backup to keep and a restore to compare with.

use std::collections::BTreeSet;

use usecases::StorageFault;

/// Faults as sentences, each of them once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FoundFaults {
    told: BTreeSet<String>,
    in_a_copy: BTreeSet<String>,
}

impl FoundFaults {
    /// The sentence of the fault, if it is a new one.
    pub(crate) fn add(&mut self, fault: &StorageFault) -> Option<String> {
        let sentence = |fault: &StorageFault| format!("{fault}.");
        let told = sentence(fault);
        if !self.told.insert(told.clone()) {
            return None;
        }
        let in_a_copy = sentence(&fault.in_a_copy());
        if in_a_copy != told {
            self.in_a_copy.insert(in_a_copy);
        }
        Some(told)
    }

    pub(crate) fn count(&self) -> u64 {
        u64::try_from(self.told.len()).unwrap_or(u64::MAX)
    }

    /// What was told, in the order of the alphabet.
    pub(crate) fn told(&self) -> impl Iterator<Item = &str> {
        self.told.iter().map(String::as_str)
    }

    /// What is found in a copy in the place of what was told, where that is something else.
    pub(crate) fn in_a_copy(&self) -> impl Iterator<Item = &str> {
        self.in_a_copy.iter().map(String::as_str)
    }
}
