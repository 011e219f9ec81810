//! Calling the program in a folder of its own.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The path of the program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_formservice");

/// What a call ended with.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

/// The program with these arguments, in this folder, with nothing else of the tests' surroundings.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    apart(command, folder)
}

/// The same within a bound of the shell, such as `-f 1`.
pub(crate) fn bounded(folder: &Path, bound: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("/bin/sh");
    let bound = format!("ulimit {bound} && exec \"$@\"");
    command.args(["-c", &bound, "sh", PROGRAM]).args(arguments);
    apart(command, folder)
}

fn apart(mut command: Command, folder: &Path) -> Command {
    command
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Calls it and waits for its end.
pub(crate) fn call(folder: &Path, arguments: &[&str]) -> Ended {
    ended(command(folder, arguments))
}

/// Calls it with this on standard input.
pub(crate) fn call_with(folder: &Path, arguments: &[&str], stdin: &[u8]) -> Ended {
    let mut command = command(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // A program that has seen enough does not read to the end.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    Ended::of(output)
}

/// Waits for the end of a call.
pub(crate) fn ended(mut command: Command) -> Ended {
    Ended::of(command.output().unwrap())
}

impl Ended {
    fn of(output: std::process::Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Standard output as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }
}
