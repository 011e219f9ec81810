//! What the service does, one module for each resource: the applications, the form types, who may do what, the sweep of loose blobs.
//!
//! Concrete structs that hold the ports as `Arc<dyn Port>`; nothing here knows HTTP, SQL or files. A missing row is `NotFound` only for what
//! was addressed by a client; what breaks underneath is a [`Broken`], told apart only by whether trying again helps.

mod access;
mod applications;
mod attachments;
mod broken;
mod cost_positions;
mod cpu;
mod forms;
mod loose_blobs;
mod sweeper;

pub use access::{Access, AccessError, Credential};
pub use applications::{ApplicationError, ApplicationPorts, Applications, Expected, Uploaded};
pub use attachments::{AttachmentError, AttachmentList, AttachmentPorts, Attachments, NewFile};
pub use broken::Broken;
pub use cost_positions::{CostPositionError, CostPositions, positions_within};
pub use cpu::CpuWork;
pub use forms::FormCatalogue;
pub use ports::{BlobError, ByteStream, FormPackage, ReadRefused};
pub use sweeper::{Sweeper, Swept};
