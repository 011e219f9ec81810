//! Answers that are as asked.

use std::collections::BTreeMap;

use paperclip::v2::models::DefaultSchemaRaw;
use paperclip::v2::schema::Apiv2Schema;
use serde_json::{Map, Value as Json, json};

use super::reference;
use crate::openapi::{headers, schemas};

/// What a file of the service itself has.
const FILE_HEADERS: [&str; 3] = ["ETag", "Cache-Control", "Content-Encoding"];

/// One status with what it carries.
pub(crate) struct DocumentedResponse {
    status: u16,
    description: &'static str,
    headers: Vec<&'static str>,
    content: Map<String, Json>,
    links: Map<String, Json>,
    definitions: BTreeMap<String, DefaultSchemaRaw>,
}

impl DocumentedResponse {
    /// A response without a body.
    pub(crate) fn empty(status: u16, description: &'static str) -> Self {
        Self {
            status,
            description,
            headers: Vec::new(),
            content: Map::new(),
            links: Map::new(),
            definitions: BTreeMap::new(),
        }
    }

    /// One that is the JSON of a type.
    pub(crate) fn json<T: Apiv2Schema>(status: u16, description: &'static str) -> Self {
        let schema = reference(&T::name().unwrap_or_default());
        let mut answer = Self::empty(status, description).content("application/json", schema);
        answer.definitions = schemas::of::<T>();
        answer
    }

    /// The JSON of another type that it can be.
    pub(crate) fn or_json<T: Apiv2Schema>(mut self) -> Self {
        let media_type = "application/json";
        let before = self
            .content
            .get(media_type)
            .map(|content| &content["schema"]);
        let mut schemas: Vec<Json> = match before {
            Some(before) => match before["oneOf"].as_array() {
                Some(several) => several.clone(),
                None => vec![before.clone()],
            },
            None => Vec::new(),
        };
        schemas.push(reference(&T::name().unwrap_or_default()));
        self.definitions.extend(schemas::of::<T>());
        self.content(media_type, json!({"oneOf": schemas}))
    }

    /// A file of the service itself, a text.
    pub(crate) fn file(media_type: &str, description: &'static str) -> Self {
        let answer = Self::empty(200, description);
        answer
            .content(media_type, json!({"type": "string"}))
            .headers(&FILE_HEADERS)
    }

    /// A JSON object of the service itself.
    pub(crate) fn document(media_type: &str, description: &'static str) -> Self {
        let answer = Self::empty(200, description);
        answer
            .content(media_type, json!({"type": "object"}))
            .headers(&FILE_HEADERS)
    }

    /// Such a file that did not change.
    pub(crate) fn known_file() -> Self {
        Self::empty(304, "The client has it already.").headers(&["ETag", "Cache-Control"])
    }

    /// Another content that it can have.
    pub(crate) fn content(mut self, media_type: &str, schema: Json) -> Self {
        let content = json!({"schema": schema});
        self.content.insert(media_type.to_owned(), content);
        self
    }

    /// Bytes that it can be.
    pub(crate) fn bytes(self, media_type: &str) -> Self {
        self.content(media_type, json!({"type": "string", "format": "binary"}))
    }

    /// Headers that it has besides those that every answer has.
    pub(crate) fn headers(mut self, names: &[&'static str]) -> Self {
        self.headers.extend(names);
        self
    }

    /// What can be asked for next: an operation, with a parameter that this answer holds in a
    /// member, and those of the path that stay.
    pub(crate) fn leads_to(
        mut self,
        operation: &str,
        (parameter, member): (&str, &str),
        path: &[&str],
    ) -> Self {
        let mut parameters: Map<String, Json> = path
            .iter()
            .map(|name| ((*name).to_owned(), json!(format!("$request.path.{name}"))))
            .collect();
        let held = json!(format!("$response.body#/{member}"));
        parameters.insert(parameter.to_owned(), held);
        let link = json!({"operationId": operation, "parameters": parameters});
        self.links.insert(operation.to_owned(), link);
        self
    }

    pub(super) fn status(&self) -> u16 {
        self.status
    }

    pub(super) fn definitions(&self) -> BTreeMap<String, DefaultSchemaRaw> {
        self.definitions.clone()
    }

    pub(super) fn details(&self) -> Json {
        let mut details = json!({
            "description": self.description,
            "headers": headers::references(&self.headers),
        });
        if !self.content.is_empty() {
            details["content"] = Json::Object(self.content.clone());
        }
        if !self.links.is_empty() {
            details["links"] = Json::Object(self.links.clone());
        }
        details
    }
}
