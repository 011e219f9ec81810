//! What is on the disk when the process dies or the disk fails, at every step of every operation.
//!
//! | Module | What it shows |
//! |---|---|
//! | `order` | nothing is answered before its bytes, its folder and its row are synced |
//! | `faults` | a service that is killed, or whose disk fails, at each step of each operation |
//! | `commands` | the same of a sweep and a backup |
//! | `clock` | a running service whose clock jumps by hours and years |
//! | `storm` | a service that is killed a hundred times while clients write and read |
//!
//! `injector` strikes with an `effect` through `ptrace` at the n-th of the `steps` of a service,
//! while it does one of `operations`, from the `ground` on; `state` is all that it answers, before
//! and after. `trace`
//! watches the system calls of the running service with `strace`, `calls` reads what that writes,
//! `durable` judges it. Needs x86-64, and root or CAP_SYS_PTRACE.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a story whose service cannot be set up has failed; it says what it measured"
)]

mod calls;
mod clock;
mod commands;
mod durable;
mod effect;
mod faults;
mod ground;
mod injector;
mod operations;
mod order;
mod ptrace;
mod state;
mod steps;
mod storm;
mod trace;
