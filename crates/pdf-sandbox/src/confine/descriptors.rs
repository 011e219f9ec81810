//! The descriptors of a worker: standard input, output and error, and where its answer goes.
//!
//! Unsafe code of the program is here and in `fork_server/fork.rs` alone.

use std::ffi::{c_int, c_uint};
use std::fs::File;
use std::io;

/// The first descriptor that is not a standard one.
const FIRST: c_uint = 3;

/// Where answers go, as the first descriptor that is not a standard one; standard output, where
/// libraries print, leads nowhere from now on.
pub(super) fn divert_output(dev_null: File) -> io::Result<File> {
    let answers = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 0)?;
    rustix::stdio::dup2_stdout(dev_null)?;
    // `dev_null` is closed by now, and with it the lowest number free again.
    Ok(File::from(rustix::io::fcntl_dupfd_cloexec(answers, 0)?))
}

/// Closes whatever the service, or who started it, left open: `close_range(2)`, Linux 5.9. A bound
/// on descriptors would close nothing that is open already.
pub(super) fn close_others() -> io::Result<()> {
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
