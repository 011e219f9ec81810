//! The schemas of the document. Those of answers come from their types; here is what Rust's types
//! do not say of them, and the bodies of requests.

mod bodies;

use std::collections::BTreeMap;

use domain::PaId;
use domain::attachment::FILENAME_BYTES_MAX;
use domain::history::{Action, Author};
use forms::Status;
use forms::fill_report::ShownPart;
use paperclip::v2::models::DefaultSchemaRaw;
use paperclip::v2::schema::Apiv2Schema;
use serde_json::{Map, Value as Json, json};

use super::{COST_POSITION_INDEX_MAX, Facts, form_data, polish};
use crate::response::{ReadBackResponse, ValueSourceResponse};
use crate::schema;

/// The schema of an answer's type, and those of the types in it, each under its own name. Every
/// member is always there.
pub(super) fn of<T: Apiv2Schema>() -> BTreeMap<String, DefaultSchemaRaw> {
    let mut definitions = BTreeMap::new();
    take_out(T::raw_schema(), &mut definitions);
    definitions
}

/// What the types do not say, and the schemas that have no type; `typed` are those that have one.
pub(super) fn overlay(facts: &Facts<'_>, typed: &Json) -> Json {
    let answers = polish::merged(answers(), history());
    let answers = polish::merged(answers, reports());
    let overlay = polish::merged(answers, bodies::schemas(facts));
    let names = [typed, &overlay].into_iter().filter_map(Json::as_object);
    let names: Vec<&str> = names.flat_map(Map::keys).map(String::as_str).collect();
    let form_data = form_data::schemas(facts.forms, &names);
    polish::merged(overlay, form_data)
}

/// Puts the schema into the definitions under its name and gives the reference to it; one without a
/// name stays.
fn take_out(
    mut schema: DefaultSchemaRaw,
    definitions: &mut BTreeMap<String, DefaultSchemaRaw>,
) -> DefaultSchemaRaw {
    for property in schema.properties.values_mut() {
        **property = take_out(std::mem::take(property), definitions);
    }
    if let Some(items) = &mut schema.items {
        **items = take_out(std::mem::take(items), definitions);
    }
    schema.required = schema.properties.keys().cloned().collect();
    let Some(name) = schema.name.take() else {
        return schema;
    };
    schema.reference = None;
    let reference = DefaultSchemaRaw {
        reference: Some(format!("#/definitions/{name}")),
        ..DefaultSchemaRaw::default()
    };
    definitions.insert(name, schema);
    reference
}

/// No limit of the settings bounds an answer: what came in under a higher one is still answered.
fn answers() -> Json {
    let data = || json!({"$ref": "#/components/schemas/ApplicationData"});
    json!({
        "Application": {"properties": {
            "pa_id": pa_id(), "created_at": time(), "updated_at": time(),
            "form_type": form_type(),
            "form_version": {"format": "int64", "nullable": true, "minimum": 0},
            "status": status(), "data": data(),
        }},
        "UploadedApplication": {"properties": {
            "pa_id": pa_id(), "pa_key": key(), "data": data(), "status": status(),
        }},
        "ChangedApplication": {"properties": {
            "pa_id": pa_id(), "data": data(), "status": status(),
        }},
        "ApplicationSummary": {"properties": {
            "pa_id": pa_id(), "form_type": form_type(), "status": status(),
            "name": {"nullable": true}, "created_at": time(), "updated_at": time(),
            "activity_at": time(),
        }},
        "ApplicationList": {"properties": {
            "total_count": count(), "next": {"nullable": true},
        }},
        "NewKey": {"properties": {"pa_id": pa_id(), "pa_key": key()}},
        "AnyValue": {"description": "Any JSON value; null where nothing stood or stands."},
        "Problem": {"properties": {"where": {"example": "costs.0"}}},
        "Attachment": {"properties": {
            "id": id(),
            "filename": {"minLength": 1, "maxLength": FILENAME_BYTES_MAX, "example": "Angebot.pdf"},
            "content_type": {"example": "application/pdf"},
            "size": {"minimum": 1, "example": 52_430},
            "created_at": time(),
        }},
        "AttachmentList": {"properties": {
            "total_count": count(), "total_size": {"minimum": 0, "example": 52_430},
        }},
        "Offer": {"properties": {
            "id": id(),
            "supplier_name": {"example": "Müller & Söhne"},
            "amount": amount(),
            "attachment_id": {"nullable": true, "minimum": 1, "example": 1},
            "created_at": time(),
        }},
        "CostPosition": {"properties": {
            "cost_position_index": {"minimum": 0, "maximum": COST_POSITION_INDEX_MAX},
            "offers": {"maxItems": domain::cost_position::OFFERS_MAX},
            "justification": {"nullable": true},
        }},
        "FormType": {"properties": {
            "form_type": form_type(),
            "title": {"example": "Projektantrag"},
            "version": {"format": "int64", "minimum": 0, "example": 1},
        }},
        "Health": {"properties": {"status": {"enum": ["live", "ready"], "example": "ready"}}},
        "Refusal": {"properties": {"detail": {"minLength": 1}}},
    })
}

fn history() -> Json {
    json!({
        "History": {"properties": {"total_count": count()}},
        "HistoryEntry": {"properties": {
            "number": {"minimum": 1, "example": 1}, "at": time(),
            "by": {"enum": Author::ALL.map(Author::as_str)},
            "action": {"enum": Action::ALL.map(Action::as_str)},
            "hash": {"pattern": "^[0-9a-f]{64}$"},
        }},
        "HistoryChange": {"properties": {
            "path": {"example": "costs.0.amount"},
            "before": any_value(), "after": any_value(),
        }},
    })
}

/// The reports on the filled form and on the sources in the uploaded file.
fn reports() -> Json {
    json!({
        "FillReport": {"properties": {
            "page_count": count(), "continuation_page_count": {"minimum": 0, "example": 0},
        }},
        "FilledValue": {"properties": {
            "path": {"example": "costs.0.name"},
            "missing_characters": {"items": {"pattern": "^U\\+[0-9A-F]{4,6}$"}},
        }},
        "FilledPlace": {"properties": {
            "shows": {"enum": ShownPart::ALL.map(ShownPart::as_str)},
            "field": {"nullable": true, "example": "costs.0.name"},
            "page": {"nullable": true, "minimum": 1, "example": 1},
            "left": nullable(), "top": nullable(), "width": nullable(), "height": nullable(),
            "size": nullable(), "asked_size": nullable(),
        }},
        "ReadBack": {"properties": {
            "outcome": {"enum": ReadBackResponse::OUTCOMES},
            "code": nullable(), "detail": nullable(),
        }},
        "ReadBackDifference": {"properties": {"written": any_value(), "read": any_value()}},
        "SourceReport": {"properties": {"code": nullable(), "detail": nullable()}},
        "ValueSource": {"properties": {
            "path": {"example": "costs.0.name"},
            "how": {"enum": ValueSourceResponse::origins().collect::<Vec<_>>()},
            "at": polish::merged(time(), nullable()), "name": nullable(), "raw": nullable(),
            "page": {"nullable": true, "minimum": 1, "example": 1},
            "left": nullable(), "top": nullable(), "width": nullable(), "height": nullable(),
        }},
    })
}

/// A reference replaces what paperclip says of a value of no one type.
fn any_value() -> Json {
    json!({"$ref": "#/components/schemas/AnyValue"})
}

/// An amount of money, in answers.
fn amount() -> Json {
    json!({"type": "number", "minimum": 0, "maximum": schema::money_max(), "example": 249.9})
}

fn nullable() -> Json {
    json!({"nullable": true})
}

fn pa_id() -> Json {
    json!({"pattern": PaId::PATTERN, "example": "26-0001"})
}

fn key() -> Json {
    json!({"pattern": "^pak_[A-Za-z0-9_-]+$"})
}

/// RFC 3339 would demand an offset, so this is no `date-time`.
fn time() -> Json {
    json!({
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}$",
        "example": "2026-02-01T12:00:00.000000",
    })
}

fn form_type() -> Json {
    json!({"example": "pa_form"})
}

fn status() -> Json {
    json!({"enum": Status::ALL.map(Status::as_str), "example": "complete"})
}

fn id() -> Json {
    json!({"minimum": 1, "example": 1})
}

fn count() -> Json {
    json!({"minimum": 0, "example": 1})
}
