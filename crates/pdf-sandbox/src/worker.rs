//! The worker: confines itself, reads one file as it is asked to, answers, ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use forms::FormContent;
use pdf_read::wire::{self, Job};
use ports::PdfError;

use crate::confine::{Prepared, confine};
use crate::ending::{NOT_HEARD, PANICKED, not_confined};
use crate::fork_server::fork_workers;
use crate::protocol::{receive_blocking, send_blocking};

/// What the program does as the process that forks workers and in each of them, before there is any
/// other thread.
pub fn worker_main() -> ExitCode {
    fork_workers(Prepared::for_forks, |prepared| {
        serve_one(prepared, pdf_read::read_at_last)
    })
}

/// Serves one file with a reader of the caller's choice. A panic of the reader ends the worker with
/// a status of its own.
pub fn serve_one(
    prepared: Prepared,
    read: impl FnOnce(&[u8], &Job<'_>) -> Result<FormContent, PdfError>,
) -> ExitCode {
    let mut line = match confine(prepared) {
        Ok(line) => line,
        Err(error) => return not_confined(&error),
    };
    // A panic's message may hold what somebody filled in.
    std::panic::set_hook(Box::new(|_| {}));
    let (job, pdf) = match (
        receive_blocking(&mut line.requests),
        receive_blocking(&mut line.requests),
    ) {
        (Ok(Some(job)), Ok(Some(pdf))) => (job, pdf),
        (Ok(_), Ok(_)) => return ExitCode::SUCCESS,
        _ => return ExitCode::from(NOT_HEARD),
    };
    let Ok(job) = wire::decode_job(&job) else {
        return ExitCode::from(NOT_HEARD);
    };
    let work = || match job {
        Job::BlankFile => wire::answer_blank_file(pdf_read::blank_file(&pdf)),
        _ => wire::answer(&job, read(&pdf, &job)),
    };
    let Ok(answer) = catch_unwind(AssertUnwindSafe(work)) else {
        return ExitCode::from(PANICKED);
    };
    match send_blocking(&mut line.answers, &answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(NOT_HEARD),
    }
}
