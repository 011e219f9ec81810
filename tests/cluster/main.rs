//! Several instances behave as one: real processes on one PostgreSQL, one S3 server and one Redis,
//! behind a client that takes them in turn.
//!
//! | Module | What it shows |
//! |---|---|
//! | `races` | what holds for one instance holds for two and for four: numbers, limits, the preferred offer, conditions, keys |
//! | `kills` | one instance is killed each second for a minute: what was acknowledged is there, what is left over goes with a sweep |
//! | `outages` | database, blob store and Redis go away and come back, ten times each: 503, then on by itself, and nothing leaks |
//! | `moving` | a thousand applications to other storages and back: every answer as before |
//! | `backup` | a copy made while two instances are written to, restored into both kinds of storage |
//!
//! `cluster` starts the servers and the `instances`, `client` says what clients ask, `load` has
//! clients that note in a `ledger` what was acknowledged to them. What a story measured it prints:
//! `cargo test --workspace --test cluster -- --nocapture`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a story whose servers cannot be set up has failed; it says what it measured"
)]

mod backup;
mod client;
mod cluster;
mod instances;
mod kills;
mod ledger;
mod load;
mod moving;

mod outages;
mod races;
