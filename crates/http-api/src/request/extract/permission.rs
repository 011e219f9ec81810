//! Who may call a handler, and what the handler may use.

use std::marker::PhantomData;

use actix_web::HttpRequest;
use usecases::{AccessError, ApplicationAccess, Credential};

use super::requested_query::RequestedQuery;
use crate::error::ApiError;
use crate::events::{self, CredentialKind, SecurityEvent};
use crate::rate_limit;
use crate::request::query::Parameters;
use crate::request::{credentials, origin};
use crate::state::State;

/// Which key a handler requires, as the OpenAPI document says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequiredKey {
    None,
    /// The key of the application, or a master key.
    Application,
    /// Like [`RequiredKey::Application`], but the application's key may also be in the query, for
    /// addresses that are opened in a browser.
    ApplicationInBrowser,
    Master,
}

/// Who may call a handler: judged before the handler runs, and shown in the document.
pub(crate) trait Permission: 'static {
    const REQUIRED_KEY: RequiredKey;

    /// What the caller may use.
    type Granted;

    async fn grant(request: &HttpRequest, state: &State) -> Result<Self::Granted, ApiError>;

    /// An error where the caller would not be let in any more.
    async fn confirm(_: &HttpRequest, _: &State, _: &Self::Granted) -> Result<(), ApiError> {
        Ok(())
    }
}

pub(crate) enum Anyone {}

/// Anyone who has uploads left; in a browser only from pages of an allowed origin.
pub(crate) enum Uploader {}

/// Grants the addressed application to whoever holds its key or a master key.
pub(crate) enum ApplicationKeyHolder {}

/// The same, with the key in the query too: for what a browser opens.
pub(crate) enum ApplicationKeyHolderInBrowser {}

/// Grants what is found in the addressed application to whoever holds its key or a master key.
pub(crate) struct ApplicationReader<Query>(PhantomData<Query>);

/// The same, with the key in the query too: for what a browser opens.
pub(crate) struct ApplicationReaderInBrowser<Query>(PhantomData<Query>);

/// Grants the addressed application to whoever holds a master key.
pub(crate) enum Administrator {}

/// Grants everything to whoever holds a master key.
pub(crate) enum AdministratorOfAll {}

impl Permission for Anyone {
    const REQUIRED_KEY: RequiredKey = RequiredKey::None;
    type Granted = ();

    async fn grant(_: &HttpRequest, _: &State) -> Result<(), ApiError> {
        Ok(())
    }
}

impl Permission for Uploader {
    const REQUIRED_KEY: RequiredKey = RequiredKey::None;
    type Granted = ();

    async fn grant(request: &HttpRequest, state: &State) -> Result<(), ApiError> {
        if !origin::may_upload(request.headers(), &state.api.settings) {
            return Err(ApiError::OriginNotAllowed);
        }
        let ticket = rate_limit::ticket(request)?;
        Ok(ticket.count_upload().await.map_err(AccessError::from)?)
    }
}

impl Permission for ApplicationKeyHolder {
    const REQUIRED_KEY: RequiredKey = RequiredKey::Application;
    type Granted = ApplicationAccess;

    async fn grant(request: &HttpRequest, state: &State) -> Result<ApplicationAccess, ApiError> {
        application(request, state, credentials::in_headers(request.headers())).await
    }

    async fn confirm(
        request: &HttpRequest,
        state: &State,
        granted: &ApplicationAccess,
    ) -> Result<(), ApiError> {
        let credential = credentials::in_headers(request.headers());
        Ok(state.api.access.confirm(credential, *granted).await?)
    }
}

impl Permission for ApplicationKeyHolderInBrowser {
    const REQUIRED_KEY: RequiredKey = RequiredKey::ApplicationInBrowser;
    type Granted = ApplicationAccess;

    async fn grant(request: &HttpRequest, state: &State) -> Result<ApplicationAccess, ApiError> {
        let parameters = Parameters::of(request);
        let credential = credentials::in_headers_or_query(request.headers(), &parameters);
        let granted = application(request, state, credential).await?;
        note_key_in_query(request);
        Ok(granted)
    }
}

impl<Query: RequestedQuery> Permission for ApplicationReader<Query>
where
    ApiError: From<Query::Error>,
{
    const REQUIRED_KEY: RequiredKey = RequiredKey::Application;
    type Granted = Query::Found;

    async fn grant(request: &HttpRequest, state: &State) -> Result<Query::Found, ApiError> {
        let credential = credentials::in_headers(request.headers());
        Ok(found::<Query>(request, state, credential).await??)
    }
}

impl<Query: RequestedQuery> Permission for ApplicationReaderInBrowser<Query>
where
    ApiError: From<Query::Error>,
{
    const REQUIRED_KEY: RequiredKey = RequiredKey::ApplicationInBrowser;
    type Granted = Query::Found;

    async fn grant(request: &HttpRequest, state: &State) -> Result<Query::Found, ApiError> {
        let parameters = Parameters::of(request);
        let credential = credentials::in_headers_or_query(request.headers(), &parameters);
        let found = found::<Query>(request, state, credential).await?;
        note_key_in_query(request);
        Ok(found?)
    }
}

impl Permission for Administrator {
    const REQUIRED_KEY: RequiredKey = RequiredKey::Master;
    type Granted = ApplicationAccess;

    async fn grant(request: &HttpRequest, state: &State) -> Result<ApplicationAccess, ApiError> {
        let credential = credentials::in_headers(request.headers());
        events::note_credential(request, kind(&credential), addressed(request));
        let ticket = rate_limit::ticket(request)?;
        let access = &state.api.access;
        Ok(access
            .administration(credential, addressed(request), &ticket)
            .await?)
    }
}

impl Permission for AdministratorOfAll {
    const REQUIRED_KEY: RequiredKey = RequiredKey::Master;
    type Granted = ();

    async fn grant(request: &HttpRequest, state: &State) -> Result<(), ApiError> {
        let credential = credentials::in_headers(request.headers());
        events::note_credential(request, kind(&credential), addressed(request));
        let ticket = rate_limit::ticket(request)?;
        let caller = state.api.access.caller(credential, &ticket).await?;
        Ok(caller.may_administer().map_err(AccessError::NotPermitted)?)
    }
}

async fn application(
    request: &HttpRequest,
    state: &State,
    credential: Credential<'_>,
) -> Result<ApplicationAccess, ApiError> {
    events::note_credential(request, kind(&credential), addressed(request));
    let ticket = rate_limit::ticket(request)?;
    let access = &state.api.access;
    Ok(access
        .application(credential, addressed(request), &ticket)
        .await?)
}

/// What the query finds, for a caller who may.
async fn found<Query: RequestedQuery>(
    request: &HttpRequest,
    state: &State,
    credential: Credential<'_>,
) -> Result<Result<Query::Found, Query::Error>, ApiError> {
    events::note_credential(request, kind(&credential), addressed(request));
    let ticket = rate_limit::ticket(request)?;
    let (addressed, query) = (addressed(request), Query::of(request, state));
    let access = &state.api.access;
    let found = access.application_with(credential, addressed, &ticket, query);
    Ok(found.await?.1)
}

fn note_key_in_query(request: &HttpRequest) {
    if matches!(credentials::in_headers(request.headers()), Credential::None) {
        events::note(request, SecurityEvent::KeyInQuery);
    }
}

fn kind(credential: &Credential<'_>) -> CredentialKind {
    match credential {
        Credential::None | Credential::Unreadable => CredentialKind::None,
        Credential::Master(_) => CredentialKind::Master,
        Credential::Application(_) => CredentialKind::Application,
    }
}

fn addressed(request: &HttpRequest) -> &str {
    request.match_info().query("pa_id")
}
