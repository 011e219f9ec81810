//! The data of the form types as schemas: what they hold, and how they are changed.
//!
//! They are made of the JSON Schemas that `GET /forms/{form_type}` answers. OpenAPI 3.0 has an
//! older dialect, and data of an application need not be complete, so nothing is required. What is
//! answered is open to other members, what is sent is not.

mod names;

use serde_json::{Map, Value as Json, json};
use usecases::FormCatalogue;

use crate::schema;

/// Words of JSON Schema that OpenAPI 3.0 does not have, or that are said elsewhere.
const LEFT_OUT: [&str; 5] = ["$schema", "propertyNames", "oneOf", "required", "$comment"];

/// The names of the schemas here that belong to no one form type.
const OF_ANY_FORM: [&str; 3] = ["ApplicationData", "ApplicationChange", EARLIER_DATA];

const EARLIER_DATA: &str = "EarlierData";

/// The data of each form type and its changes, and those of any. The schemas have other names than
/// those that are taken.
pub(super) fn schemas(forms: &FormCatalogue, taken: &[&str]) -> Json {
    let taken = [taken, &OF_ANY_FORM].concat();
    let keys = forms.keys();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut schemas = Map::new();
    let (mut data, mut changes) = (Vec::new(), Vec::new());
    for (package, names) in forms.list().iter().zip(names::for_keys(&keys, &taken)) {
        let schema = schema::of(&package.form_type);
        data.push(reference(&names.data));
        changes.push(reference(&names.change));
        let change = named(change(converted(&schema)), &names.change);
        schemas.insert(names.change, change);
        let open = named(open(converted(&schema)), &names.data);
        schemas.insert(names.data, open);
    }
    schemas.insert("ApplicationData".to_owned(), application_data(data));
    schemas.insert(
        "ApplicationChange".to_owned(),
        json!({
            "description": "A merge patch (RFC 7396): members that are given replace, null \
                removes, objects are merged, arrays are replaced as a whole. The members are \
                those of the application's form type, in the version that it came in with; the \
                present ones are described here.",
            "anyOf": changes,
        }),
    );
    Json::Object(schemas)
}

fn application_data(mut forms: Vec<Json>) -> Json {
    forms.push(json!({
        "type": "object",
        "title": EARLIER_DATA,
        "description": "Data of another version of a form type than the present one.",
    }));
    json!({
        "description": "What the form holds, by its form type. Fields without a value are absent. \
            `GET /forms/{form_type}` answers what complete data looks like, and \
            `GET /applications/{pa_id}?format=schema` the same for the version that an application \
            came in with.",
        "anyOf": forms,
    })
}

/// In the dialect of OpenAPI 3.0.
fn converted(schema: &Json) -> Json {
    match schema {
        Json::Object(members) => match nullable(members) {
            Some(schema) => schema,
            None => described(members, kept(members)),
        },
        Json::Array(items) => items.iter().map(converted).collect(),
        other => other.clone(),
    }
}

/// The words that OpenAPI 3.0 has too.
fn kept(members: &Map<String, Json>) -> Map<String, Json> {
    let kept = members
        .iter()
        .filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    let converted = kept.map(|(name, value)| match value {
        // Here the names are those of the form.
        Json::Object(fields) if name == "properties" => (name.clone(), each(fields)),
        value => (name.clone(), converted(value)),
    });
    converted.collect()
}

/// A `$comment`, which OpenAPI 3.0 does not have, goes behind the description.
fn described(members: &Map<String, Json>, mut schema: Map<String, Json>) -> Json {
    if let Some(comment) = members.get("$comment").and_then(Json::as_str) {
        let description = schema.get("description").and_then(Json::as_str);
        let description = description.map_or_else(
            || comment.to_owned(),
            |description| format!("{description} {comment}"),
        );
        schema.insert("description".to_owned(), json!(description));
    }
    Json::Object(schema)
}

fn each(fields: &Map<String, Json>) -> Json {
    let fields = fields.iter();
    let converted = fields.map(|(name, field)| (name.clone(), converted(field)));
    converted.collect::<Map<String, Json>>().into()
}

/// Gives a schema this name as its title, as generators of clients name classes by titles, which
/// must differ. Its own title goes before its description.
fn named(mut schema: Json, name: &str) -> Json {
    let title = std::mem::replace(&mut schema["title"], json!(name));
    let sentences = [&title, &schema["description"]];
    let sentences = sentences.into_iter().filter_map(Json::as_str);
    schema["description"] = json!(sentences.collect::<Vec<_>>().join(". "));
    schema
}

/// `anyOf` with null is `nullable` there.
fn nullable(members: &Map<String, Json>) -> Option<Json> {
    let [filled, null] = members.get("anyOf")?.as_array()?.as_slice() else {
        return None;
    };
    let mut schema = converted(filled);
    let others = members.iter().filter(|(name, _)| *name != "anyOf");
    let target = schema
        .as_object_mut()
        .filter(|_| *null == json!({"type": "null"}))?;
    target.extend(others.map(|(name, value)| (name.clone(), value.clone())));
    allow_null(&mut schema);
    Some(schema)
}

/// Null must also be among the values that are listed (OpenAPI 3.0.3, "nullable").
fn allow_null(schema: &mut Json) {
    schema["nullable"] = json!(true);
    if let Some(Json::Array(values)) = schema.get_mut("enum") {
        values.push(Json::Null);
    }
}

/// The schema of a merge patch: every member may be null, in objects too. Items of arrays are as in
/// the data.
fn change(mut schema: Json) -> Json {
    if let Some(Json::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut() {
            *property = change(property.take());
            allow_null(property);
        }
    }
    if let Some(additional @ Json::Object(_)) = schema.get_mut("additionalProperties") {
        allow_null(additional);
    }
    schema
}

/// The schema without the word that there are no other members. Generated clients read `data` as
/// the first of the forms in `anyOf` that they can, and leave out in silence what that one says it
/// does not have; of an open one they keep every member.
fn open(mut schema: Json) -> Json {
    match &mut schema {
        Json::Object(members) => {
            members.retain(|name, value| name != "additionalProperties" || *value != false);
            for member in members.values_mut() {
                *member = open(member.take());
            }
        }
        Json::Array(items) => {
            for item in items {
                *item = open(item.take());
            }
        }
        _ => {}
    }
    schema
}

fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/components/schemas/{name}")})
}
