//! Where the objects lie that parsers have agreed about.

use form_reading::expected_form::ObjectRange;

use super::AgreedDocument;
use crate::document::strict::Entry;
use crate::document::{Document as _, Object};
use crate::limits::{KNOWN_BYTES_MAX, KNOWN_OBJECTS_MAX};

/// What [`AgreedDocument::ranges`] tells.
#[derive(Default)]
pub(crate) struct AgreedRanges {
    /// Where the objects lie that stand by themselves, sorted.
    pub(crate) objects: Vec<ObjectRange>,
    /// Objects that are packed in one of `objects`, while the table names another state of them
    /// elsewhere: pairs of that stream's number and their own, sorted.
    pub(crate) replaced: Vec<(u32, u32)>,
}

impl AgreedDocument<'_> {
    /// The places of all objects but for streams whose length is another object. None where the
    /// file is too large, or parsers differ about one; then they do not agree any more.
    pub(crate) fn ranges(&self) -> AgreedRanges {
        self.find_ranges().unwrap_or_default()
    }

    fn find_ranges(&self) -> Option<AgreedRanges> {
        let mut ranges = AgreedRanges::default();
        let entries = self.strict.entries();
        let is_small = entries.len() <= KNOWN_OBJECTS_MAX && self.pdf().len() <= KNOWN_BYTES_MAX;
        if !is_small {
            return None;
        }
        for (id, entry) in entries {
            let object = self.object(id).ok()?;
            if matches!(entry, Entry::At(_))
                && says_its_length(&object)
                && let Some(replaced) = self.replaced_in(id.0, &object)
            {
                ranges.objects.push(self.strict.range(id)?);
                ranges.replaced.extend(replaced);
            }
        }
        ranges.objects.sort_unstable();
        ranges.replaced.sort_unstable();
        Some(ranges)
    }

    /// What is packed in an object, but which the table has elsewhere. `None` if it cannot be
    /// unpacked.
    fn replaced_in(&self, container: u32, object: &Object) -> Option<Vec<(u32, u32)>> {
        if !is_object_stream(object) {
            return Some(Vec::new());
        }
        let numbers = self.strict.packed_numbers(container).ok()?.into_iter();
        let replaced = numbers.filter(|number| !self.strict.packs(container, *number));
        Some(replaced.map(|number| (container, number)).collect())
    }
}

fn says_its_length(object: &Object) -> bool {
    match object {
        Object::Stream(entries, _) => matches!(entries.get(b"Length"), Object::Integer(_)),
        _ => true,
    }
}

fn is_object_stream(object: &Object) -> bool {
    let kind = match object {
        Object::Stream(entries, _) => entries.get(b"Type"),
        _ => return false,
    };
    *kind == Object::Name(b"ObjStm".into())
}
