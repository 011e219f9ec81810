//! A worker that somebody else kills, such as the kernel for want of memory: its file is not blamed
//! for that. In a process of its own, since all workers of the process are killed.

#![expect(
    clippy::unwrap_used,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

use std::future::pending;
use std::time::Duration;

use bytes::Bytes;
use pdf_sandbox::{SandboxLimits, SandboxedReader, WorkerCommand};
use ports::{FormReader as _, WorkerError};
use rustix::process::{Pid, Signal, kill_process};

/// The processes that this one has started.
fn children() -> Vec<Pid> {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let children = processes.filter_map(|process| {
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // proc(5): the name in parentheses, the state, the parent.
        let (_, rest) = stat.rsplit_once(')')?;
        let parent = rest.split_whitespace().nth(1)?;
        let pid = process.file_name().to_str()?.parse().ok()?;
        (parent == own).then(|| Pid::from_raw(pid)).flatten()
    });
    children.collect()
}

/// Kills whatever worker there is, on and on.
async fn kill_all() {
    loop {
        for child in children() {
            // It may have ended meanwhile.
            let _ = kill_process(child, Signal::KILL);
        }
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
    for file in ["good", "sleep"] {
        let killed = tokio::select! {
            answer = reader.content(Bytes::from_static(file.as_bytes())) => answer,
            () = kill_all() => pending().await,
        };
        assert!(matches!(killed, Err(WorkerError::Failed(_))), "{file}");
    }
    let read = reader.content(Bytes::from_static(b"good")).await.unwrap();
    assert!(read.is_ok());
}
