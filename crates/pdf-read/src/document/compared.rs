//! Objects that were compared with each other: each is read once, and each pair compared once,
//! however often a file asks for it.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{Dictionary, Id};

#[derive(Default)]
pub(super) struct ComparedObjects {
    /// None for one that is not compared.
    entries: RefCell<HashMap<Id, Option<Dictionary>>>,
    are_alike: RefCell<HashMap<(Id, Id), bool>>,
}

impl ComparedObjects {
    /// Whether both have the same entries, which `read` gives.
    pub(super) fn are_alike(
        &self,
        one: Id,
        other: Id,
        read: impl Fn(Id) -> Option<Dictionary>,
    ) -> bool {
        let pair = (one.min(other), one.max(other));
        if let Some(are_alike) = self.are_alike.borrow().get(&pair) {
            return *are_alike;
        }
        let mut entries = self.entries.borrow_mut();
        let mut find = |id| entries.entry(id).or_insert_with(|| read(id)).clone();
        let are_alike = find(one).is_some_and(|one| find(other) == Some(one));
        self.are_alike.borrow_mut().insert(pair, are_alike);
        are_alike
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::ComparedObjects;
    use crate::document::{Dictionary, Object};

    #[test]
    fn each_object_is_read_once() {
        let reads = Cell::new(0);
        let read = |(number, _): (u32, u16)| {
            reads.set(reads.get() + 1);
            let entries = [(b"A"[..].into(), Object::Integer(i64::from(number % 2)))];
            (number < 5).then(|| Dictionary::from_iter(entries))
        };
        let compared = ComparedObjects::default();
        for _ in 0..3 {
            for (one, other, are_alike) in
                [(1, 3, true), (3, 1, true), (1, 2, false), (5, 5, false)]
            {
                let found = compared.are_alike((one, 0), (other, 0), read);
                assert_eq!(found, are_alike, "{one} {other}");
            }
        }
        assert_eq!(reads.get(), 4);
    }
}
