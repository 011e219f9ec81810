//! What is on the disk when the process dies or the disk fails, at every step of every operation.
//!
//! | Module | What it shows |
//! |---|---|
//! | `order` | nothing is answered before its bytes, its folder and its row are synced |
//!
//! `trace` watches the system calls of the running service with `strace`, `calls` reads what that
//! writes, `durable` judges it.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a story whose service cannot be set up has failed; it says what it measured"
)]

mod calls;
mod durable;
mod order;
mod trace;
