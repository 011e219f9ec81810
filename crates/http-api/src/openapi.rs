//! The OpenAPI document of the service.
//!
//! It is made of the same values as the service: the endpoints, the types of the answers, the error
//! codes, the limits of the settings and the form types. paperclip collects paths, operations,
//! security schemes and schemas, in its OpenAPI 2 model, and converts them to version 3; `polish`
//! lays over it what version 2 cannot say. HEAD, which every GET has, is left out.

mod endpoint;
mod errors;
mod form_data;
mod headers;
mod introduction;
mod operation;
pub(crate) mod parameter;
mod polish;
mod schemas;
mod security;
pub(crate) mod tag;

use actix_web::App;
use forms::form_type::TABLE_ROWS_MAX;
use paperclip::actix::{Mountable as _, OpenApiExt as _};
use paperclip::v2::models::DefaultApiRaw;
use serde_json::{Map, Value as Json, json};
use usecases::FormCatalogue;

use crate::settings::HttpSettings;

pub(crate) use endpoint::Endpoint;
pub(crate) use operation::{DocumentedResponse, Operation, RequestBody};

/// Cost positions are counted from 0.
pub(crate) const COST_POSITION_INDEX_MAX: usize = TABLE_ROWS_MAX - 1;

/// What the document depends on.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'service> {
    pub(crate) settings: &'service HttpSettings,
    pub(crate) forms: &'service FormCatalogue,
}

/// The document of these endpoints, OpenAPI 3.0.3.
pub(crate) fn document(facts: &Facts<'_>, endpoints: Vec<Endpoint>) -> Json {
    let mut app = App::new().wrap_api_with_spec(DefaultApiRaw::default());
    let mut paths = Map::new();
    for endpoint in endpoints {
        let described = endpoint.described(facts);
        paths.insert(described.path().to_owned(), described.details());
        app = app.service(described);
    }
    let mut converted = Json::Null;
    app.with_raw_json_spec_v3(|app, document| {
        converted = document;
        app
    });
    let overlay = json!({
        "paths": paths,
        "components": {
            "examples": errors::examples(),
            "headers": headers::components(),
            "schemas": schemas::overlay(facts, &converted["components"]["schemas"]),
        },
    });
    let overlay = polish::merged(introduction::head(facts), overlay);
    polish::polish(converted, overlay)
}
