//! Counts and times what the service does, and writes it down for Prometheus.
//!
//! [`Metrics`] is the page. `Measured…` wraps a port and counts what goes through it;
//! [`Requests`], [`Room`], [`Sweeps`] and [`Process`] are told or look for themselves; what only
//! others know, [`Metrics::read`] asks them for when the page is written.
//!
//! Promises: the page has no number of parts that a client can raise, and no word of a client on
//! it: a label is a constant, or the pattern of a route. Counting takes no memory for each request.
//! Also here, because it sees the same answers: one line in the log when the database or the blob
//! store stops answering, and one when it answers again (`outage.rs`).
//!
//! Leaves out: serving the page.

#![forbid(unsafe_code)]

mod blobs;
mod callback_metric;
pub mod descriptions;
mod error;
mod limiter;
mod master_keys;
mod metrics;
mod operations;
mod outage;
mod pdf;
mod process;
mod requests;
mod room;
mod scanner;
mod store;
mod sweeps;

pub use blobs::MeasuredBlobs;
pub use descriptions::{Description, Kind};
pub use error::MetricsError;
pub use limiter::MeasuredLimiter;
pub use master_keys::MeasuredMasterKeys;
pub use metrics::{DescribedNumber, Metrics};
pub use pdf::{MeasuredReader, MeasuredWriter};
pub use process::Process;
pub use requests::Requests;
pub use room::{Room, RoomBounds, RoomMeasurement};
pub use scanner::MeasuredScanner;
pub use store::MeasuredStore;
pub use sweeps::Sweeps;
