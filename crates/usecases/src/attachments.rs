//! Attachments of an application: list, add, open, remove.
//!
//! Nothing is answered before it is durable. The bytes go from the sender to the blob store as they
//! arrive; no row names them before all of them are there. When a file is refused or its sender
//! goes away, nothing of it is left by the time of the answer; a process that dies, or a store that
//! does not answer, leaves at most a loose key, and perhaps the bytes under it, for the sweeper.
//! Left to the caller: who may do this, how long a sender may be silent, how many send at once.

mod add;
mod arrival;
mod error;
mod list_view;
mod listing;
mod read;
mod remove;
mod repeated;
mod report;

use std::sync::Arc;

use domain::attachment::{AllowedTypes, AttachmentLimits};

use crate::StoringPorts;
use crate::download::KnownContents;

pub use arrival::NewFile;
pub use error::AttachmentError;
pub(crate) use list_view::LIST_BYTES_MAX;
pub use list_view::{AttachmentListView, ListAttachments};
pub use read::AttachmentList;
pub use report::AttachmentReport;

/// What is done with the attachments of an application.
#[derive(Clone)]
pub struct Attachments {
    ports: StoringPorts,
    limits: AttachmentLimits,
    types: AllowedTypes,
    known: Arc<KnownContents>,
}

impl Attachments {
    /// Attachments within these limits.
    pub fn new(ports: StoringPorts, limits: AttachmentLimits) -> Self {
        let known = Arc::new(KnownContents::new(ports.entropy.as_ref()));
        Self {
            ports,
            limits,
            types: AllowedTypes::ANY,
            known,
        }
    }

    /// These use cases, accepting only files of these media types.
    pub fn allowing(self, types: AllowedTypes) -> Self {
        Self { types, ..self }
    }
}
