//! The store in a PostgreSQL database: connects, limits and migrates; the queries are
//! `store-diesel`'s.
//!
//! Promises: what is committed is as durable as the server is set to make it
//! (`synchronous_commit`); any number of instances may share the database; each goes on by itself
//! when the server is back after a restart, and meanwhile answers that it is unavailable; it works
//! behind a pooler that gives each transaction another connection (PgBouncer's transaction mode).
//! No error shows the password.
//!
//! libpq and OpenSSL are compiled in, not taken from the system.

#![forbid(unsafe_code)]

mod address;
mod address_error;
mod durability;
mod migrations;
mod patience;
mod silence;
mod ssl_mode;
mod store;

pub use address::Address;
pub use address_error::AddressError;
pub use ssl_mode::SslMode;
pub use store::PostgresStore;

// Only linked, so that both are compiled in.
use openssl_sys as _;
use pq_sys as _;
