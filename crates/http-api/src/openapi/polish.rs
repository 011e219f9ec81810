//! Completes the converted document. OpenAPI 2 knows no `nullable`, no two media types of one
//! status, no text beside a file in a body and no header that all answers have, so what was
//! converted from it is completed with what was said in version 3.

use serde_json::{Map, Value as Json};

/// The members of the document, in the order in which people read.
const ORDER: [&str; 6] = ["openapi", "info", "servers", "tags", "paths", "components"];

/// The finished document: what was converted, with the overlay on it.
pub(super) fn polish(converted: Json, overlay: Json) -> Json {
    let Json::Object(mut members) = merged(converted, overlay) else {
        return Json::Null;
    };
    let mut ordered = Map::new();
    for name in ORDER {
        if let Some(value) = members.shift_remove(name) {
            ordered.insert(name.to_owned(), value);
        }
    }
    ordered.extend(members);
    Json::Object(ordered)
}

/// `above` on `below`: objects are merged, everything else is replaced. A reference stands alone.
pub(super) fn merged(below: Json, above: Json) -> Json {
    match (below, above) {
        (Json::Object(mut below), Json::Object(above)) if !above.contains_key("$ref") => {
            for (name, value) in above {
                let known = below.entry(name).or_insert(Json::Null);
                *known = merged(known.take(), value);
            }
            Json::Object(below)
        }
        (_, above) => above,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{merged, polish};

    #[test]
    fn objects_are_merged_and_the_rest_is_replaced() {
        assert_eq!(
            merged(
                json!({"a": {"b": 1, "c": [1, 2]}, "d": {"type": "object"}}),
                json!({"a": {"c": [3], "e": null}, "d": {"$ref": "#/x"}}),
            ),
            json!({"a": {"b": 1, "c": [3], "e": null}, "d": {"$ref": "#/x"}})
        );
    }

    #[test]
    fn the_members_come_in_the_order_in_which_people_read() {
        let document = polish(
            json!({"components": {}, "x-more": 1, "paths": {}, "openapi": "3.0.0"}),
            json!({"openapi": "3.0.3", "info": {}}),
        );
        assert_eq!(
            document.to_string(),
            r#"{"openapi":"3.0.3","info":{},"paths":{},"components":{},"x-more":1}"#
        );
    }
}
