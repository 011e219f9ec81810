//! A worker that somebody else kills, such as the kernel for want of memory: its file is not blamed
//! for that. In a process of its own, since all workers of the process are killed.

#![expect(
    clippy::unwrap_used,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

use std::time::Duration;

use bytes::Bytes;
use pdf_sandbox::{SandboxLimits, SandboxedReader, WorkerCommand};
use ports::{FormReader as _, WorkerError};
use rustix::process::{Pid, Signal, kill_process};

/// The processes that this one has started and that have not ended.
fn living_children() -> Vec<Pid> {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let children = processes.filter_map(|process| {
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // proc(5): the name in parentheses, the state, the parent.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut rest = rest.split_whitespace();
        let (state, parent) = (rest.next()?, rest.next()?);
        let pid = process.file_name().to_str()?.parse().ok()?;
        (parent == own && state != "Z")
            .then(|| Pid::from_raw(pid))
            .flatten()
    });
    children.collect()
}

/// Kills whatever worker there is.
fn kill_all() {
    for child in living_children() {
        // It may have ended meanwhile.
        let _ = kill_process(child, Signal::KILL);
    }
}

/// Kills until none lives: a signal is sent before it takes effect, and a worker that is about to
/// die would still take a file.
async fn all_ended() {
    while !living_children().is_empty() {
        kill_all();
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_worker_that_is_killed_from_outside_is_not_the_fault_of_its_file() {
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_misbehaving-worker").into(),
        arguments: Vec::new(),
    };
    let limits = SandboxLimits {
        wall_clock_max: Duration::from_secs(60),
        ..SandboxLimits::default()
    };
    let reader = SandboxedReader::start(command, limits).await.unwrap();
    let killed = tokio::select! {
        answer = reader.content(Bytes::from_static(b"sleep")) => answer,
        never = async {
            loop {
                kill_all();
                tokio::task::yield_now().await;
            }
        } => never,
    };
    assert!(matches!(killed, Err(WorkerError::Failed(_))));
    all_ended().await;
    let read = reader.content(Bytes::from_static(b"good")).await.unwrap();
    assert!(read.is_ok());
}
