//! Bodies of requests.

use serde_json::{Map, Value as Json, json};

use super::reference;
use crate::error::Code;

/// A body that must be sent.
pub(crate) struct RequestBody {
    media_types: &'static [&'static str],
    schema: &'static str,
    example: Option<Json>,
    file_type: Option<&'static str>,
    codes: &'static [Code],
}

impl RequestBody {
    /// JSON of the named schema.
    pub(crate) fn json(schema: &'static str, example: Json) -> Self {
        Self {
            media_types: &["application/json"],
            schema,
            example: Some(example),
            file_type: None,
            codes: &[
                Code::BodyIncomplete,
                Code::BodyTooLarge,
                Code::BodyTooSlow,
                Code::ContentTypeUnsupported,
                Code::DataInvalid,
                Code::JsonInvalid,
            ],
        }
    }

    /// A merge patch of the named schema (RFC 7396).
    pub(crate) fn patch(schema: &'static str, example: Json) -> Self {
        Self {
            media_types: &["application/json", "application/merge-patch+json"],
            ..Self::json(schema, example)
        }
    }

    /// Parts as the named schema says.
    pub(crate) fn parts(schema: &'static str) -> Self {
        Self {
            media_types: &["multipart/form-data"],
            schema,
            example: None,
            file_type: None,
            codes: &[
                Code::BodyIncomplete,
                Code::BodyTooSlow,
                Code::ContentTypeUnsupported,
                Code::UploadInvalid,
            ],
        }
    }

    /// The part `file` is of this type.
    pub(crate) fn file_type(mut self, media_type: &'static str) -> Self {
        self.file_type = Some(media_type);
        self
    }

    pub(super) fn codes(&self) -> &'static [Code] {
        self.codes
    }

    pub(super) fn details(&self) -> Json {
        let content: Map<String, Json> = self
            .media_types
            .iter()
            .map(|media_type| {
                let mut content = json!({"schema": reference(self.schema)});
                if let Some(example) = &self.example {
                    content["example"] = example.clone();
                }
                if let Some(file_type) = self.file_type {
                    content["encoding"] = json!({"file": {"contentType": file_type}});
                }
                ((*media_type).to_owned(), content)
            })
            .collect();
        json!({"required": true, "content": content})
    }
}
