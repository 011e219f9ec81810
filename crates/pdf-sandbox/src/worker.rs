//! The worker: confines itself, reads one file, answers, ends.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use forms::FormContent;
use pdf_read::wire;
use ports::PdfError;

use crate::confine::confine;
use crate::ending::{NOT_CONFINED, NOT_HEARD, PANICKED};
use crate::protocol::{receive_blocking, send_blocking};

/// What the program does as a worker, before there is any other thread.
pub fn worker_main() -> ExitCode {
    serve_one(pdf_read::read)
}

/// Serves one file with a reader of the caller's choice. A panic of the reader ends the worker with
/// a status of its own.
pub fn serve_one(read: impl FnOnce(&[u8]) -> Result<FormContent, PdfError>) -> ExitCode {
    let mut line = match confine() {
        Ok(line) => line,
        Err(error) => {
            // No file is here yet, so there is nothing of one in it.
            let _ = write!(std::io::stderr(), "{error}");
            return ExitCode::from(NOT_CONFINED);
        }
    };
    // A panic's message may hold what somebody filled in.
    std::panic::set_hook(Box::new(|_| {}));
    let pdf = match receive_blocking(&mut line.requests) {
        Ok(Some(pdf)) => pdf,
        Ok(None) => return ExitCode::SUCCESS,
        Err(_) => return ExitCode::from(NOT_HEARD),
    };
    let Ok(answer) = catch_unwind(AssertUnwindSafe(|| wire::encode(read(&pdf)))) else {
        return ExitCode::from(PANICKED);
    };
    match send_blocking(&mut line.answers, &answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(NOT_HEARD),
    }
}
