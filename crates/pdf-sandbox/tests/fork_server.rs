//! The process that forks workers: when it dies or hangs, what it may do, what its children share.
//! In a test of its own, since these look for all children of their process, and kill them.

#![expect(
    clippy::unwrap_used,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

use std::collections::HashSet;
use std::ffi::OsString;
use std::time::Duration;

use bytes::Bytes;
use forms::FormContent;
use pdf_sandbox::{SandboxLimits, SandboxedReader, WorkerCommand};
use ports::{FormReader as _, WorkerError};
use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::{Mutex, MutexGuard};

/// Each test looks at all children of the process, so they take turns.
static ALONE: Mutex<()> = Mutex::const_new(());

/// A reader whose only child is the process that forks, while it reads nothing.
async fn alone() -> (MutexGuard<'static, ()>, SandboxedReader) {
    alone_with(Vec::new()).await
}

/// The same with these arguments for the process that forks.
async fn alone_with(arguments: Vec<OsString>) -> (MutexGuard<'static, ()>, SandboxedReader) {
    let guard = ALONE.lock().await;
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_misbehaving-worker").into(),
        arguments,
    };
    let limits = SandboxLimits {
        wall_clock_max: Duration::from_secs(60),
        warm_count: 0,
        ..SandboxLimits::default()
    };
    (
        guard,
        SandboxedReader::start(command, limits).await.unwrap(),
    )
}

/// What a file makes a worker answer.
async fn read(reader: &SandboxedReader, file: &'static str) -> String {
    let content = reader.content(Bytes::from_static(file.as_bytes())).await;
    match content.unwrap().unwrap() {
        FormContent::Fields(fields, _) => fields[0].values[0].clone(),
        FormContent::Text(..) | FormContent::PartlyFlat(..) => String::new(),
    }
}

/// The processes that this one has started and that have not ended.
fn living_children() -> Vec<Pid> {
    let children = children().into_iter();
    let living = children.filter_map(|(child, is_zombie)| (!is_zombie).then_some(child));
    living.collect()
}

/// The processes that this one has started and not waited for, and which have ended.
fn children() -> Vec<(Pid, bool)> {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let children = processes.filter_map(|process| {
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // proc(5): the name in parentheses, the state, the parent.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut rest = rest.split_whitespace();
        let (state, parent) = (rest.next()?, rest.next()?);
        let pid = process.file_name().to_str()?.parse().ok()?;
        let child = Pid::from_raw(pid).filter(|_| parent == own)?;
        Some((child, state == "Z"))
    });
    children.collect()
}

/// The process that forks: the one child that lives when no file is read.
async fn fork_server() -> Pid {
    loop {
        if let [only] = living_children()[..] {
            return only;
        }
        // A worker that has answered is about to end.
        tokio::task::yield_now().await;
    }
}

/// Kills whatever worker there is.
fn kill_all() {
    for child in living_children() {
        // It may have ended meanwhile.
        let _ = kill_process(child, Signal::KILL);
    }
}

#[tokio::test]
async fn a_worker_that_is_killed_from_outside_is_not_the_fault_of_its_file() {
    let (_alone, reader) = alone().await;
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
    assert_eq!(read(&reader, "good").await, "good");
}

#[tokio::test]
async fn a_fork_server_that_dies_or_hangs_is_replaced() {
    let (_alone, reader) = alone().await;
    let mut before = fork_server().await;
    for signal in [Signal::KILL, Signal::STOP] {
        kill_process(before, signal).unwrap();
        assert_eq!(read(&reader, "good").await, "good", "{signal:?}");
        let after = fork_server().await;
        assert_ne!(after, before, "{signal:?}");
        before = after;
    }
}

/// As where memory is short and the kernel chooses it. The worker that it forked has its pipes: if
/// another had them too, both would talk into one.
#[tokio::test]
async fn a_worker_that_a_dying_fork_server_told_nobody_of_is_in_nobodys_way_and_no_zombie() {
    let mark = tempfile::NamedTempFile::new().unwrap();
    let arguments = vec!["die untold".into(), mark.path().into()];
    let (_alone, reader) = alone_with(arguments).await;
    assert!(!mark.path().exists(), "none has died");
    assert_eq!(read(&reader, "good").await, "good");
    let server = fork_server().await;
    let only_the_server = async {
        while children() != [(server, false)] {
            tokio::task::yield_now().await;
        }
    };
    let seen = tokio::time::timeout(Duration::from_secs(60), only_the_server).await;
    assert!(seen.is_ok(), "{:?} beside {server:?}", children());
}

#[tokio::test]
async fn a_fork_server_is_confined_itself() {
    let (_alone, _reader) = alone().await;
    let server = fork_server().await.as_raw_nonzero();
    let status = std::fs::read_to_string(format!("/proc/{server}/status")).unwrap();
    for line in ["Seccomp:\t2", "NoNewPrivs:\t1"] {
        assert!(status.contains(line), "{line}: {status}");
    }
}

#[tokio::test]
async fn a_fork_server_is_killed_before_the_service_where_memory_is_short() {
    let (_alone, _reader) = alone().await;
    let server = fork_server().await.as_raw_nonzero();
    let told = std::fs::read_to_string(format!("/proc/{server}/oom_score_adj")).unwrap();
    assert_eq!(told.trim(), "1000");
}

#[tokio::test]
async fn workers_share_no_seed_and_one_layout_of_memory_only_for_so_many_files() {
    let (_alone, reader) = alone().await;
    let first = fork_server().await;
    let mut seeds = HashSet::new();
    let mut count = 0;
    while fork_server().await == first {
        assert!(seeds.insert(read(&reader, "seed").await));
        count += 1;
        assert!(
            count <= 500,
            "the process that forks them is still the same"
        );
    }
}

#[tokio::test]
async fn a_worker_that_nobody_waits_for_leaves_no_zombie() {
    let (_alone, reader) = alone().await;
    let server = fork_server().await;
    let is_worker = |child: &Pid| *child != server;
    let mut workers = Vec::new();
    tokio::select! {
        _ = reader.content(Bytes::from_static(b"sleep")) => {}
        // Once its worker is there, the reading is given up.
        () = async {
            while workers.is_empty() {
                tokio::task::yield_now().await;
                workers = living_children();
                workers.retain(is_worker);
            }
        } => {}
    }
    // What the reader of another test has left is waited for when the next child of this one ends.
    let is_there = |children: &[(Pid, bool)]| children.iter().any(|(pid, _)| workers.contains(pid));
    let waited_for = async {
        while is_there(&children()) {
            tokio::task::yield_now().await;
        }
    };
    let waited_for = tokio::time::timeout(Duration::from_secs(60), waited_for).await;
    assert!(waited_for.is_ok(), "{:?} beside {server:?}", children());
}
