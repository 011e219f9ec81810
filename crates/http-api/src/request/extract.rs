//! What a handler asks for in its signature: who may call it, what its path addresses, its body.
//!
//! actix polls the extractors of a handler side by side. All that has an order stands in one of
//! them therefore: who are you (401), may you (403), is it there (404), is the body right (400).
//! The OpenAPI document takes the required key from the same type.

mod path_parameters;
mod permission;
mod requested_query;

use std::time::Instant;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpRequest};
use futures::FutureExt as _;
use futures::future::LocalBoxFuture;

use super::credentials;
use super::idempotency;
use crate::error::ApiError;
use crate::state::State;

pub(crate) use path_parameters::{CostPositionIndex, FormTypeKey, OfferInPath, PathParameters};
pub(crate) use permission::{
    Administrator, AdministratorOfAll, Anyone, ApplicationKeyHolder, ApplicationKeyHolderInBrowser,
    ApplicationReader, ApplicationReaderInBrowser, Permission, RequiredKey, Uploader,
};

/// A request whose caller has the permission `P`, with what its path addresses and its body.
pub(crate) struct AuthorizedRequest<P: Permission, Parameters = (), Body = ()> {
    /// What the caller may use.
    pub(crate) granted: P::Granted,
    pub(crate) path: Parameters,
    pub(crate) body: Body,
    /// When the caller was let in.
    pub(crate) let_in: Instant,
}

/// A request that takes no key.
pub(crate) type OpenRequest<Parameters = (), Body = ()> =
    AuthorizedRequest<Anyone, Parameters, Body>;

/// A body that is read only after its caller was let in. The middleware throws away what is left of
/// it.
pub(crate) trait FromBody: Sized {
    /// Whether it is whole when it is there, so that its caller may be judged once more.
    const IS_WHOLE: bool = false;

    async fn from_body(
        request: &HttpRequest,
        payload: Payload,
        state: &State,
    ) -> Result<Self, ApiError>;
}

/// The arguments of a handler; the first one says which key it requires.
pub(crate) trait HandlerArguments: FromRequest + 'static {
    const REQUIRED_KEY: RequiredKey;
}

impl FromBody for () {
    async fn from_body(_: &HttpRequest, _: Payload, _: &State) -> Result<Self, ApiError> {
        Ok(())
    }
}

impl<P, Parameters, Body> FromRequest for AuthorizedRequest<P, Parameters, Body>
where
    P: Permission,
    Parameters: PathParameters<P::Granted>,
    Body: FromBody,
{
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        async move {
            let state = Data::<State>::extract(&request).await?;
            let granted = P::grant(&request, &state).await;
            let granted = granted.map_err(|error| credentials::naming_judged(&request, error))?;
            let let_in = Instant::now();
            let path = Parameters::from_path(request.match_info())?;
            match Body::from_body(&request, payload, &state).await {
                Ok(body) => {
                    if Body::IS_WHOLE {
                        confirm::<P>(&request, &state, &granted, let_in).await?;
                    }
                    Ok(Self {
                        granted,
                        path,
                        body,
                        let_in,
                    })
                }
                Err(error) => {
                    path.find(&granted, &state).await?;
                    Err(idempotency::with_mistake_in_key(&request, error).into())
                }
            }
        }
        .boxed_local()
    }
}

/// An error if the caller was let in long ago and would not be any more: the key may have been
/// replaced while the body arrived, which can take hours.
pub(crate) async fn confirm<P: Permission>(
    request: &HttpRequest,
    state: &State,
    granted: &P::Granted,
    let_in: Instant,
) -> Result<(), ApiError> {
    if let_in.elapsed() < state.api.settings.key_time_max {
        return Ok(());
    }
    let confirmed = P::confirm(request, state, granted).await;
    confirmed.map_err(|error| credentials::naming_judged(request, error))
}

macro_rules! handler_arguments {
    ($($other:ident),*) => {
        impl<P, Parameters, Body, $($other),*> HandlerArguments
            for (AuthorizedRequest<P, Parameters, Body>, $($other),*)
        where
            P: Permission,
            Parameters: PathParameters<P::Granted> + 'static,
            Body: FromBody + 'static,
            $($other: FromRequest + 'static),*
        {
            const REQUIRED_KEY: RequiredKey = P::REQUIRED_KEY;
        }
    };
}

handler_arguments!();
handler_arguments!(A);
handler_arguments!(A, B);
