//! A body of JSON, within a bound.

use actix_web::dev::Payload;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{HttpMessage as _, HttpRequest};
use data_json::{JsonLimits, NotedJson, memory_bytes};
use futures::StreamExt as _;

use super::body::{check_encoding, media_type};
use super::extract::FromBody;
use crate::error::{ApiError, BodyError};
use crate::shares;
use crate::shares::upload::UploadShare;
use crate::state::State;

const LIMITS: JsonLimits = JsonLimits::BODY;

/// A value read from a JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

/// A type that is read from a JSON value. Faults of the JSON text, such as members given twice, are
/// named with the others.
pub(crate) trait FromJson: Sized {
    /// What the answer can be at most, where that is much: its share is taken ahead.
    const ANSWER_BYTES: u64 = 0;

    fn from_json(json: NotedJson) -> Result<Self, ApiError>;
}

impl FromJson for NotedJson {
    fn from_json(json: NotedJson) -> Result<Self, ApiError> {
        Ok(json)
    }
}

impl<T: FromJson> FromBody for JsonBody<T> {
    const IS_WHOLE: bool = true;

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
        check_encoding(request)?;
        let bytes_max = state.api.settings.json_bytes_max;
        let mut share = UploadShare::of(request, state)?;
        let revocation = share.revocation();
        let received = async {
            let bytes = read(payload, bytes_max, &mut share).await?;
            share
                .grow_to(bytes.len() + memory_bytes(&bytes, LIMITS))
                .await?;
            shares::answer::take_ahead(request, state, T::ANSWER_BYTES).await?;
            Ok::<_, ApiError>(bytes)
        };
        // All is waited for before the value is in memory, which may be much larger than its text.
        let bytes = revocation.or(received).await?;
        // What is read is done: it ends soon, and the share with the request.
        (share.before_storing())()?;
        request.extensions_mut().insert(share);
        let json = data_json::parse_noting(&bytes, LIMITS);
        T::from_json(json.map_err(BodyError::JsonInvalid)?).map(Self)
    }
}

async fn read(
    mut payload: Payload,
    bytes_max: usize,
    share: &mut UploadShare,
) -> Result<Bytes, BodyError> {
    let mut bytes = BytesMut::new();
    while let Some(piece) = payload.next().await {
        let piece = piece?;
        if bytes.len() + piece.len() > bytes_max {
            return Err(BodyError::TooLarge { bytes_max });
        }
        share.grow_to(bytes.len() + piece.len()).await?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}
