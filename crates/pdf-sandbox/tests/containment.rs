//! Whatever a file does to its worker, it is told apart, and the next file is read as if nothing
//! had been.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

use std::time::Duration;

use bytes::Bytes;
use forms::FormContent;
use pdf_sandbox::{AnswerBounds, SandboxLimits, SandboxedReader, WorkerCommand};
use ports::{FormReader as _, PdfError, WorkerError};

async fn reader(arguments: &[&str], limits: SandboxLimits) -> SandboxedReader {
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_misbehaving-worker").into(),
        arguments: arguments.iter().map(Into::into).collect(),
    };
    SandboxedReader::start(command, limits).await.unwrap()
}

fn limits() -> SandboxLimits {
    SandboxLimits {
        at_once_max: 2,
        warm_count: 2,
        // Longer than the processor time of a worker, also when the machine is busy.
        wall_clock_max: Duration::from_secs(60),
        ..SandboxLimits::default()
    }
}

/// What a file makes the worker answer.
async fn read(reader: &SandboxedReader, file: &'static str) -> Result<String, PdfError> {
    let content = reader
        .content(Bytes::from_static(file.as_bytes()))
        .await
        .unwrap();
    content.map(|content| match content {
        FormContent::Fields(fields, _) => fields[0].values[0].clone(),
        FormContent::Text(..) | FormContent::PartlyFlat(..) => {
            panic!("the worker echoes in a field")
        }
    })
}

/// What a file is refused for; right after it, with as many workers as there are, good files are
/// read.
async fn refused(reader: &SandboxedReader, file: &'static str) -> PdfError {
    let refused = read(reader, file).await.unwrap_err();
    for _ in 0..3 {
        assert_eq!(read(reader, "good").await.unwrap(), "good", "after {file}");
    }
    refused
}

#[tokio::test]
async fn a_good_file_is_read() {
    let reader = reader(&[], limits()).await;
    assert_eq!(read(&reader, "Müller").await.unwrap(), "Müller");
}

#[tokio::test]
async fn a_file_that_never_ends_is_stopped_by_its_processor_time() {
    let reader = reader(&[], limits()).await;
    assert_eq!(refused(&reader, "loop").await, PdfError::TookTooLong);
}

#[tokio::test]
async fn a_worker_that_only_waits_is_stopped_by_the_clock_and_its_file_not_blamed() {
    let limits = SandboxLimits {
        wall_clock_max: Duration::from_secs(5),
        ..limits()
    };
    let reader = reader(&[], limits).await;
    let stopped = reader.content(Bytes::from_static(b"sleep")).await;
    assert!(matches!(stopped, Err(WorkerError::Failed(_))));
    assert_eq!(read(&reader, "good").await.unwrap(), "good");
}

#[tokio::test]
async fn a_file_that_takes_all_memory_is_too_large() {
    let reader = reader(&[], limits()).await;
    assert_eq!(
        refused(&reader, "hog").await,
        PdfError::TooLargeDecompressed
    );
}

#[tokio::test]
async fn a_file_that_breaks_the_reader_is_damaged_and_its_content_is_not_told() {
    let reader = reader(&[], limits()).await;
    let refused = refused(&reader, "panic").await;
    assert!(matches!(refused, PdfError::Damaged(_)), "{refused}");
    assert!(!refused.to_string().contains("secret"));
}

#[tokio::test]
async fn a_file_that_uses_up_the_stack_is_too_complex() {
    let reader = reader(&[], limits()).await;
    let refused = refused(&reader, "recurse").await;
    assert!(matches!(refused, PdfError::TooComplex(_)), "{refused}");
}

#[tokio::test]
async fn what_a_library_prints_is_no_part_of_the_answer() {
    let reader = reader(&[], limits()).await;
    assert_eq!(read(&reader, "print").await.unwrap(), "printed");
}

#[tokio::test]
async fn an_answer_past_the_bound_is_too_large() {
    let limits = SandboxLimits {
        content_answer: AnswerBounds {
            bytes_max: 1 << 20,
            memory_bytes_max: u64::MAX,
        },
        ..limits()
    };
    let reader = reader(&[], limits).await;
    assert_eq!(
        refused(&reader, "long").await,
        PdfError::TooLargeDecompressed
    );
}

#[tokio::test]
async fn a_short_answer_that_would_take_all_memory_is_too_large() {
    let reader = reader(&[], limits()).await;
    assert_eq!(
        refused(&reader, "many").await,
        PdfError::TooLargeDecompressed
    );
}

#[tokio::test]
async fn the_text_of_a_refusal_is_cut() {
    let reader = reader(&[], limits()).await;
    let PdfError::Damaged(told) = refused(&reader, "verbose").await else {
        panic!("the worker says that the file is damaged");
    };
    assert!(told.starts_with("long ") && told.ends_with('…'));
    assert!(told.len() < 100_000, "{}", told.len());
}

#[tokio::test]
async fn a_worker_that_calls_what_reading_never_needs_was_taken_over() {
    let reader = reader(&[], limits()).await;
    assert_eq!(refused(&reader, "try: list: /").await, PdfError::Hostile);
}

#[tokio::test]
async fn an_answer_that_makes_no_sense_is_the_services_fault() {
    for arguments in [["garbage"], ["half an answer"], ["die unasked"]] {
        let reader = reader(&arguments, limits()).await;
        let answer = reader.content(Bytes::from_static(b"good")).await;
        assert!(
            matches!(answer, Err(WorkerError::Failed(_))),
            "{arguments:?}"
        );
    }
}

#[tokio::test]
async fn a_boasted_length_is_not_believed() {
    let reader = reader(&["a boast"], limits()).await;
    let answer = reader.content(Bytes::from_static(b"good")).await.unwrap();
    assert_eq!(answer, Err(PdfError::TooLargeDecompressed));
}

#[tokio::test]
async fn a_program_that_cannot_be_started_or_confined_is_told_at_the_start() {
    let misbehaving = env!("CARGO_BIN_EXE_misbehaving-worker");
    for (program, argument) in [("/nowhere/formservice", ""), (misbehaving, "die at once")] {
        let command = WorkerCommand {
            program: program.into(),
            arguments: vec![argument.into()],
        };
        let started = SandboxedReader::start(command, limits()).await;
        assert!(matches!(started, Err(WorkerError::Failed(_))), "{program}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_files_at_once_are_all_read_good_and_bad() {
    let limits = SandboxLimits {
        waiting_max: 48,
        ..limits()
    };
    let reader = std::sync::Arc::new(reader(&[], limits).await);
    let tasks: Vec<_> = (0..50)
        .map(|index| {
            let reader = std::sync::Arc::clone(&reader);
            let file = if index % 2 == 0 { "good" } else { "panic" };
            tokio::spawn(async move { read(&reader, file).await })
        })
        .collect();
    for (index, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap().is_ok(), index % 2 == 0, "{index}");
    }
}

#[tokio::test]
async fn more_files_than_may_wait_are_turned_away_at_once() {
    let limits = SandboxLimits {
        at_once_max: 1,
        waiting_max: 1,
        wall_clock_max: Duration::from_secs(5),
        ..limits()
    };
    let reader = reader(&[], limits).await;
    let load = reader.load_reader();
    let file = || reader.content(Bytes::from_static(b"sleep"));
    let meanwhile = async {
        while (load().reading, load().waiting) != (1, 1) {
            tokio::task::yield_now().await;
        }
    };
    let (first, second, third, ()) = tokio::join!(file(), file(), file(), meanwhile);
    let busy = [&first, &second, &third]
        .into_iter()
        .filter(|answer| matches!(answer, Err(WorkerError::Busy)))
        .count();
    assert_eq!(busy, 1);
    assert_eq!(read(&reader, "good").await.unwrap(), "good");
    let load = load();
    assert_eq!((load.reading, load.waiting, load.died), (0, 0, 2));
}

#[tokio::test]
async fn nobody_reads_on_when_nobody_waits_any_more() {
    let limits = SandboxLimits {
        at_once_max: 1,
        waiting_max: 0,
        ..limits()
    };
    let reader = reader(&[], limits).await;
    let hung = reader.content(Bytes::from_static(b"sleep"));
    assert!(
        tokio::time::timeout(Duration::from_millis(300), hung)
            .await
            .is_err()
    );
    // Its place is free again as soon as its worker is dead.
    for _ in 0..6000 {
        match reader.content(Bytes::from_static(b"good")).await {
            Err(WorkerError::Busy) => tokio::time::sleep(Duration::from_millis(20)).await,
            answer => return assert!(answer.unwrap().is_ok()),
        }
    }
    panic!("the place stayed taken");
}
