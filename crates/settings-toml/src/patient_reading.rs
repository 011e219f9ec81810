//! Reading a file that somebody has named: bounded in size and in time, since the name may lead to
//! a pipe that nobody writes to, or to a device without an end.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Longer waits no start for who writes to a pipe.
const PATIENCE: Duration = Duration::from_secs(10);

/// The text of a file of at most so many bytes. An error also where it has given nothing, or not
/// all of it, after ten seconds.
pub fn text_of_file(file: &Path, bytes_max: u64) -> io::Result<String> {
    within(PATIENCE, file, bytes_max)
}

/// The thread of a pipe that is not written to waits on, and ends with the process: there is no
/// other way to give up opening one.
fn within(patience: Duration, file: &Path, bytes_max: u64) -> io::Result<String> {
    let (sender, receiver) = mpsc::channel();
    let file = file.to_owned();
    thread::Builder::new().spawn(move || {
        // Whoever waited may have given up.
        let _ = sender.send(bounded(&file, bytes_max));
    })?;
    receiver.recv_timeout(patience).unwrap_or_else(|_| {
        Err(io::Error::new(
            ErrorKind::TimedOut,
            "it came to no end within ten seconds, as a pipe does that nobody writes to",
        ))
    })
}

fn bounded(file: &Path, bytes_max: u64) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(file)?
        .take(bytes_max.saturating_add(1))
        .read_to_string(&mut text)?;
    if read as u64 > bytes_max {
        return Err(io::Error::other(format!(
            "it has more than {bytes_max} bytes"
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::{ErrorKind, Write as _};
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use super::{bounded, within};

    fn pipe_in(folder: &Path) -> PathBuf {
        let pipe = folder.join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        pipe
    }

    #[test]
    fn a_pipe_that_nobody_writes_to_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = pipe_in(folder.path());
        let given_up = within(Duration::from_millis(1), &pipe, 10).unwrap_err();
        assert_eq!(given_up.kind(), ErrorKind::TimedOut);
        assert!(
            given_up
                .to_string()
                .contains("a pipe does that nobody writes to")
        );
    }

    #[test]
    fn a_pipe_that_somebody_writes_to_is_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = pipe_in(folder.path());
        let writer = pipe.clone();
        let writing = thread::spawn(move || {
            let mut pipe = OpenOptions::new().write(true).open(writer).unwrap();
            pipe.write_all(b"secret\n").unwrap();
        });
        let read = within(Duration::from_secs(600), &pipe, 10);
        assert_eq!(read.unwrap(), "secret\n");
        writing.join().unwrap();
    }

    #[test]
    fn what_is_longer_than_it_may_be_is_refused_also_without_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "0123456789").unwrap();
        assert_eq!(bounded(&file, 10).unwrap(), "0123456789");
        for (file, bytes_max) in [(file.as_path(), 9), (Path::new("/dev/zero"), 100)] {
            let refused = bounded(file, bytes_max).unwrap_err().to_string();
            assert_eq!(refused, format!("it has more than {bytes_max} bytes"));
        }
    }
}
