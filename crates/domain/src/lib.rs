//! The rules and the vocabulary of the service: what an application is, what its form may hold, who may see it.
//!
//! Pure: no I/O, no clock, no randomness of its own, no serialisation. Everything here can be tested with plain values.

pub mod access;
pub mod application;
pub mod attachment;
pub mod blob_key;
pub mod check;
pub mod cost_position;
pub mod data;
pub mod fault;
pub mod field_value;
pub mod form_content;
pub mod form_type;
pub mod idempotency_key;
pub mod key;
pub mod party;
pub mod quota;
pub mod reading;
pub mod timestamp;
pub mod validation;
pub mod value;
pub mod writing;

pub use application::{Application, PaId, Revision, Status};
pub use attachment::AttachmentId;
pub use blob_key::BlobKey;
pub use data::Data;
pub use fault::{Fault, Faults};
pub use form_content::FormContent;
pub use form_type::FormType;
pub use idempotency_key::IdempotencyKey;
pub use timestamp::Timestamp;
pub use value::{Decimal, Value};
