//! What the service does, one module for each resource: the applications with their attachments and
//! cost positions, what is missing of them, the list of them, their keys, the form types, who may
//! do what and how often, the sweep of loose blobs; and for operators copying everything from one
//! place to another ([`Snapshot`], [`Transfer`]) and looking whether all of it is right
//! ([`Verification`]).
//!
//! Concrete structs that hold the ports as `Arc<dyn Port>`; nothing here knows HTTP, SQL or files.
//! A missing row is `NotFound` only for what was addressed by a client; what breaks underneath is a
//! [`Broken`], told apart only by whether trying again helps.

#![warn(missing_docs)]

mod access;
mod applications;
mod archive;
mod attachments;
mod broken;
mod checks;
mod cost_positions;
mod cpu;
mod form_packages;
mod form_reading;
mod health;
mod key_rotation;
mod listing;
mod loose_blobs;
mod request_limits;
mod retries;
mod snapshot;
mod storage;
mod sweeper;
mod transfer;
mod verification;

pub use access::{Access, AccessError, Credential};
pub use applications::{ApplicationError, ApplicationPorts, Applications, Expected, Uploaded};
pub use attachments::{AttachmentError, AttachmentList, AttachmentPorts, Attachments, NewFile};
pub use broken::Broken;
pub use checks::Checks;
pub use cost_positions::{CostPositionError, CostPositions, positions_within};
pub use cpu::{CpuLoad, CpuWork};
pub use form_packages::FormCatalogue;
pub use form_reading::FormReading;
pub use health::Health;
pub use key_rotation::KeyRotation;
pub use listing::{Listing, Page};
pub use ports::{ApplicationSummary, BlobError, ByteStream, FormPackage, ListFilter, ReadRefused};
pub use request_limits::{
    LimitRules, RequestLimits, SharedCount, Standing, TooManyRequests, Visit,
};
pub use retries::{Content, Outcome, Retry};
pub use snapshot::Snapshot;
pub use storage::{Part, Step, Storage, StorageFault, Watcher};
pub use sweeper::{Sweeper, Swept};
pub use transfer::{Survey, Transfer, TransferPorts, Transferred};
pub use verification::{Verification, Verified};
