//! What code could do that has taken a worker over: nothing. Each try has a worker of its own, and
//! is made without confinement too, where it succeeds: so these tests can fail.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

#[path = "hostile/kernels.rs"]
mod kernels;
#[path = "hostile/surroundings.rs"]
mod surroundings;

use bytes::Bytes;
use forms::FormContent;
use libc::{SYS_landlock_create_ruleset, SYS_seccomp};
use pdf_sandbox::{Confinement, SandboxLimits, SandboxedReader, WorkerCommand};
use ports::{FormReader as _, WorkerError};

use kernels::on_a_kernel_without;
use surroundings::{Surroundings, Try};

/// What came of a try: `Ok` if it succeeded, else how it ended.
type Attempt = Result<(), String>;

async fn reader(arguments: &[&str]) -> SandboxedReader {
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_misbehaving-worker").into(),
        arguments: arguments.iter().map(Into::into).collect(),
    };
    // Workers that wait take what the test has open by then, so none does.
    let limits = SandboxLimits {
        warm_count: 0,
        ..SandboxLimits::default()
    };
    SandboxedReader::start(command, limits).await.unwrap()
}

async fn attempt(reader: &SandboxedReader, Try { what, with }: &Try) -> Attempt {
    let file = Bytes::from(format!("try: {what}: {with}"));
    let content = match reader.content(file).await {
        Ok(Ok(content)) => content,
        Ok(Err(refused)) => return Err(format!("{refused:?}")),
        Err(WorkerError::Failed(error)) => return Err(error.to_string()),
        Err(WorkerError::Busy) => panic!("nobody else reads"),
    };
    let FormContent::Fields(fields, ..) = content else {
        panic!("the worker echoes in a field");
    };
    match &*fields[0].values[0] {
        "could" => Ok(()),
        other => Err(other.to_owned()),
    }
}

fn wait_for(run: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(run);
}

/// Which of the tries succeeded.
async fn succeeded(reader: &SandboxedReader, tries: &[Try]) -> Vec<String> {
    let mut succeeded = Vec::new();
    for one in tries {
        if attempt(reader, one).await.is_ok() {
            succeeded.push(format!("{} {}", one.what, one.with));
        }
    }
    succeeded
}

#[tokio::test]
async fn confine_leaves_a_hostile_worker_nothing_that_would_succeed_otherwise() {
    let around = Surroundings::new();
    let reader = reader(&[]).await;
    for one in around.tries() {
        let ended = attempt(&reader, &one).await;
        assert!(ended.is_err(), "{one:?} succeeds");
        around.assert_untouched();
    }
    let every_descriptor = Try {
        what: "write to the descriptors",
        with: "4 1023".to_owned(),
    };
    assert!(attempt(&reader, &every_descriptor).await.is_err());
    around.assert_untouched();
}

#[tokio::test]
async fn without_confine_each_of_the_tries_succeeds() {
    let around = Surroundings::new();
    let reader = reader(&["unconfined"]).await;
    assert!(!reader.confinement().holds());
    for one in around.tries() {
        let ended = attempt(&reader, &one).await;
        assert_eq!(ended, Ok(()), "{one:?}");
    }
}

#[test]
fn a_filter_of_system_calls_alone_leaves_nothing_either() {
    on_a_kernel_without(&[SYS_landlock_create_ruleset], || {
        wait_for(async {
            let around = Surroundings::new();
            let reader = reader(&[]).await;
            let alone = Confinement {
                landlock_abi: 0,
                has_system_call_filter: true,
            };
            assert_eq!(reader.confinement(), alone);
            assert_eq!(succeeded(&reader, &around.tries()).await, [""; 0]);
            around.assert_untouched();
        })
    });
}

#[test]
fn landlock_alone_leaves_no_file_and_no_other_process() {
    on_a_kernel_without(&[SYS_seccomp], || {
        wait_for(async {
            let around = Surroundings::new();
            let reader = reader(&[]).await;
            assert!(!reader.confinement().has_system_call_filter);
            let abi = reader.confinement().landlock_abi;
            assert!(abi > 0, "it takes a kernel with Landlock");
            let mut tries = around.tries_without_filter();
            tries.retain(|one| one.abi_without_filter() <= abi);
            assert_eq!(succeeded(&reader, &tries).await, [""; 0]);
            around.assert_untouched();
        })
    });
}

#[test]
fn a_kernel_without_both_is_told_and_only_the_limits_are_left() {
    on_a_kernel_without(&[SYS_seccomp, SYS_landlock_create_ruleset], || {
        wait_for(async {
            assert!(!reader(&[]).await.confinement().holds());
        })
    });
}
