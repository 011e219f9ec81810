//! The share of one upload in the bytes that all uploads under way may take together.

use std::sync::Arc;

use actix_web::HttpRequest;
use domain::client_network::ClientNetwork;
use tokio::sync::Notify;
use usecases::{BeforeStoring, InternalError, SharePermit, SharedPool};

use crate::error::{ApiError, BodyError};
use crate::pools::UPLOAD_STEP_BYTES;
use crate::rate_limit;
use crate::state::State;

/// Given back when this goes out of scope.
pub(crate) struct UploadShare {
    pool: SharedPool,
    client: ClientNetwork,
    permit: Option<SharePermit>,
    taken_bytes: u64,
    revocation: Revocation,
}

/// Tells that an upload must give back what it has taken.
#[derive(Clone, Default)]
pub(crate) struct Revocation(Arc<Notify>);

impl Revocation {
    /// The outcome of `going_on`; [`BodyError::Busy`] if the share is revoked before.
    pub(crate) async fn or<T, E: From<BodyError>>(
        &self,
        going_on: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        tokio::select! {
            biased;
            () = self.0.notified() => Err(BodyError::Busy.into()),
            outcome = going_on => outcome,
        }
    }
}

impl UploadShare {
    /// The share of a request that has taken nothing yet.
    pub(crate) fn of(request: &HttpRequest, state: &State) -> Result<Self, ApiError> {
        Ok(Self {
            pool: state.api.pools.uploads.clone(),
            client: rate_limit::client(request)?,
            permit: None,
            taken_bytes: 0,
            revocation: Revocation::default(),
        })
    }

    pub(crate) fn client(&self) -> ClientNetwork {
        self.client
    }

    /// Tells when another client needs the share, so that it must be given back.
    pub(crate) fn revocation(&self) -> Revocation {
        self.revocation.clone()
    }

    /// Waits until there is room for so many bytes altogether. Takes nothing ahead, so that a
    /// client that only announces bytes holds none.
    pub(crate) async fn grow_to(&mut self, bytes: usize) -> Result<(), BodyError> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        while self.taken_bytes < bytes {
            match &mut self.permit {
                Some(permit) => permit.grow(UPLOAD_STEP_BYTES).await,
                None => {
                    let told = Arc::clone(&self.revocation.0);
                    let revoke = move || told.notify_one();
                    let taken = self
                        .pool
                        .acquire_revocable(self.client, UPLOAD_STEP_BYTES, revoke);
                    taken.await.map(|permit| self.permit = Some(permit))
                }
            }
            .map_err(|_| BodyError::Busy)?;
            self.taken_bytes = self.taken_bytes.saturating_add(UPLOAD_STEP_BYTES);
        }
        Ok(())
    }

    /// To be called right before the upload is stored. Until then the share may be revoked, also
    /// while the upload waits with all its bytes; from then on it may not. An error if it was
    /// revoked already.
    pub(crate) fn before_storing(&self) -> BeforeStoring {
        match &self.permit {
            Some(permit) => {
                let switch = permit.irrevocable_switch();
                Arc::new(move || switch().map_err(InternalError::from))
            }
            None => Arc::new(|| Ok(())),
        }
    }
}
