//! A form type as JSON Schema (draft 2020-12): what `data` of this type looks like.
//!
//! Labels become titles and hints descriptions, in the language of the form. What JSON Schema
//! cannot say, such as the order of two dates, is told to programmers in `$comment` (JSON Schema
//! Core, 8.3), in English.

mod kind;

use forms::FormType;
use forms::form_type::{Entry, Field, OTHER_FIELDS, OTHER_NAME_LENGTH_MAX, TABLE_ROWS_MAX, Table};
use forms::validation::{OTHER_FIELDS_MAX, VALUE_LENGTH_MAX};
use serde_json::{Map, Value as Json, json};

pub(crate) use kind::{TEXT, money_max, not_blank};

/// The schema of complete `data`.
pub(crate) fn of_complete(form_type: &FormType) -> Json {
    of_data(form_type, |field| {
        if field.required {
            kind::required(&field.kind)
        } else {
            kind::schema(&field.kind)
        }
    })
}

/// The same, where required fields have any value of their types, as they may have in `data` that
/// is not complete.
pub(crate) fn of(form_type: &FormType) -> Json {
    of_data(form_type, |field| kind::schema(&field.kind))
}

fn of_data(form_type: &FormType, of_kind: fn(&Field) -> Map<String, Json>) -> Json {
    let mut schema = object();
    let sections = form_type.sections.iter();
    for entry in sections.flat_map(|section| &section.entries) {
        match entry {
            Entry::Field(field) => {
                let of_field = self::field(field, of_kind(field));
                put(&mut schema, &field.path, of_field, field.required);
            }
            Entry::Table(table) => put(&mut schema, &table.path, self::table(table), false),
        }
    }
    put(&mut schema, OTHER_FIELDS, other_fields(), false);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(form_type.title);
    if let Some(introduction) = &form_type.introduction {
        schema["description"] = json!(introduction);
    }
    schema
}

fn object() -> Json {
    json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false})
}

/// Puts the schema of a path into the schema of an object; an object that holds something required
/// is required itself.
fn put(object: &mut Json, path: &str, schema: Json, required: bool) {
    let (name, rest) = path
        .split_once('.')
        .map_or((path, None), |(name, rest)| (name, Some(rest)));
    if let Json::Array(names) = &mut object["required"]
        && required
        && !names.iter().any(|known| known == name)
    {
        names.push(json!(name));
    }
    let member = &mut object["properties"][name];
    match rest {
        None => *member = schema,
        Some(rest) => {
            if member.is_null() {
                *member = self::object();
            }
            put(member, rest, schema, required);
        }
    }
}

fn field(field: &Field, mut schema: Map<String, Json>) -> Json {
    schema.insert("title".to_owned(), json!(field.label));
    if let Some(hint) = &field.hint {
        schema.insert("description".to_owned(), json!(hint));
    }
    if let Some(other) = &field.not_before {
        let of_kind = schema.get("$comment").and_then(Json::as_str);
        let of_kind = of_kind.unwrap_or_default();
        let comment = format!("{of_kind} Not before {other}.");
        schema.insert("$comment".to_owned(), json!(comment.trim_start()));
    }
    Json::Object(schema)
}

fn table(table: &Table) -> Json {
    let cells: Map<String, Json> = table
        .columns
        .iter()
        .map(|column| {
            let mut schema = kind::cell(&column.kind);
            schema.insert("title".to_owned(), json!(column.label));
            (column.key.clone(), Json::Object(schema))
        })
        .collect();
    json!({
        "type": "array",
        "title": table.label,
        "$comment": "A row has a value in at least one of its columns.",
        "maxItems": TABLE_ROWS_MAX,
        "items": {"type": "object", "properties": cells, "additionalProperties": false},
    })
}

fn other_fields() -> Json {
    json!({
        "type": "object",
        "$comment": "Filled fields of the uploaded form that this form type does not know. \
            A name shows at least one character.",
        "maxProperties": OTHER_FIELDS_MAX,
        "propertyNames": {"maxLength": OTHER_NAME_LENGTH_MAX},
        "additionalProperties": {
            "type": "string", "maxLength": VALUE_LENGTH_MAX, "pattern": TEXT,
        },
    })
}

#[cfg(test)]
mod tests;
