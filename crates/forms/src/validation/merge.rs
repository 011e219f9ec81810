//! Merging a patch into data, member by member.

mod walk;

use crate::form_type::FormType;
use crate::value::Value;
use crate::{Data, Fault, Faults};

use super::canonical;
use walk::Walk;

/// The data after a merge patch: given members replace, null removes, objects merge, arrays are
/// replaced whole.
///
/// Every member is checked against the form type: type, length, choice, order of dates. An unknown
/// member is a fault that names the nearest known one.
pub fn merge(form_type: &FormType, data: &Data, patch: &Value) -> Result<Data, Faults> {
    Merge::of(form_type, data, patch, Vec::new()).finish()
}

/// The outcome of a merge: the data as far as the patch is right, and the faults where it is not.
#[derive(Debug)]
pub struct Merge<'patch> {
    patch: &'patch Value,
    data: Data,
    /// The members of the patch, in its order.
    paths: Vec<String>,
    /// Each with the number of the member in which it is.
    faults: Vec<(usize, Fault)>,
    /// The same, of members as a whole.
    of_members: Vec<(usize, Fault)>,
}

impl<'patch> Merge<'patch> {
    /// Merges the patch into the data. `found` are faults that are known already, such as members
    /// given twice; they take their places among the others.
    pub fn of(form_type: &FormType, data: &Data, patch: &'patch Value, found: Vec<Fault>) -> Self {
        let mut walk = Walk::new(form_type);
        let mut members = data.members().clone();
        walk.merge(patch, &mut members);
        walk.add_faults(found);
        let data = canonical(form_type, &members);
        walk.judge_together(&data);
        let Walk { paths, faults, .. } = walk;
        Self {
            patch,
            data,
            paths,
            faults,
            of_members: Vec::new(),
        }
    }

    /// The data after the patch. Values that are wrong are not in it; rules between fields may be
    /// broken.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// Everything that is wrong, in no order.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().map(|(_, fault)| fault)
    }

    /// Adds what is wrong with a member as a whole; it comes after the member's other faults.
    pub fn add_faults(&mut self, member: &str, faults: &Faults) {
        let number = number(&self.paths, member).unwrap_or(self.paths.len());
        let faults = faults.iter().cloned();
        self.of_members.extend(faults.map(|fault| (number, fault)));
    }

    /// The data, or everything that is wrong, in the order of the patch.
    pub fn finish(mut self) -> Result<Data, Faults> {
        let patch = self.patch;
        self.faults
            .sort_by_cached_key(|(number, fault)| (*number, place(patch, &fault.path)));
        for (number, fault) in self.of_members {
            let end = self.faults.partition_point(|(other, _)| *other <= number);
            self.faults.insert(end, (number, fault));
        }
        let faults = self.faults.into_iter().map(|(_, fault)| fault).collect();
        Faults::unless_none(faults, self.data)
    }
}

/// The number of a member, from 1; `None` where the patch does not have it.
fn number(paths: &[String], path: &str) -> Option<usize> {
    let index = paths.iter().position(|known| known == path)?;
    Some(index + 1)
}

/// Where a path stands in the patch, as far as the patch has it: members and rows counted from 0.
/// What is not there comes after what is.
fn place(patch: &Value, path: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let (mut value, mut rest) = (Some(patch), Some(path));
    while let Some(below) = rest {
        let (mut step, mut behind) = match below.split_once('.') {
            Some((step, behind)) => (step, Some(behind)),
            None => (below, None),
        };
        let (place, next) = match value {
            Some(Value::Object(members)) => {
                // The name of another field may have full stops.
                if !members.contains_key(step) && members.contains_key(below) {
                    (step, behind) = (below, None);
                }
                (members.get_index_of(step), members.get(step))
            }
            Some(Value::List(rows)) => {
                let row = step.parse::<usize>().ok();
                (row, row.and_then(|row| rows.get(row)))
            }
            _ => return places,
        };
        places.push(place.unwrap_or(usize::MAX));
        (value, rest) = (next, behind);
    }
    places
}
