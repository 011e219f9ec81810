//! Whether an object of the first parser is the same as one of the strict parser.

use hayro_syntax::object::dict::Dict;
use hayro_syntax::object::{MaybeRef, Object as Parsed};

use crate::document::primary::reference;
use crate::document::{Dictionary, Object};

/// Objects are nested no deeper than the strict parser reads them.
pub(super) fn is_alike(parsed: &Parsed<'_>, object: &Object) -> bool {
    match (parsed, object) {
        (Parsed::Null(_), Object::Null) => true,
        (Parsed::Boolean(one), Object::Boolean(other)) => one == other,
        (Parsed::Number(parsed), object) => Object::of_number(parsed.as_f64()) == *object,
        (Parsed::String(parsed), Object::String(string)) => parsed.as_bytes() == &**string,
        (Parsed::Name(parsed), Object::Name(name)) => *parsed.as_ref() == **name,
        (Parsed::Array(parsed), Object::Array(members)) => {
            let mut parsed = parsed.raw_iter();
            let mut members = members.iter();
            let are_alike = members.all(|member| {
                let parsed = parsed.next();
                parsed.is_some_and(|parsed| is_alike_entry(&parsed, member))
            });
            are_alike && parsed.next().is_none()
        }
        (Parsed::Dict(parsed), Object::Dictionary(entries)) => is_alike_dict(parsed, entries),
        (Parsed::Stream(parsed), Object::Stream(entries, id)) => {
            reference(parsed.obj_id()) == Some(*id) && is_alike_dict(parsed.dict(), entries)
        }
        _ => false,
    }
}

fn is_alike_dict(parsed: &Dict<'_>, entries: &Dictionary) -> bool {
    let mut found = 0;
    for (key, object) in entries.entries() {
        let parsed = parsed.get_raw::<Parsed<'_>>(key);
        if !parsed.is_some_and(|parsed| is_alike_entry(&parsed, object)) {
            return false;
        }
        found += 1;
    }
    // What is null does not exist, and each of the others was found.
    let is_null = |entry: Option<MaybeRef<Parsed<'_>>>| {
        matches!(entry, Some(MaybeRef::NotRef(Parsed::Null(_))))
    };
    found == parsed.len()
        || parsed
            .keys()
            .all(|key| entries.has(key.as_ref()) || is_null(parsed.get_raw(key.as_ref())))
}

fn is_alike_entry(parsed: &MaybeRef<Parsed<'_>>, object: &Object) -> bool {
    match (parsed, object) {
        (MaybeRef::Ref(parsed), Object::Reference(id)) => reference((*parsed).into()) == Some(*id),
        (MaybeRef::NotRef(parsed), object) => is_alike(parsed, object),
        (MaybeRef::Ref(_), _) => false,
    }
}
