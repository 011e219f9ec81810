//! Authentication and authorisation: who is calling, and may they. One credential is judged, before
//! anything else is looked at.
//!
//! The order is: who are you, may you, is it there. So without the master key nobody learns which
//! applications exist. Which of several credentials counts is for the side that receives them to
//! say ([`Credential`]). A verified key is counted here, which no request can bypass.

mod key_hints;

use std::sync::Arc;

use domain::PaId;
use domain::access::{Caller, PermissionError};
use domain::key::PresentedKey;
use ports::{FoundKey, MasterKeyVerifier, Store, StoreError};

use crate::{
    ApplicationQuery, InternalError, PoolRules, RateLimitError, RateLimitTicket, SharedPool,
};

use key_hints::KeyHints;

/// A master key that was right before is known at once; only others are checked by hashing. Clients
/// take turns with that, so that one that tries many keys does not delay the others.
const KEY_CHECKS: PoolRules = PoolRules {
    capacity: 4,
    kept: 0,
    grown_max: 0,
    waiting_max: 256,
    wait_max: None,
};

/// What a request shows to say who is calling. Has no `Debug`: it holds keys.
#[derive(Clone, Copy)]
pub enum Credential<'request> {
    /// No key was sent.
    None,
    /// Something that can be no key: sent twice, empty, not ASCII.
    Unreadable,
    /// A master key.
    Master(&'request str),
    /// An application key.
    Application(&'request str),
}

/// Tells which application, or all of them, a credential opens.
pub struct AccessControl {
    store: Arc<dyn Store>,
    master_keys: Arc<dyn MasterKeyVerifier>,
    key_checks: SharedPool,
    key_hints: KeyHints,
}

/// An application that the caller may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApplicationAccess {
    /// The application that was opened.
    pub pa_id: PaId,
    /// Who asks.
    pub caller: Caller,
}

/// Why a caller is turned away.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// No credential was shown.
    #[error("no key was sent")]
    KeyMissing,
    /// The credential is not a key of anybody.
    #[error("the key is wrong")]
    KeyInvalid,
    /// The credential is right, and used too often.
    #[error(transparent)]
    TooManyRequests(#[from] RateLimitError),
    /// The credential is right, but not for this.
    #[error("the key is not for this")]
    NotPermitted(PermissionError),
    /// The caller may, but there is no such application.
    #[error("no such application")]
    ApplicationNotFound,
    /// The credential could not be judged.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

/// Why a key and what it opens were not found.
enum KeyedQueryError<E> {
    KeyInvalid,
    /// The key is that of this application.
    Query(PaId, E),
    Store(StoreError),
}

impl<E> From<StoreError> for KeyedQueryError<E> {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl AccessControl {
    /// Finds keys of applications in the store, and has the verifier judge master keys.
    pub fn new(store: Arc<dyn Store>, master_keys: Arc<dyn MasterKeyVerifier>) -> Self {
        Self {
            store,
            master_keys,
            key_checks: SharedPool::new(KEY_CHECKS),
            key_hints: KeyHints::default(),
        }
    }

    /// The pool of master key checks, for metrics.
    pub fn key_checks(&self) -> &SharedPool {
        &self.key_checks
    }

    /// The application that the caller may read and change. `addressed` is the id as the client
    /// wrote it.
    pub async fn application(
        &self,
        credential: Credential<'_>,
        addressed: &str,
        ticket: &RateLimitTicket,
    ) -> Result<ApplicationAccess, AccessError> {
        let caller = self.caller(credential, ticket).await?;
        let addressed = PaId::parse(addressed);
        caller
            .may_use(addressed)
            .map_err(AccessError::NotPermitted)?;
        self.existing(caller, addressed).await
    }

    /// Like [`AccessControl::application`], together with what a query finds in it; for the holder
    /// of its key from the look that judges the key. The outer error tells that the caller may
    /// not, the inner one that nothing was found.
    pub async fn application_with<Query: ApplicationQuery>(
        &self,
        credential: Credential<'_>,
        addressed: &str,
        ticket: &RateLimitTicket,
        query: Query,
    ) -> Result<(ApplicationAccess, Result<Query::Found, Query::Error>), AccessError> {
        let Credential::Application(key) = credential else {
            let access = self.application(credential, addressed, ticket).await?;
            let find = self.store.read(move |rows| query.find(rows, access.pa_id));
            return Ok((access, find.await));
        };
        let pa_id = PaId::parse(addressed);
        let (holder, found) = self.holder_and(key, pa_id, query).await?;
        let caller = Caller::Application(holder);
        ticket.count(caller).await?;
        caller.may_use(pa_id).map_err(AccessError::NotPermitted)?;
        let found = found.ok_or(AccessError::ApplicationNotFound)?;
        let pa_id = holder;
        Ok((ApplicationAccess { pa_id, caller }, found))
    }

    /// The application, for a caller who may do what needs a master key.
    pub async fn administration(
        &self,
        credential: Credential<'_>,
        addressed: &str,
        ticket: &RateLimitTicket,
    ) -> Result<ApplicationAccess, AccessError> {
        let caller = self.caller(credential, ticket).await?;
        caller.may_administer().map_err(AccessError::NotPermitted)?;
        self.existing(caller, PaId::parse(addressed)).await
    }

    /// An error where a credential that was let in for this does not open it any more, as its key
    /// was replaced. The request was counted when it came.
    pub async fn confirm(
        &self,
        credential: Credential<'_>,
        access: ApplicationAccess,
    ) -> Result<(), AccessError> {
        let Credential::Application(key) = credential else {
            return Ok(());
        };
        let still_opens = self.holder(key).await? == access.pa_id;
        still_opens.then_some(()).ok_or(AccessError::KeyInvalid)
    }

    /// The holder of the credential, for whom the request is counted.
    pub async fn caller(
        &self,
        credential: Credential<'_>,
        ticket: &RateLimitTicket,
    ) -> Result<Caller, AccessError> {
        let caller = self.verified(credential, ticket).await?;
        ticket.count(caller).await?;
        Ok(caller)
    }

    async fn verified(
        &self,
        credential: Credential<'_>,
        ticket: &RateLimitTicket,
    ) -> Result<Caller, AccessError> {
        match credential {
            Credential::None => Err(AccessError::KeyMissing),
            Credential::Unreadable => Err(AccessError::KeyInvalid),
            Credential::Master(key) => {
                let is_right = self.is_master(key, ticket).await?;
                let caller = is_right.then_some(Caller::Master);
                caller.ok_or(AccessError::KeyInvalid)
            }
            Credential::Application(key) => self.holder(key).await.map(Caller::Application),
        }
    }

    /// Judges a master key. One that is known waits for nobody, however many guess at others.
    async fn is_master(&self, key: &str, ticket: &RateLimitTicket) -> Result<bool, InternalError> {
        if let Some(is_right) = self.master_keys.recall(key) {
            return Ok(is_right);
        }
        let _turn = self.key_checks.acquire(ticket.client().network()).await?;
        Ok(self.master_keys.verify(key).await?)
    }

    async fn holder(&self, key: &str) -> Result<PaId, AccessError> {
        let presented = PresentedKey::parse(key).ok_or(AccessError::KeyInvalid)?;
        self.find_key(&presented).await.map(|found| found.key.pa_id)
    }

    /// The stored key that the presented one is.
    async fn find_key(&self, presented: &PresentedKey) -> Result<FoundKey, AccessError> {
        let found = self.store.find_key(presented.lookup().clone()).await;
        found
            .map_err(InternalError::from)?
            .filter(|found| presented.matches(&found.key.digest))
            .ok_or(AccessError::KeyInvalid)
    }

    /// The application whose key it is, and what the query finds if that is the one that is
    /// addressed: what it remembers, where the key has opened it before and its state is still the
    /// same; else what it looks up in the transaction that judges the key.
    async fn holder_and<Query: ApplicationQuery>(
        &self,
        key: &str,
        addressed: Option<PaId>,
        query: Query,
    ) -> Result<(PaId, Option<Result<Query::Found, Query::Error>>), AccessError> {
        let presented = PresentedKey::parse(key).ok_or(AccessError::KeyInvalid)?;
        let lookup = presented.lookup().clone();
        let opened = addressed.filter(|pa_id| self.key_hints.has_opened(&lookup, *pa_id));
        if let Some((stamp, remembered)) = opened.and_then(|pa_id| query.find_remembered(pa_id)) {
            let found = self.find_key(&presented).await?;
            if addressed == Some(found.key.pa_id) && found.stamp == stamp {
                return Ok((found.key.pa_id, Some(Ok(remembered))));
            }
        }
        let find = self.store.look_up(move |rows| {
            let found = rows.find_key(presented.lookup())?;
            let right = found.filter(|found| presented.matches(&found.key.digest));
            let holder = right.ok_or(KeyedQueryError::KeyInvalid)?.key.pa_id;
            if addressed != Some(holder) {
                return Ok((holder, None));
            }
            let found = query.find(rows, holder);
            let found = found.map_err(|error| KeyedQueryError::Query(holder, error))?;
            Ok((holder, Some(Ok(found))))
        });
        match find.await {
            Ok((holder, found)) => {
                self.key_hints.note(lookup, holder);
                Ok((holder, found))
            }
            Err(KeyedQueryError::Query(holder, error)) => Ok((holder, Some(Err(error)))),
            Err(KeyedQueryError::KeyInvalid) => Err(AccessError::KeyInvalid),
            Err(KeyedQueryError::Store(error)) => Err(InternalError::from(error).into()),
        }
    }

    /// An application that has a key exists; a master key may address anything.
    async fn existing(
        &self,
        caller: Caller,
        addressed: Option<PaId>,
    ) -> Result<ApplicationAccess, AccessError> {
        let pa_id = addressed.ok_or(AccessError::ApplicationNotFound)?;
        let exists = match caller {
            Caller::Application(_) => true,
            Caller::Master => {
                let find = self.store.read(move |rows| rows.exists(pa_id));
                find.await.map_err(InternalError::from)?
            }
        };
        let access = ApplicationAccess { pa_id, caller };
        exists
            .then_some(access)
            .ok_or(AccessError::ApplicationNotFound)
    }
}
