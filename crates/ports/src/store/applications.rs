//! Applications: their numbers, their locks, their data.

use domain::{Application, PaId, Revision, Timestamp};
use forms::{Data, Status};

use super::{ApplicationStamp, ListFilter, ListPlace, ListedRow, StoreError, StoredKey};

/// The rows of applications.
pub trait ApplicationRows {
    /// The next number of a year (0 to 99), counted up; it is taken only if this transaction
    /// commits. Waits for other takers. `None` when all 9999 are used up.
    fn next_pa_id(&mut self, year: u8) -> Result<Option<PaId>, StoreError>;

    /// The last number of a year (0 to 99) that was taken, `None` where there is none. Holds nobody
    /// up and promises nothing of the next one.
    fn find_last_number(&mut self, year: u8) -> Result<Option<u16>, StoreError>;

    /// Locks an application until the end of the transaction and counts its revision up. The new
    /// revision, or `None` if there is no such application. Every work that changes an application
    /// or what belongs to it calls this first.
    fn lock(&mut self, pa_id: PaId) -> Result<Option<Revision>, StoreError>;

    /// Adds an application with the digest of its key, and locks it. The id must come from
    /// [`ApplicationRows::next_pa_id`] in this transaction. A number, an original or a lookup id
    /// that is in use is a conflict, and so is a key of an application that does not exist.
    fn add_application(
        &mut self,
        application: &Application,
        key: &StoredKey,
    ) -> Result<(), StoreError>;

    /// Whether there is such an application, without a look at its data.
    fn exists(&mut self, pa_id: PaId) -> Result<bool, StoreError>;

    /// How many rows the list [`COSTS`](domain::known_paths::COSTS) of an application has, 0
    /// where there is no such list; `None` if there is no such application. A look-up that reads
    /// nothing else of the data.
    fn count_costs(&mut self, pa_id: PaId) -> Result<Option<usize>, StoreError>;

    /// Which state the application is in, if there is one: a look-up that does not touch its data.
    fn find_stamp(&mut self, pa_id: PaId) -> Result<Option<ApplicationStamp>, StoreError>;

    /// The application, if there is one.
    fn find_application(&mut self, pa_id: PaId) -> Result<Option<Application>, StoreError>;

    /// One page of the applications that pass the filter, newest first (by the time of its order,
    /// then by number), and how many pass it in all. The page begins after `offset` of them and has
    /// at most `count_max`. A row that makes no sense counts as any other.
    fn list_applications(
        &mut self,
        filter: &ListFilter,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<ListedRow>, u64), StoreError>;

    /// The applications that pass the filter and come after a place in the order of the filter, be
    /// there still an application at that place or not; at most `count_max`. Finds the place by an
    /// index, however far down it is.
    fn list_applications_after(
        &mut self,
        filter: &ListFilter,
        place: ListPlace,
        count_max: usize,
    ) -> Result<Vec<ListedRow>, StoreError>;

    /// Replaces data and status of a locked application.
    fn replace_data(
        &mut self,
        pa_id: PaId,
        data: &Data,
        status: Status,
        updated_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Removes a locked application and everything of it: key, attachments, cost positions,
    /// replays. It is locked no longer. What [`BlobRows::list_blobs`](super::BlobRows::list_blobs)
    /// gave before must be listed as loose by the caller.
    fn remove_application(&mut self, pa_id: PaId) -> Result<(), StoreError>;
}
