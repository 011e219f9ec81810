//! Copying rows from one store to another as they are: ids, revisions and times kept, and nothing
//! ever numbered twice.
//!
//! What an application is put together from has its look-ups in the other traits; here stands what
//! only a copy needs. A copy first raises the counters, or does so in the same work: an id that was
//! put in by hand is not known to what gives ids.

use std::collections::BTreeMap;

use domain::attachment::Attachment;
use domain::cost_position::{Offer, PositionIndex};
use domain::history::{ChainEnd, HistoryEntry};
use domain::{PaId, Timestamp};

use super::{Replay, StoreError, StoredKey};

/// The rows as a copy needs them.
pub trait ArchiveRows {
    /// The numbers of applications after this one (of all, where `None`), in their order, at most
    /// `count_max`; none only where no more follow. What is no number is passed over.
    fn list_pa_ids(
        &mut self,
        after: Option<PaId>,
        count_max: usize,
    ) -> Result<Vec<PaId>, StoreError>;

    /// What stands in the place of the number of an application and is none: the service never
    /// writes that. At most `count_max`; all numbers are looked at.
    fn list_senseless_pa_ids(&mut self, count_max: usize) -> Result<Vec<String>, StoreError>;

    /// The key of an application, if there is such an application.
    fn find_key_of(&mut self, pa_id: PaId) -> Result<Option<StoredKey>, StoreError>;

    /// The replays of an application, be their time over or not, in the order of their scopes.
    fn list_replays_of(&mut self, pa_id: PaId) -> Result<Vec<Replay>, StoreError>;

    /// Adds an attachment to a locked application under the id that it has. An id or a blob that is
    /// in use is a conflict.
    fn add_attachment_with_id(
        &mut self,
        pa_id: PaId,
        attachment: &Attachment,
    ) -> Result<(), StoreError>;

    /// Adds an offer to a position of a locked application under the id that it has. An id that is
    /// in use is a conflict, and so is an attachment that is none of this application.
    fn add_offer_with_id(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        offer: &Offer,
    ) -> Result<(), StoreError>;

    /// The entries of an application's history after this one, oldest first: as many as take at
    /// most so many bytes as they are hashed, but one where there is one.
    fn list_history_after(
        &mut self,
        pa_id: PaId,
        after: &ChainEnd,
        bytes_max: u64,
    ) -> Result<Vec<HistoryEntry>, StoreError>;

    /// Adds entries to the history of a locked application and notes where all of it ends, be there
    /// such an entry or not. A number that is in use is a conflict.
    fn add_history(
        &mut self,
        pa_id: PaId,
        entries: &[HistoryEntry],
        end: &ChainEnd,
    ) -> Result<(), StoreError>;

    /// How far everything is counted. A year whose counter makes no sense is passed over.
    fn find_counters(&mut self) -> Result<Counters, StoreError>;

    /// Of each year whose counter makes no sense the error ([`StoreError::Corrupt`]) that an upload
    /// in that year ends with: the service never writes that.
    fn list_senseless_counters(&mut self) -> Result<Vec<StoreError>, StoreError>;

    /// Sees to it that nothing is given again that was given when these counters were read. A
    /// counter that is further already stays.
    fn raise_counters(&mut self, counters: &Counters) -> Result<(), StoreError>;

    /// When the copy into this store was begun that has not ended, if there is one: what it holds
    /// is a part of something.
    fn find_unfinished_copy(&mut self) -> Result<Option<Timestamp>, StoreError>;

    /// Notes that a copy into this store begins. One that is noted already stays as it is.
    fn note_unfinished_copy(&mut self, begun_at: Timestamp) -> Result<(), StoreError>;

    /// Notes that the copy into this store has come to its end: it holds all of it, or what is
    /// missing was named.
    fn forget_unfinished_copy(&mut self) -> Result<(), StoreError>;
}

/// The last number or id that was given, of everything that is counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counters {
    /// The last number of each year; a year without one is absent.
    pub last_numbers: BTreeMap<u8, u16>,
    /// The last id of an attachment, 0 where there was none.
    pub last_attachment_id: i64,
    /// The last id of an offer, 0 where there was none.
    pub last_offer_id: i64,
}

impl Counters {
    /// Whether nothing that these count would be given again by what counts as far as the others.
    pub fn are_reached_by(&self, others: &Self) -> bool {
        let reached = |(year, number): (&u8, &u16)| {
            let other = others.last_numbers.get(year);
            other.is_some_and(|other| other >= number)
        };
        self.last_numbers.iter().all(reached)
            && self.last_attachment_id <= others.last_attachment_id
            && self.last_offer_id <= others.last_offer_id
    }
}
