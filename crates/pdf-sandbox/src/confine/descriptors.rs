//! The descriptors of a worker: standard input, output and error, and where its answer goes.
//!
//! The only unsafe code of the program.

use std::ffi::{c_int, c_uint};
use std::fs::{File, OpenOptions};
use std::io;

/// The first descriptor that is not a standard one.
const FIRST: c_uint = 3;

/// Closes whatever the service, or who started it, left open. Where answers go comes back as the
/// first free descriptor; standard output, where libraries print, leads nowhere from now on.
pub(super) fn keep_lines_only() -> io::Result<File> {
    close_from_first()?;
    let answers = File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 0)?);
    rustix::stdio::dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
    Ok(answers)
}

/// `close_range(2)`, Linux 5.9. A bound on descriptors would close nothing that is open already.
fn close_from_first() -> io::Result<()> {
    const NO_FLAGS: c_int = 0;
    #[expect(
        unsafe_code,
        reason = "there is no safe way to close what nobody here has opened"
    )]
    // SAFETY: the call reads and writes no memory. What it closes is owned by no value of this
    // process, which has just begun and opened nothing: descriptors were only handed down to it.
    let closed = unsafe { libc::close_range(FIRST, c_uint::MAX, NO_FLAGS) };
    if closed == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
