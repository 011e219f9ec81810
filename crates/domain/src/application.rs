//! An application: one filled form with what belongs to it.

mod pa_id;

pub use pa_id::{NUMBER_MAX, PaId};

use crate::{BlobKey, Timestamp};
use forms::{Data, PackageDigest, Status};

/// Counts the changes of an application: 1 when it is made, one more with every write, offers and
/// attachments included. It is not the `ETag`, which names the state of the data alone.
pub type Revision = i64;

/// An application as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Application {
    /// Its number.
    pub pa_id: PaId,
    /// The form type's key.
    pub form_type: String,
    /// The version of the form type that it came in with, and by which alone its data is read,
    /// checked, changed and filled in; `None` for those that came before versions were stored,
    /// until theirs is.
    pub form_version: Option<FormVersion>,
    /// How complete its data is, as of the last write.
    pub status: Status,
    /// The content of the form.
    pub data: Data,
    /// Where the uploaded bytes are.
    pub original: BlobKey,
    /// SHA-256 of the uploaded bytes; `None` for those that came before it was kept.
    pub original_sha256: Option<[u8; 32]>,
    /// How many bytes were uploaded; `None` for those that came before it was noted.
    pub original_bytes: Option<u64>,
    /// When it was uploaded.
    pub created_at: Timestamp,
    /// When its data last changed.
    pub updated_at: Timestamp,
    /// When anything of it last changed, attachments and offers included.
    pub activity_at: Timestamp,
    /// How often it was written.
    pub revision: Revision,
}

/// Which version of a form type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormVersion {
    /// What the definition calls it. Two folders may do so with different content.
    pub number: u32,
    /// What definition and template are, byte for byte.
    pub package: PackageDigest,
}
