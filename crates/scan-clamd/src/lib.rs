//! Shows files to ClamAV's daemon, `clamd`, over its socket: `INSTREAM` (clamd(8)).
//!
//! Promises: a bounded number of files at once, each in pieces, within a bound of time from the
//! first wait to the verdict; an answer is read up to a bound. Whatever is not exactly the answer
//! for a clean or an infected file is an error, a file above `StreamMaxLength` of the daemon
//! included. A connection for each file, so nothing is left of one that failed. No error shows an
//! address.
//!
//! Left out: `MaxFileSize` and `MaxScanSize`, above which the daemon answers OK without having
//! looked at everything, unless it is told `AlertExceedsMax yes`; it tells nobody about it.

#![forbid(unsafe_code)]

mod address;
mod answer;
mod connection;
mod error;
mod scanner;

pub use address::ClamdAddress;
pub use scanner::{ClamdScanner, SCAN_TIME_MAX, SCANS_AT_ONCE};
