//! Replays: what lets a request that is sent again get the first answer, and nothing be made twice.
//!
//! A *scope* is the SHA-256 of what an `Idempotency-Key` belongs to: endpoint, caller and key. The first request of a scope begins a *run*
//! and finishes it in the very transaction that makes what was asked for, so that neither is there without the other; whoever comes
//! meanwhile or later finds the replay. A run that seems to be dead is abandoned, and its scope begun anew: the run
//! that comes too late then learns that it is no longer there, and undoes its work.
//!
//! Left to the caller: what goes into the hashes, when a run counts as dead, how an answer that holds a key is encrypted.

use domain::{PaId, Timestamp};

use super::StoreError;

/// The rows of replays, at most one for each scope.
pub trait ReplayRows {
    /// The replay of a scope, if there is one, be its time over or not.
    fn find_replay(&mut self, scope_hash: &[u8; 32]) -> Result<Option<Replay>, StoreError>;

    /// Notes that the first request of a scope is running. Where there is a replay already it is a conflict: of several that begin at once
    /// one does. Needs no lock. An application that does not exist is a conflict.
    fn begin_replay(&mut self, replay: &NewReplay) -> Result<(), StoreError>;

    /// Keeps the answer to a run, for an application that is locked; the replay belongs to it from then on. Whether the run is still there
    /// and unfinished; if not, nothing is kept and the caller must undo what it did.
    fn finish_replay(
        &mut self,
        run: &ReplayRun,
        pa_id: PaId,
        answer: &ReplayAnswer,
    ) -> Result<bool, StoreError>;

    /// Forgets a run, if it is still there and unfinished, so that its scope can be begun anew. Whether it was. Needs no lock.
    fn abandon_replay(&mut self, run: &ReplayRun) -> Result<bool, StoreError>;

    /// Forgets every replay of a locked application, running ones too, and says how many. Their answers are erased.
    fn remove_replays_of(&mut self, pa_id: PaId) -> Result<usize, StoreError>;

    /// Forgets replays whose time is over (`expires_at` at or before `now`), oldest first, at most `count_max`, and says how many.
    fn remove_replays_before(
        &mut self,
        now: Timestamp,
        count_max: usize,
    ) -> Result<usize, StoreError>;
}

/// What one request of a scope is known by. The moment tells it from another that began after it was abandoned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayRun {
    /// SHA-256 of endpoint, caller and key.
    pub scope_hash: [u8; 32],
    /// When it began.
    pub since: Timestamp,
}

/// A replay that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReplay {
    /// Its run.
    pub run: ReplayRun,
    /// SHA-256 of the content of the request.
    pub request_hash: [u8; 32],
    /// When it may be forgotten.
    pub expires_at: Timestamp,
    /// The application to which the request is sent; `None` where it is to make one.
    pub pa_id: Option<PaId>,
}

/// A replay as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// SHA-256 of the content of the first request.
    pub request_hash: [u8; 32],
    /// How far the first request is.
    pub state: ReplayState,
    /// When it may be forgotten.
    pub expires_at: Timestamp,
    /// The application with which it vanishes.
    pub pa_id: Option<PaId>,
}

/// How far the first request of a scope is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayState {
    /// It has no answer yet.
    Running {
        /// When it began.
        since: Timestamp,
    },
    /// It was answered.
    Done(ReplayAnswer),
}

/// An answer that is given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayAnswer {
    /// Its HTTP status.
    pub status: u16,
    /// Its body, as the caller wants it back.
    pub body: Vec<u8>,
}
