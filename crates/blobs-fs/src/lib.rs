//! Blobs as files: `ab/abcdef…`, one for each key, in a directory of their own.
//!
//! A blob is written to `staging/`, synced, and renamed to its place without replacing anything;
//! then its directory is synced, and only then is the answer given. So a file under a key is always
//! whole, and an acknowledged one survives a power cut. A put that fails or is dropped takes its
//! file with it; what a killed process left in `staging/` is removed by `remove_unfinished`. After
//! a failed sync the file counts as lost: it is removed and never synced again.
//!
//! `staging/` also tells the store from the mount point of a disk that is away: nothing but `open`
//! makes it, and without it no blob is said to be gone.
//!
//! Directories have mode 0700, files 0600. Work on files is done on blocking threads, in pieces, so
//! memory does not grow with a blob; what the system has in memory is read where it is asked for.
//! No error shows a path. Left out: checking the bytes again when they are read.

#![forbid(unsafe_code)]

mod arrival;
mod blocking;
mod directories;
mod errors;
mod read;
mod staging;
mod store;

pub use store::FileBlobStore;
