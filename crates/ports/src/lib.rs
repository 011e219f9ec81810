//! The driven ports: what the use cases need from the world, as traits with guarantees.
//!
//! An adapter implements one of them and sees no other adapter. To add a port: a module here with
//! the trait, its error enum and its guarantees as sentences; a memory adapter and a suite of
//! checks in `testkit`; then adapters. A look-up that finds nothing answers `None`, never an error.
//! Errors carry a boxed source, never a driver's type.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod blobs;
mod clock;
mod form_packages;
mod master_keys;
mod pdf;
mod request_limiter;
mod scanner;
mod store;

pub use blobs::{BlobError, BlobStore, BlobSummary, ByteStream, KeyStream};
pub use clock::{Clock, Entropy};
pub use form_packages::{FormPackage, FormParseError, FormParser};
pub use master_keys::{MasterKeyError, MasterKeyVerifier};
pub use pdf::{
    DataWithSources, FillError, FilledForm, FormOutput, FormReader, FormWriter, PdfError,
    UploadError, WorkerError,
};
pub use request_limiter::{LimiterError, QuotaCell, RequestLimiter};
pub use scanner::{ScanError, ScanVerdict, Scanner, Signature};
pub use store::HistoryRows;
pub use store::{AccessMode, Store, StoreError, StoredKey, Transaction, Work, WorkOutcome};
pub use store::{
    ApplicationRows, ApplicationStamp, AttachmentRows, BlobRows, ClearedCostRows, CostPositionRows,
    KeyRows, ReplayRows,
};
pub use store::{ApplicationSummary, ListFilter, ListOrder, ListPlace, ListedRow, Replay};
pub use store::{ArchiveRows, BlobStatus, Counters, Database, PoolLoad, SchemaReport};
pub use store::{CountRows, FoundKey, KeyLookup, Miscount};
pub use store::{FormPackageCount, FormPackageRows, FormPackageSummary, StoredFormPackage};

/// The cause of an adapter's error, for the log only.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
