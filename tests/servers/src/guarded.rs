//! A server that does not outlive the process that started it, be it by a panic or `kill -9`: it is
//! the child of a small shell that waits for that process to end, then stops the server and removes
//! its folder.

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Fallible;

/// Runs the server and waits for a word on its standard input, whose other end nobody but this
/// process holds. `$1` is the signal that stops the server, `$2` its folder, the rest the server.
/// The word `keep` keeps the folder; without a word this process has ended.
const GUARD: &str = r#"
signal=$1; folder=$2; shift 2
"$@" </dev/null &
server=$!
read -r word
kill -s "$signal" $server 2>/dev/null
kill -s CONT $server 2>/dev/null
wait $server
[ "$word" = keep ] || rm -rf "$folder"
"#;

/// A server with its guard. Stopped when dropped, and its folder removed.
pub(crate) struct Guarded {
    guard: Child,
}

impl Guarded {
    /// Starts a server in a folder. What it says goes to the file `log` there.
    pub(crate) fn start(server: &Command, signal: &str, folder: &Path) -> Fallible<Self> {
        let log = folder.join("log");
        let said = File::options().create(true).append(true).open(log)?;
        let guard = Command::new("sh")
            .args(["-c", GUARD, "guard", signal])
            .arg(folder)
            .arg(server.get_program())
            .args(server.get_args())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(said.try_clone()?)
            .stderr(said)
            .spawn()?;
        Ok(Self { guard })
    }

    /// Stops the server and keeps its folder.
    pub(crate) fn stop(mut self) -> std::io::Result<()> {
        match &mut self.guard.stdin {
            Some(word) => word.write_all(b"keep\n"),
            None => Ok(()),
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// The program, run as nobody where this process is root: some servers refuse to run as root.
pub(crate) fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"])
        .arg(program);
    command
}

/// Hands a file or folder to whom [`unprivileged`] programs run as.
pub(crate) fn give_away(path: &Path) -> std::io::Result<()> {
    if is_root() {
        std::os::unix::fs::chown(path, Some(65534), Some(65534))?;
    }
    Ok(())
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}
