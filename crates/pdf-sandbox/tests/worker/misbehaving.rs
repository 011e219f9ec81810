//! A worker that does to itself what a hostile file might do to an honest one: the file says what.

mod raw;
mod tries;

use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::hint::black_box;
use std::io::{self, Read, Write as _};
use std::process::ExitCode;

use forms::FormContent;
use forms::form_content::FormField;
use pdf_sandbox::{Prepared, confine, fork_workers, not_confined, serve_one};
use ports::PdfError;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

/// What a file begins with that makes the worker try something: `try: WHAT: WITH`.
const TRY: &[u8] = b"try: ";

const LONG: &str = "long ";

/// `[alone] [HOW IT MISBEHAVES]`: `alone` a worker that is not forked.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["executed"] => answer_unconfined("could"),
        ["die at once"] => ExitCode::FAILURE,
        ["unconfined"] => fork_workers(|| Ok(()), |()| unconfined()),
        ["alone", "unconfined"] => unconfined(),
        ["alone"] => match Prepared::new() {
            Ok(prepared) => serve_one(prepared, |file, _| obey(file)),
            Err(error) => not_confined(&error),
        },
        ["alone", "tell descriptors"] => match Prepared::new() {
            Ok(prepared) => tell_descriptors(prepared),
            Err(error) => not_confined(&error),
        },
        ["die untold", mark] if fs::remove_file(mark).is_ok() => {
            fork_workers(to_die_untold, |prepared| {
                serve_one(prepared, |file, _| obey(file))
            })
        }
        [how] => fork_workers(Prepared::for_forks, |prepared| answer_raw(prepared, how)),
        _ => fork_workers(Prepared::for_forks, |prepared| {
            serve_one(prepared, |file, _| obey(file))
        }),
    }
}

/// Prepares a process that forks its first worker and dies before it has told of it.
fn to_die_untold() -> io::Result<Prepared> {
    let prepared = Prepared::for_forks()?;
    let tells = [(libc::SYS_sendto, Vec::new())].into();
    let (otherwise, then) = (SeccompAction::Allow, SeccompAction::KillProcess);
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let filter = SeccompFilter::new(tells, otherwise, then, architecture);
    let program = filter.and_then(BpfProgram::try_from);
    let program = program.map_err(io::Error::other)?;
    seccompiler::apply_filter(&program).map_err(io::Error::other)?;
    Ok(prepared)
}

/// Obeys the file.
#[expect(
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "misbehaving is what it is for"
)]
fn obey(file: &[u8]) -> Result<FormContent, PdfError> {
    match file {
        b"loop" => loop {
            black_box(());
        },
        // The line stays open as long as somebody waits for an answer.
        b"sleep" => loop {
            let _ = io::stdin().read(&mut [0]);
        },
        b"hog" => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(vec![1_u8; 1 << 20]);
                black_box(&hoard);
            }
        }
        b"panic" => panic!("a secret"),
        b"recurse" => Ok(echo(&recurse(1).to_string())),
        b"print" => {
            for _ in 0..100_000 {
                println!("noise noise noise noise");
                eprintln!("noise noise noise noise");
            }
            Ok(echo("printed"))
        }
        b"seed" => Ok(echo(&RandomState::new().hash_one(0).to_string())),
        b"long" => Ok(echo(&LONG.repeat(1 << 20))),
        b"verbose" => Err(PdfError::Damaged(LONG.repeat(1 << 20))),
        // Ten megabytes, which would take hundreds.
        b"many" => Ok(FormContent::Fields(
            vec![FormField {
                values: vec![String::new(); 3 << 20],
                ..FormField::default()
            }],
            Vec::new(),
        )),
        _ => {
            if file.starts_with(TRY) {
                raw::close_output();
            }
            Ok(echo(&told(file)))
        }
    }
}

/// What came of a try, or what the file says where it asks for none.
fn told(file: &[u8]) -> String {
    let text = String::from_utf8_lossy(file);
    match text.splitn(3, ": ").collect::<Vec<_>>()[..] {
        ["try", what, with] => match tries::try_it(what, with) {
            Ok(()) => "could".to_owned(),
            Err(error) => format!("could not: {error}"),
        },
        _ => text.into_owned(),
    }
}

/// A worker as it would be without any confinement, and says so.
fn unconfined() -> ExitCode {
    let mut stdout = io::stdout();
    if stdout
        .write_all(&[0, 0])
        .and_then(|()| stdout.flush())
        .is_err()
    {
        return ExitCode::FAILURE;
    }
    let _job = read_frame(&mut io::stdin());
    let file = read_frame(&mut io::stdin());
    answer_unconfined(&told(&file))
}

fn answer_unconfined(text: &str) -> ExitCode {
    let answer = pdf_read::wire::answer(&pdf_read::wire::Job::Content, Ok(echo(text)));
    let length = u32::try_from(answer.len()).unwrap_or_default();
    let mut stdout = io::stdout();
    let _ = stdout.write_all(&length.to_le_bytes());
    let _ = stdout.write_all(&answer);
    ExitCode::SUCCESS
}

fn read_frame(line: &mut impl Read) -> Vec<u8> {
    let mut length = [0; 4];
    let _ = line.read_exact(&mut length);
    let mut file = vec![0; u32::from_le_bytes(length) as usize];
    let _ = line.read_exact(&mut file);
    file
}

#[expect(
    unconditional_recursion,
    reason = "it is to use up the stack, as a nested file would"
)]
fn recurse(depth: u64) -> u64 {
    black_box(recurse(black_box(depth + 1)) + depth)
}

/// Sends something that is no answer.
fn answer_raw(prepared: Prepared, how: &str) -> ExitCode {
    let Ok(mut line) = confine(prepared) else {
        return ExitCode::FAILURE;
    };
    if how == "die unasked" {
        return ExitCode::FAILURE;
    }
    let _job = read_frame(&mut line.requests);
    let _file = read_frame(&mut line.requests);
    let answer: &[u8] = match how {
        "garbage" => b"\x07\0\0\0garbage",
        "half an answer" => b"\xff\0\0\0{\"Ok\":",
        "a boast" => b"\xff\xff\xff\xff{",
        _ => b"",
    };
    let _ = line.answers.write_all(answer);
    ExitCode::SUCCESS
}

/// Answers with the numbers of what is open, a byte each.
fn tell_descriptors(prepared: Prepared) -> ExitCode {
    let Ok(mut line) = confine(prepared) else {
        return ExitCode::FAILURE;
    };
    let all = 0..=u8::MAX;
    let open: Vec<_> = all
        .filter(|number| raw::is_open((*number).into()))
        .collect();
    let _ = line.answers.write_all(&open);
    ExitCode::SUCCESS
}

fn echo(text: &str) -> FormContent {
    let field = FormField {
        name: "echo".to_owned(),
        values: vec![text.to_owned()],
        ..FormField::default()
    };
    FormContent::Fields(vec![field], Vec::new())
}
