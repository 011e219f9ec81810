//! The store in one SQLite file: connects, tunes and migrates; the queries are `store-diesel`'s.
//!
//! Promises: what is committed is synced to the disk first (WAL, `synchronous=FULL`); one writer at
//! a time, in the order in which they came, while readers go on, and those that wait at the same
//! time share a sync (docs/decisions/0016); a removed application leaves nothing in the file or its
//! log; the file is readable by its owner only; nothing is acknowledged that went into a file which
//! does not lie in its place any more. Several processes may share the file: they wait for each
//! other up to five seconds. No error shows the path.

#![forbid(unsafe_code)]

mod connection;
mod file;
mod known_keys;
mod opened_files;
mod room;
mod store;
mod wal_index;

pub use store::SqliteStore;

// Only linked, so that SQLite is compiled in and not taken from the system.
use libsqlite3_sys as _;
