//! The direct members of an object and items of an array, each as the piece of text it stands in.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object, in order, doubles included.
pub(crate) struct MembersVisitor<'text>(pub(crate) Vec<(String, &'text RawValue)>);

impl<'text> Deserialize<'text> for MembersVisitor<'text> {
    fn deserialize<D: Deserializer<'text>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collect)
    }
}

struct Collect;

impl<'text> Visitor<'text> for Collect {
    type Value = MembersVisitor<'text>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'text>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(MembersVisitor(members))
    }
}
