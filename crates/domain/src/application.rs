//! An application: one filled form with what belongs to it.

mod pa_id;

pub use pa_id::{NUMBER_MAX, PaId};

use crate::{BlobKey, Timestamp};
use forms::{Data, Status};

/// Counts the changes of an application: 1 when it is made, one more with every write. The ETag's
/// number.
pub type Revision = i64;

/// An application as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Application {
    /// Its number.
    pub pa_id: PaId,
    /// The form type's key.
    pub form_type: String,
    /// How complete its data is, as of the last write.
    pub status: Status,
    /// The content of the form.
    pub data: Data,
    /// Where the uploaded bytes are.
    pub original: BlobKey,
    /// SHA-256 of the uploaded bytes; `None` for those that came before it was kept.
    pub original_sha256: Option<[u8; 32]>,
    /// When it was uploaded.
    pub created_at: Timestamp,
    /// When its data last changed.
    pub updated_at: Timestamp,
    /// How often it was written.
    pub revision: Revision,
}
