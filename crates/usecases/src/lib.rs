//! What the service does, one module for each resource: the applications with their attachments and
//! cost positions, what is missing of them, the list of them, their keys, the form types, who may
//! do what and how often, the sweep of loose blobs; and, for operators, copying a whole storage
//! ([`Snapshot`], [`Transfer`]) and verifying it ([`Verification`]).
//!
//! Concrete structs that hold the ports as `Arc<dyn Port>`; nothing here knows HTTP, SQL or files.
//! A missing row is `NotFound` only for what was addressed by a client; what breaks underneath is
//! an [`InternalError`], told apart only by whether trying again helps.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod access;
mod application_query;
mod applications;
mod archive;
mod attachments;
mod change_errors;
mod cost_positions;
mod cpu;
mod detached;
mod download;
mod error_chain;
mod filled_form_report;
mod form_catalogue;
mod form_files;
mod form_versions;
mod history;
mod internal_error;
mod loose_blobs;
mod request_limits;
mod retries;
mod scanning;
mod shared_pool;
mod snapshot;
mod stamped_cache;
mod storage;
mod storage_room;
mod storing_ports;
mod sweeper;
mod transfer;
mod verification;
mod work_pools;

pub use access::{AccessControl, AccessError, ApplicationAccess, Credential};
pub use application_query::ApplicationQuery;
pub use applications::{
    ApplicationError, ApplicationPage, ApplicationPorts, ApplicationView, Applications,
    BeforeStoring, ExpectedState, FilledFormDigest, FindApplication, HistoryPage, HistoryRange,
    NewForm, PageStart, SourceReport, SourcedValue, StateDigest, UnfilledForm, UnreadSources,
    UploadReport, ValueOrigin,
};
pub use attachments::{
    AttachmentError, AttachmentList, AttachmentListView, AttachmentReport, Attachments,
    ListAttachments, NewFile,
};
pub use cost_positions::{
    AddressedPosition, CostPositionError, CostPositions, FaultyOffer, FindPosition, NewOffer,
    OfferReport,
};
pub use cpu::CpuWork;
pub use download::Download;
pub use error_chain::error_chain;
pub use filled_form_report::{FilledFormReport, ReadBackDifference, ReadBackOutcome};
pub use form_catalogue::FormCatalogue;
pub use form_files::FormFiles;
pub use form_versions::{FormVersionFault, FormVersionReport, FormVersions, UnservedFormType};
pub use internal_error::InternalError;
pub use ports::{
    ApplicationSummary, BlobError, ByteStream, FormOutput, FormPackage, ListFilter, ListOrder,
    ListPlace, Miscount, PdfError, Signature, UploadError,
};
pub use request_limits::{
    LimitRules, RateLimitError, RateLimitScope, RateLimitStatus, RateLimitTicket, RequestLimits,
    SITE_FACTOR, SharedCountStatus, probe_cell,
};
pub use retries::{IdempotencyKeyInvalid, RequestContent, Retry, RetryOutcome, RetryPepper};
pub use scanning::SharedScanner;
pub use shared_pool::{PoolBusyError, PoolRules, SharePermit, SharedPool, SharedPoolLoad};
pub use snapshot::Snapshot;
pub use storage::{BlobRole, ProgressListener, ProgressStep, Storage, StorageFault};
pub use storage_room::{RoomReport, StorageLimits, StorageRoom};
pub use storing_ports::StoringPorts;
pub use sweeper::{SweepReport, Sweeper};
pub use transfer::{SurveyReport, Transfer, TransferPorts, TransferReport};
pub use verification::{Verification, VerificationReport};
pub use work_pools::WorkPools;
