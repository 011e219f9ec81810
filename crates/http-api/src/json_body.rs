//! A body of JSON, within a bound.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::web::{Bytes, BytesMut};
use data_json::{JsonLimits, NotedJson};
use futures::StreamExt as _;

use crate::body::media_type;
use crate::error::{ApiError, BodyError};
use crate::extract::FromBody;
use crate::state::State;

/// What is read out of a body of JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

/// Something that a JSON value says. What is wrong with its text is named with the rest.
pub(crate) trait FromJson: Sized {
    fn from_json(json: NotedJson) -> Result<Self, ApiError>;
}

impl FromJson for NotedJson {
    fn from_json(json: NotedJson) -> Result<Self, ApiError> {
        Ok(json)
    }
}

impl<T: FromJson> FromBody for JsonBody<T> {
    async fn from_body(
        request: &HttpRequest,
        payload: Payload,
        state: &State,
    ) -> Result<Self, ApiError> {
        if !matches!(
            media_type(request).as_deref(),
            Some("application/json" | "application/merge-patch+json")
        ) {
            return Err(BodyError::ContentTypeUnsupported(
                "application/json or application/merge-patch+json",
            )
            .into());
        }
        let settings = &state.api.settings;
        let bytes = read(payload, settings.json_bytes_max).await?;
        let json = data_json::parse_noting(&bytes, JsonLimits::BODY);
        T::from_json(json.map_err(BodyError::JsonInvalid)?).map(Self)
    }
}

async fn read(mut payload: Payload, bytes_max: usize) -> Result<Bytes, BodyError> {
    let mut bytes = BytesMut::new();
    while let Some(piece) = payload.next().await {
        let piece = piece?;
        if bytes.len() + piece.len() > bytes_max {
            return Err(BodyError::TooLarge { bytes_max });
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}
