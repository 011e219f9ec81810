//! How long a list in a text is, without making values of the text.

use serde::de::IgnoredAny;

use crate::members::MembersVisitor;

/// How many items a list has that is this member of an object: 0 where the member is no list, or is
/// not there; `None` where the text is no object.
pub fn list_length(text: &str, member: &str) -> Option<usize> {
    let MembersVisitor(members) = serde_json::from_str(text).ok()?;
    let found = members.iter().rev().find(|(name, _)| name == member);
    let items = found.map(|(_, value)| serde_json::from_str::<Vec<IgnoredAny>>(value.get()));
    Some(items.map_or(0, |items| items.map_or(0, |items| items.len())))
}

#[cfg(test)]
mod tests {
    use super::list_length;

    #[test]
    fn list_length_counts_the_items_of_a_member_that_is_a_list() {
        for (text, length) in [
            (r#"{"costs":[{"a":[1,2]},{"a":"]}"}, 3],"b":[1]}"#, Some(3)),
            (r#"{"b":{"costs":[1,2]},"costs":[]}"#, Some(0)),
            (r#"{"costs":"drei"}"#, Some(0)),
            (r#"{"costs":null}"#, Some(0)),
            ("{}", Some(0)),
            (r#"{"costs":[1,2}"#, None),
            ("{", None),
            ("[1]", None),
        ] {
            assert_eq!(list_length(text, "costs"), length, "{text}");
        }
    }
}
