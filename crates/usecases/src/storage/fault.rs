//! Faults of a storage, as sentences that say where they are and never show content.

use domain::cost_position::{OfferId, PositionIndex};
use domain::{AttachmentId, BlobKey, PaId};
use forms::fault::enumerated;
use ports::{Miscount, StoreError};

/// The bytes of an application: what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlobRole {
    /// The uploaded form.
    Original,
    /// An attachment.
    Attachment(AttachmentId),
}

/// A fault of a storage, with the place where it is.
#[expect(
    missing_docs,
    reason = "the sentence of a fault says what its members are"
)]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StorageFault {
    /// A row names bytes that are not there.
    #[error("{pa_id}: the bytes of {part} are missing")]
    BytesMissing { pa_id: PaId, part: BlobRole },
    /// The bytes are not those that came.
    #[error("{pa_id}: the bytes of {part} have changed")]
    BytesChanged { pa_id: PaId, part: BlobRole },
    /// The bytes are there, but the blob store does not give them.
    #[error("{pa_id}: the bytes of {part} cannot be read")]
    BytesUnreadable { pa_id: PaId, part: BlobRole },
    /// A row names bytes that are listed as if none did.
    #[error("{pa_id}: {part} is listed as loose, though its row is there")]
    ListedAsLoose { pa_id: PaId, part: BlobRole },
    /// A row names bytes that another one names as well: each has bytes of its own.
    #[error("{pa_id}: {part} has the bytes of another row, two rows name one blob")]
    BlobShared { pa_id: PaId, part: BlobRole },
    /// Bytes of which no row and no list knows, so nobody would ever erase them.
    #[error("blob {blob}: no row names it and it is not listed as loose")]
    UnknownBlob { blob: BlobKey },
    /// A row holds values that the service never writes.
    #[error("row {row} of {table}: {column} makes no sense")]
    SenselessRow {
        table: &'static str,
        column: &'static str,
        /// Its primary key.
        row: String,
    },
    /// The preferred offer is not an offer of the position.
    #[error("{pa_id}: the preferred offer of costs.{} is none of its offers", index.get())]
    PreferredUnknown { pa_id: PaId, index: PositionIndex },
    /// An offer names an attachment that its application does not have.
    #[error("{pa_id}: offer {} of costs.{} names no attachment of it", offer.0, index.get())]
    OfferAttachmentUnknown {
        pa_id: PaId,
        index: PositionIndex,
        offer: OfferId,
    },
    /// An entry of the history is not there.
    #[error("{pa_id}: entry {number} of the history is missing")]
    HistoryEntryMissing { pa_id: PaId, number: u64 },
    /// An entry of the history is not the one that was written, or does not follow the one before.
    #[error("{pa_id}: entry {number} of the history was changed, or the one before it")]
    HistoryEntryChanged { pa_id: PaId, number: u64 },
    /// Data that was changed and no entry of the history tells of it.
    #[error(
        "{pa_id}: the history says something else of {} than the data",
        enumerated(paths)
    )]
    DataApart { pa_id: PaId, paths: Vec<String> },
    /// Its number, or an id in it, is past the counter that gives them.
    #[error("{pa_id}: its number or an id in it could be given once more")]
    NotCounted { pa_id: PaId },
    /// The list would say a wrong number of applications.
    #[error(
        "form type {}: {} are counted as {}, there are {} (`formservice recount` mends it)",
        .0.form_type, .0.kept, .0.status, .0.applications
    )]
    CountDiffers(Miscount),
    /// The application came before versions of form types were stored, and no folder had its form
    /// type when they were.
    #[error("{pa_id}: the version of its form type {form_type} is not stored")]
    FormVersionMissing { pa_id: PaId, form_type: String },
    /// Definition and template are not those that came.
    #[error("form type {form_type}: the files of version {number} have changed")]
    FormPackageChanged { form_type: String, number: u32 },
    /// Definition and template are those that came, and this program does not understand them.
    #[error("form type {form_type}: this program cannot read the definition of version {number}")]
    FormPackageUnknown { form_type: String, number: u32 },
    /// The copy has not all versions of a form type.
    #[error("form type {form_type}: version {number} has not been copied")]
    FormPackageMissing { form_type: String, number: u32 },
    /// A constraint of the target's database, or its notion of a text, refuses the rows.
    #[error("{pa_id}: its rows are such as the database that it is copied to does not take")]
    RowsNotTaken { pa_id: PaId },
    /// The copy of an application is not there, or is not like it.
    #[error("{pa_id}: the copy differs")]
    CopyDiffers { pa_id: PaId },
    /// There is a copy of an application that is not there.
    #[error("{pa_id}: there is a copy, but no such application")]
    CopyOfNothing { pa_id: PaId },
}

impl StorageFault {
    /// What is found of it in a copy that was made all the same, and may be told otherwise there:
    /// an uploaded form that is damaged is left out, so there it is missing.
    pub fn in_a_copy(&self) -> Self {
        match *self {
            Self::BytesChanged { pa_id, part } | Self::BytesUnreadable { pa_id, part }
                if part == BlobRole::Original =>
            {
                Self::BytesMissing { pa_id, part }
            }
            _ => self.clone(),
        }
    }

    /// That of an application whose version of its form type is stored as a row that makes no
    /// sense.
    pub(crate) fn form_version_of(pa_id: PaId) -> Self {
        Self::SenselessRow {
            table: "applications",
            column: "form_package",
            row: pa_id.to_string(),
        }
    }

    /// The fault, if an application could not be read for a row that makes no sense. Its name would
    /// not be in that of its form version's row.
    pub(crate) fn of_application(pa_id: PaId, error: StoreError) -> Result<Self, StoreError> {
        match error {
            StoreError::Corrupt {
                table: "form_packages",
                ..
            } => Ok(Self::form_version_of(pa_id)),
            error => Self::of(error),
        }
    }

    /// The fault, if the store failed for a row that makes no sense.
    pub(crate) fn of(error: StoreError) -> Result<Self, StoreError> {
        match error {
            StoreError::Corrupt { table, column, row } => {
                Ok(Self::SenselessRow { table, column, row })
            }
            error => Err(error),
        }
    }
}

impl std::fmt::Display for BlobRole {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Original => formatter.write_str("the uploaded form"),
            Self::Attachment(id) => write!(formatter, "attachment {}", id.0),
        }
    }
}
