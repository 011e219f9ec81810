//! Responses of an operation other than errors.

use std::collections::BTreeMap;

use paperclip::v2::models::DefaultSchemaRaw;
use paperclip::v2::schema::Apiv2Schema;
use serde_json::{Map, Value as Json, json};

use super::reference;
use crate::openapi::{headers, schemas};

/// The headers of a file of the service itself.
const FILE_HEADERS: [&str; 3] = ["ETag", "Cache-Control", "Content-Encoding"];

/// The response with one status: its headers, content and links.
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

    /// A response whose body is the JSON of a type.
    pub(crate) fn json<T: Apiv2Schema>(status: u16, description: &'static str) -> Self {
        let schema = reference(&T::name().unwrap_or_default());
        let mut answer = Self::empty(status, description).content("application/json", schema);
        answer.definitions = schemas::of::<T>();
        answer
    }

    /// Adds another type as whose JSON the body can come.
    pub(crate) fn or_json<T: Apiv2Schema>(mut self) -> Self {
        self.definitions.extend(schemas::of::<T>());
        self.or_schema(reference(&T::name().unwrap_or_default()))
    }

    /// Adds another schema of its JSON, of which nothing is valid by those before.
    pub(crate) fn or_schema(self, schema: Json) -> Self {
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
        schemas.push(schema);
        self.content(media_type, json!({"oneOf": schemas}))
    }

    /// A text file of the service itself.
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

    /// 304 for a file that the client has already.
    pub(crate) fn known_file() -> Self {
        Self::empty(304, "The client has it already.").headers(&["ETag", "Cache-Control"])
    }

    /// Adds a media type in which the body can come.
    pub(crate) fn content(mut self, media_type: &str, schema: Json) -> Self {
        let content = json!({"schema": schema});
        self.content.insert(media_type.to_owned(), content);
        self
    }

    /// Adds a media type of raw bytes in which the body can come.
    pub(crate) fn bytes(self, media_type: &str) -> Self {
        self.content(media_type, json!({"type": "string", "format": "binary"}))
    }

    /// Adds headers besides those that every answer has.
    pub(crate) fn headers(mut self, names: &[&'static str]) -> Self {
        self.headers.extend(names);
        self
    }

    /// Adds a link: an operation that can be called next, with a parameter that this answer holds
    /// in a member, and the parameters of the path that stay.
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
