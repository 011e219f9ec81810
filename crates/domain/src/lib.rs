//! The rules and the vocabulary of the service: what an application is, what belongs to it, who may
//! see it.
//!
//! Pure: no I/O, no clock, no randomness of its own, no serialisation. Everything here can be
//! tested with plain values.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod access;
pub mod application;
pub mod attachment;
pub mod blob_key;
pub mod check;
pub mod client_network;
pub mod cost_position;
pub mod history;
pub mod idempotency_key;
pub mod key;
pub mod known_paths;
pub mod quota;
pub mod rate_limit_subject;
pub mod share_table;
pub mod timestamp;

pub use application::{Application, FormVersion, PaId, Revision};
pub use attachment::AttachmentId;
pub use blob_key::BlobKey;
pub use idempotency_key::IdempotencyKey;
pub use timestamp::Timestamp;
