//! Several instances behave as one: real processes on one PostgreSQL, one S3 server and one Redis,
//! behind a client that takes them in turn.
//!
//! | Module | What it shows |
//! |---|---|
//! | `races` | numbers, limits, preferred offers, conditions, keys: as with one instance |
//! | `kills` | one instance is killed each second: what was acknowledged is there |
//! | `outages` | database, blob store and Redis go away ten times: 503, then on by itself |
//! | `moving` | a thousand applications to other storages and back: every answer as before |
//! | `backup` | a copy made while two instances are written to, restored twice |
//!
//! `cluster` starts the servers and the instances. What a story measured it prints:
//! `cargo test --workspace --test cluster -- --nocapture`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a story whose servers cannot be set up has failed; it says what it measured"
)]

mod backup;
mod cluster;
mod kills;
mod moving;

mod outages;
mod races;
