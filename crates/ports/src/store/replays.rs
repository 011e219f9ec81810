//! Replays: what lets a request that is sent again get the first answer, and nothing be made twice.
//!
//! A *scope* is the SHA-256 of what an `Idempotency-Key` belongs to: endpoint, caller and key.
//! Whoever makes something looks first whether its scope has a replay, and adds one in the very
//! transaction that makes it: so neither is there without the other. Of requests that run at once
//! one commits; the others meet its replay as a conflict and make nothing. There is nothing that
//! could be left half done.
//!
//! Left to the caller: what goes into the hashes, how long an answer is kept, how it is sealed.

use domain::{PaId, Timestamp};

use super::StoreError;

/// The rows of replays, at most one for each scope.
pub trait ReplayRows {
    /// The replay of a scope, if there is one, be its time over or not.
    fn find_replay(&mut self, scope_hash: &[u8; 32]) -> Result<Option<Replay>, StoreError>;

    /// Keeps an answer, for an application that is locked. Where the scope has a replay already it
    /// is a conflict.
    fn add_replay(&mut self, replay: &Replay) -> Result<(), StoreError>;

    /// Forgets the replay of a scope if its time is over (`expires_at` at or before `now`), and
    /// says whether it was. Needs no lock.
    fn remove_expired_replay(
        &mut self,
        scope_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Empties the answers of every replay of a locked application and says how many still had
    /// one. The replays stay until their time is over, so that what they were made of is not made
    /// again.
    fn erase_replays_of(&mut self, pa_id: PaId) -> Result<usize, StoreError>;

    /// Forgets replays whose time is over (`expires_at` at or before `now`), oldest first, at most
    /// `count_max`, and says how many. Needs no lock.
    fn remove_replays_before(
        &mut self,
        now: Timestamp,
        count_max: usize,
    ) -> Result<usize, StoreError>;
}

/// An answer that is given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// SHA-256 of endpoint, caller and key.
    pub scope_hash: [u8; 32],
    /// SHA-256 of the content of the request.
    pub request_hash: [u8; 32],
    /// The application with which it vanishes.
    pub pa_id: PaId,
    /// The answer, as the caller wants it back; empty where it was erased.
    pub answer: Vec<u8>,
    /// When it may be forgotten.
    pub expires_at: Timestamp,
}
