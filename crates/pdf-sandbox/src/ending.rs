//! What the death of a worker says about its file.

use std::io::{self, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{ExitCode, ExitStatus};

use ports::{PdfError, WorkerError};
use rustix::process::Signal;

/// Exit status of a worker whose reader panicked.
pub(crate) const PANICKED: u8 = 70;
/// Exit status of a worker whose line broke.
pub(crate) const NOT_HEARD: u8 = 74;
/// Exit status of a worker that could not confine itself, and so has read nothing.
const NOT_CONFINED: u8 = 77;

/// Ends a process that could not confine itself, and says why: no file is here yet, so there is
/// nothing of one in it.
pub fn not_confined(error: &io::Error) -> ExitCode {
    let _ = write!(io::stderr(), "{error}");
    ExitCode::from(NOT_CONFINED)
}

/// What Rust's runtime writes last when a stack is used up. It then aborts, as it does when memory
/// is used up.
const STACK_OVERFLOW: &[u8] = b"has overflowed its stack";

/// Why the file is refused; or, where the worker did not die of the file, the service's own fault.
pub(crate) fn judge(status: ExitStatus, last_words: &[u8]) -> Result<PdfError, WorkerError> {
    let Some(signal) = status.signal() else {
        return match status.code() {
            Some(code) if code == i32::from(PANICKED) => Ok(damaged()),
            _ => Err(unknown(status)),
        };
    };
    match Signal::from_named_raw(signal) {
        Some(Signal::XCPU) => Ok(PdfError::TookTooLong),
        Some(Signal::ABORT) if ends_in_stack_overflow(last_words) => Ok(PdfError::TooComplex(
            "its parts are nested too deeply".to_owned(),
        )),
        // An allocation past the worker's own limit aborts.
        Some(Signal::ABORT) => Ok(PdfError::TooLargeDecompressed),
        // The filter of system calls: reading never does what this worker did.
        Some(Signal::SYS) => Ok(PdfError::Hostile),
        // What code does to its own process.
        Some(Signal::SEGV | Signal::BUS | Signal::ILL | Signal::FPE | Signal::TRAP) => {
            Ok(damaged())
        }
        // Sent from outside. The kernel kills so when the machine or the container is out of
        // memory: a worker has much less than that, so it is not known whose file was too much.
        _ => Err(unknown(status)),
    }
}

fn unknown(status: ExitStatus) -> WorkerError {
    WorkerError::Failed(format!("a worker ended for no reason of its file: {status}").into())
}

fn damaged() -> PdfError {
    PdfError::Damaged("its structure makes no sense".to_owned())
}

fn ends_in_stack_overflow(last_words: &[u8]) -> bool {
    last_words
        .windows(STACK_OVERFLOW.len())
        .any(|window| window == STACK_OVERFLOW)
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::ExitStatus;

    use ports::PdfError;

    use super::{NOT_CONFINED, NOT_HEARD, PANICKED, damaged, judge};

    fn killed_by(signal: i32, last_words: &[u8]) -> PdfError {
        judge(ExitStatus::from_raw(signal), last_words).unwrap()
    }

    #[test]
    fn each_death_has_its_reason() {
        assert_eq!(killed_by(24, b""), PdfError::TookTooLong);
        assert_eq!(killed_by(6, b""), PdfError::TooLargeDecompressed);
        let deep = killed_by(6, b"thread 'main' has overflowed its stack\n");
        assert!(matches!(deep, PdfError::TooComplex(_)));
        for signal in [4, 5, 7, 8, 11] {
            assert!(matches!(killed_by(signal, b""), PdfError::Damaged(_)));
        }
        assert_eq!(killed_by(31, b""), PdfError::Hostile);
        let panicked = ExitStatus::from_raw(i32::from(PANICKED) << 8);
        assert!(matches!(judge(panicked, b""), Ok(PdfError::Damaged(_))));
    }

    #[test]
    fn judge_tells_whoever_tries_no_more_than_of_a_damaged_file() {
        assert_eq!(killed_by(31, b"").to_string(), damaged().to_string());
    }

    #[test]
    fn judge_blames_no_file_for_what_was_done_to_its_worker_from_outside() {
        // KILL (also of the OOM killer), TERM, INT, HUP, QUIT, PIPE, ALRM, USR1, and a real-time
        // signal.
        for signal in [9, 15, 2, 1, 3, 13, 14, 10, 40] {
            let judged = judge(ExitStatus::from_raw(signal), b"");
            assert!(judged.is_err(), "{signal}: {judged:?}");
        }
    }

    #[test]
    fn a_worker_that_never_read_is_not_the_files_fault() {
        for code in [0, 1, 2, 101, 134, 137, NOT_HEARD, NOT_CONFINED] {
            assert!(judge(ExitStatus::from_raw(i32::from(code) << 8), b"").is_err());
        }
    }
}
