//! Blobs as objects in a bucket of S3 or of a server that speaks its language: `PREFIX/abcdef…`,
//! one for each key.
//!
//! A small blob is one conditional PUT. A large one is a multipart upload: two parts under way
//! while the next one is gathered, so a put holds at most three parts of 5 MiB
//! ([`HELD_BYTES_MAX`]), whatever the size of the blob (at most 10 000 parts, 48 GiB). Nobody sees
//! an object before it is whole, and S3 answers only when it is durable.
//!
//! A put that fails or is dropped is undone, the latter in the background: the upload is aborted,
//! an object that appeared all the same is removed. Each object carries a random mark of its put,
//! so that after a lost answer it can be told whether it is there, and whose it is. What cannot be
//! undone, because the server or this process is gone, is found later: an object by the list of
//! loose blobs, an upload by `remove_unfinished`.
//!
//! Never read, written or listed: anything outside of the prefix. Requests have time-outs and few
//! retries; errors and logs name no key, no bucket, no address and no secret. Left out: HTTP
//! proxies, the removal of old versions in a bucket that keeps versions.

#![forbid(unsafe_code)]

mod bucket;
mod configuration;
mod errors;
mod http_client;
mod key_locks;
mod parts;
mod publishing;
mod reading;
mod silence;
mod store;
mod timed_body;
mod unfinished;
mod upload;

pub use parts::PART_BYTES;
pub use store::S3BlobStore;
pub use upload::HELD_BYTES_MAX;
