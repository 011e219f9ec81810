//! Output of the program: messages on standard error, results on standard output or in a file.
//!
//! Colour only on a terminal, and not where `NO_COLOR` is set. Messages are best effort: it is not
//! a failure if they cannot be written. A command waits for whoever reads them, as all programs do;
//! once it serves, `serve` waits for nobody ([`never_wait`]), since a terminal that was stopped, or
//! a collector of logs that stands still, would stop it with the first thread that has something to
//! say.

mod line_sink;
mod output;
mod visible;

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Stderr, Write};
use std::path::Path;
use std::sync::OnceLock;

use anyhow::Context as _;

use self::line_sink::{Flow, LineSink};
use self::output::{Descriptor, write_while_there_is_room};
use self::visible::in_lines;
pub(crate) use self::visible::{as_json, as_toml, in_one_line};

/// Standard error of a program that waits for nobody; not there in one that does.
static UNAWAITED: OnceLock<LineSink<Descriptor<Stderr>>> = OnceLock::new();

/// Standard error, for lines of the log and messages: each call writes whole ones.
pub struct Lines;

impl Write for Lines {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        match UNAWAITED.get() {
            Some(sink) => sink.write(lines),
            None => io::stderr().lock().write_all(lines)?,
        }
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// From now on writing to standard error does not wait for whoever reads it: lines are held.
pub(crate) fn never_wait() {
    UNAWAITED.get_or_init(|| LineSink::new(Descriptor::new(io::stderr())));
}

/// Writes what could not be written yet, as far as there is room.
pub(crate) fn flow_on() -> Flow {
    UNAWAITED.get().map(LineSink::flow_on).unwrap_or_default()
}

/// How many lines on standard error were lost since nobody read it, or its disk was full.
pub fn lines_lost() -> u64 {
    UNAWAITED.get().map_or(0, LineSink::lines_lost)
}

/// Says something on standard error.
pub fn print_message(text: &str) {
    print_line(&in_lines(text));
}

fn print_line(text: &str) {
    let _ = Lines.write_all(format!("{text}\n").as_bytes());
}

/// Whether somebody may be looking at standard error.
pub fn is_interactive() -> bool {
    io::stderr().is_terminal()
}

/// Puts a text in the place of the last line on standard error, which has no end yet, if there is
/// room for it now. Only for a terminal.
pub(crate) fn replace_line(text: &str) {
    write_in_passing(&format!("\r\u{1b}[2K{text}"));
}

/// Says something on standard error that nobody misses, if there is room for it now.
pub(crate) fn print_in_passing(text: &str) {
    write_in_passing(&format!("{text}\n"));
}

fn write_in_passing(text: &str) {
    write_while_there_is_room(&Descriptor::new(io::stderr()), text.as_bytes());
}

/// Says what went wrong on standard error.
pub(crate) fn print_error(text: &str) {
    let mark = if has_colours() {
        "\u{1b}[1;31merror:\u{1b}[0m"
    } else {
        "error:"
    };
    print_line(&format!("{mark} {}", in_lines(text)));
}

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes a PDF to a file, or to standard output if that is no terminal.
pub(crate) fn write_pdf(pdf: &[u8], file: Option<&Path>) -> anyhow::Result<()> {
    if let Some(file) = file {
        return write_file(file, pdf);
    }
    if io::stdout().is_terminal() {
        anyhow::bail!(
            "A PDF is nothing to look at in a terminal: give `--output FILE`, or redirect."
        );
    }
    print_bytes(pdf)
}

/// Writes a whole file, in the place of one that is there. Where there is no room for all of it
/// nothing of it is left, since half a form may look like a form.
pub(crate) fn write_file(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        let mut open = File::create(file)?;
        let written = open.write_all(bytes);
        written.inspect_err(|_| take_back(file, &open))
    };
    write().context("The output file cannot be written")
}

/// Empties the file, which may be known by other names too, and removes it where it stands under
/// its own. A device or a pipe stays as it is. What is told is why it could not be written.
fn take_back(file: &Path, open: &File) {
    if open.metadata().is_ok_and(|found| found.is_file()) {
        let _ = open.set_len(0);
    }
    if fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        let _ = fs::remove_file(file);
    }
}

/// Whether log lines and messages on standard error may be coloured.
pub fn has_colours() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes bytes to standard output. A reader that has closed the pipe (`… | head`) is not a
/// failure.
fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("Standard output cannot be written")
        }
        _ => Ok(()),
    }
}
