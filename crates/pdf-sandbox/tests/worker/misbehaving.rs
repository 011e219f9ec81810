//! A worker that does to itself what a hostile file might do to an honest one: the file says what.

use std::hint::black_box;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use forms::FormContent;
use forms::form_content::FormField;
use pdf_sandbox::{confine, serve_one};
use ports::PdfError;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None => serve_one(obey),
        Some("die at once") => ExitCode::FAILURE,
        Some(raw) => answer_raw(raw),
    }
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
            let _ = std::io::stdin().read(&mut [0]);
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
        b"long" => Ok(echo(&"long ".repeat(1 << 20))),
        b"write" => Ok(echo(&format!(
            "{:?}",
            std::fs::write("/tmp/a-worker-was-here", "x").is_ok()
        ))),
        _ => Ok(echo(&String::from_utf8_lossy(file))),
    }
}

#[expect(
    unconditional_recursion,
    reason = "it is to use up the stack, as a nested file would"
)]
fn recurse(depth: u64) -> u64 {
    black_box(recurse(black_box(depth + 1)) + depth)
}

/// Sends something that is no answer.
fn answer_raw(how: &str) -> ExitCode {
    let Ok(mut line) = confine() else {
        return ExitCode::FAILURE;
    };
    let mut length = [0; 4];
    if how == "die unasked" {
        return ExitCode::FAILURE;
    }
    let _ = std::io::Read::read_exact(&mut line.requests, &mut length);
    let mut file = vec![0; u32::from_le_bytes(length) as usize];
    let _ = std::io::Read::read_exact(&mut line.requests, &mut file);
    let answer: &[u8] = match how {
        "garbage" => b"\x07\0\0\0garbage",
        "half an answer" => b"\xff\0\0\0{\"Ok\":",
        "a boast" => b"\xff\xff\xff\xff{",
        _ => b"",
    };
    let _ = line.answers.write_all(answer);
    ExitCode::SUCCESS
}

fn echo(text: &str) -> FormContent {
    FormContent::Fields(vec![FormField {
        name: "echo".to_owned(),
        values: vec![text.to_owned()],
        ..FormField::default()
    }])
}
