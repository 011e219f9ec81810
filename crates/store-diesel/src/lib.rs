//! The port [`ports::Store`] over diesel: the SQL of the service, written once.
//!
//! A crate for one database (`store-sqlite`, `store-postgres`) connects, tunes and migrates, and
//! hands a pool to [`DieselStore`].
//!
//! **One source for every database.** `transaction.rs` holds the typed queries against
//! `super::Connection`, and is compiled once for each connection type as a child of that type's
//! module (`sqlite.rs` says `type Connection = SqliteConnection` and includes it by path;
//! `postgres.rs` likewise). diesel's `MultiConnection` is the other way to share them, but its
//! backend has no `ON CONFLICT`, and the counter behind the numbers is an upsert that gives the
//! number back. A macro around the same text would do as well, without formatting and with errors
//! that point nowhere.
//!
//! What the databases do differently stands beside each connection type: how a transaction begins;
//! the queries whose locks differ (`hold_application`, `hold_applications`, `due_replays`,
//! `lock_without_package`); `ids`, which gives the last id of a table and finds numbers and keys
//! that make no sense; on PostgreSQL also `key_lookups`.
//!
//! SQLite has one writer at a time: `sqlite::GroupingStore` lets those who wait share a
//! transaction and its sync (`sqlite/commit_group.rs`), and reads as any other store does.
//!
//! Promises, beyond the port's: the only hops to a blocking thread stand in [`DieselStore`] and
//! before that group, and as many works run at once as there are connections; after a failed
//! statement nothing more runs in its transaction, and it is undone even where the work says
//! [`ports::WorkOutcome::Commit`]: SQLite may have rolled back already, and what followed would be
//! committed piece by piece.

#![forbid(unsafe_code)]
#![cfg_attr(
    all(feature = "postgres", feature = "sqlite"),
    expect(
        clippy::duplicate_mod,
        reason = "one source for every database, see above"
    )
)]

mod away;
mod cached;
mod errors;
mod outcome;
#[cfg(feature = "postgres")]
pub mod postgres;
mod rows;
mod schema;
mod schema_versions;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod store;

pub use errors::{no_connection, store_error};
pub use schema_versions::{known_versions, schema_report};
pub use store::{DieselStore, Transact};
