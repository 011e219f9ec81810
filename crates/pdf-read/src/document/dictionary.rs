//! Dictionaries (PDF 32000-1, 7.3.7).

use std::rc::Rc;

use super::{Name, Object};

/// So many entries are looked through one by one.
const SCANNED_MAX: usize = 24;

/// A dictionary. Entries that are null do not exist. Most have a few, and are made whole: so they
/// lie side by side, in the order of their keys.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Dictionary(Rc<Vec<(Name, Object)>>);

impl Dictionary {
    /// These entries, if no two of them have one key.
    pub(super) fn of_different_keys(mut entries: Vec<(Name, Object)>) -> Option<Self> {
        entries.sort_unstable_by(|(one, _), (other, _)| (**one).cmp(other));
        let is_strict = entries.is_sorted_by(|(one, _), (other, _)| **one < **other);
        entries.retain(|(_, object)| *object != Object::Null);
        is_strict.then(|| Self(Rc::new(entries)))
    }

    /// The entry as it stands, null where there is none.
    pub(crate) fn get(&self, key: &[u8]) -> &Object {
        let found = self.entry(key);
        found.map_or(&Object::Null, |(_, object)| object)
    }

    pub(crate) fn has(&self, key: &[u8]) -> bool {
        self.entry(key).is_some()
    }

    /// Sets an entry, or leaves the one that is there where the new one is null.
    pub(crate) fn set(&mut self, key: &[u8], object: Object) {
        if object != Object::Null {
            let place = self.place(key);
            let entries = Rc::make_mut(&mut self.0);
            match place {
                Ok(at) => entries[at].1 = object,
                Err(at) => entries.insert(at, (key.into(), object)),
            }
        }
    }

    /// Where its entries lie, for as long as it or a copy is kept.
    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &[u8]> {
        self.entries().map(|(key, _)| key)
    }

    /// In the order of their keys.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&[u8], &Object)> {
        self.0.iter().map(|(key, object)| (&**key, object))
    }

    /// Of a few keys hardly two are as long as each other: to look at all lengths is quicker than
    /// to compare some keys.
    fn entry(&self, key: &[u8]) -> Option<&(Name, Object)> {
        match self.0.len() <= SCANNED_MAX {
            true => self.0.iter().find(|(other, _)| **other == *key),
            false => self.place(key).ok().and_then(|at| self.0.get(at)),
        }
    }

    /// Where the entry stands, or where it would.
    fn place(&self, key: &[u8]) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| (**other).cmp(key))
    }
}

/// Of entries with one key the last one that is not null counts.
impl FromIterator<(Name, Object)> for Dictionary {
    fn from_iter<Entries: IntoIterator<Item = (Name, Object)>>(entries: Entries) -> Self {
        let entries = entries.into_iter();
        let entries = entries.filter(|(_, object)| *object != Object::Null);
        let mut entries: Vec<(Name, Object)> = entries.collect();
        entries.sort_by(|(one, _), (other, _)| (**one).cmp(other));
        entries.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                std::mem::swap(later, earlier);
            }
            is_same
        });
        Self(Rc::new(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::{Dictionary, Name, Object};

    fn dictionary(entries: &[(&str, Object)]) -> Dictionary {
        let entries = entries.iter();
        let entries = entries.map(|(key, object)| (key.as_bytes().into(), object.clone()));
        entries.collect()
    }

    #[test]
    fn entries_are_found_by_their_keys_and_told_in_their_order() {
        let made = [("V", 1), ("AS", 2), ("T", 3)];
        let made = dictionary(&made.map(|(key, number)| (key, Object::Integer(number))));
        let keys: Vec<&[u8]> = made.keys().collect();
        assert_eq!(keys, [&b"AS"[..], b"T", b"V"]);
        assert_eq!(made.get(b"T"), &Object::Integer(3));
        assert_eq!(made.get(b"DV"), &Object::Null);
        assert!(made.has(b"V") && !made.has(b"DV"));
        let mut one_by_one = Dictionary::default();
        for key in ["T", "V", "AS"] {
            one_by_one.set(key.as_bytes(), made.get(key.as_bytes()).clone());
        }
        assert_eq!(one_by_one, made);
    }

    #[test]
    fn entries_are_found_among_few_and_among_many() {
        for count in [1, 24, 25, 300] {
            let key = |number: i64| format!("K{number}").into_bytes();
            let entries =
                (0..count).map(|number| (Name::from(&*key(number)), Object::Integer(number)));
            let made: Dictionary = entries.collect();
            for number in 0..count {
                assert_eq!(made.get(&key(number)), &Object::Integer(number), "{count}");
            }
            assert!(!made.has(&key(count)) && !made.has(b"") && !made.has(b"k0"));
        }
    }

    #[test]
    fn of_one_key_the_last_entry_that_is_not_null_counts() {
        let one = |number| ("V", Object::Integer(number));
        let made = dictionary(&[one(1), ("T", Object::Null), one(2), ("V", Object::Null)]);
        assert_eq!(made, dictionary(&[one(2)]));
        let mut changed = made.clone();
        changed.set(b"V", Object::Integer(3));
        changed.set(b"V", Object::Null);
        assert_eq!(changed, dictionary(&[one(3)]));
        assert_eq!(made, dictionary(&[one(2)]));
    }
}
