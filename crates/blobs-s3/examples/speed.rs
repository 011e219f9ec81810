//! How fast a blob of 50 MB goes to a real S3 server on this machine and comes back, beside a plain
//! file; and how much memory that takes.
//!
//! `cargo run --release -p blobs-s3 --example speed [MEGABYTES]`. The server's own work, signatures
//! and hashes of both sides included, is in the numbers.

#![expect(clippy::print_stdout, reason = "the numbers are what it is called for")]

use std::io::Write as _;
use std::time::Instant;

use blobs_s3::S3BlobStore;
use bytes::Bytes;
use domain::BlobKey;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::BlobStore as _;
use test_servers::s3::{BUCKET, S3Server};
use testkit::TestResult;

const PIECE_BYTES: usize = 64 * 1024;
const ROUNDS: u8 = 3;

fn main() -> TestResult {
    let megabytes = std::env::args()
        .nth(1)
        .map_or(Ok(50), |count| count.parse())?;
    let piece_count = megabytes * 1_048_576 / PIECE_BYTES;
    let server = S3Server::start();
    testkit::run(async {
        let store = S3BlobStore::open(BUCKET, "speed", server.variables())?;
        store.check().await?;
        println!("memory before: {}", memory()?);
        for round in 0..ROUNDS {
            let key = BlobKey::from_entropy([round; 16]);
            let piece = Bytes::from(vec![round; PIECE_BYTES]);
            let file = timed(megabytes, || write_file(&piece, piece_count))?;
            let begun = Instant::now();
            let pieces = stream::iter(std::iter::repeat_n(piece, piece_count)).map(Ok);
            store.put(&key, pieces.boxed()).await?;
            let put = speed(megabytes, begun);
            let begun = Instant::now();
            let reading = store.read(&key, None).await?.ok_or("it is gone")?;
            let read = reading.try_fold(0, |sum, piece| async move { Ok(sum + piece.len()) });
            assert_eq!(read.await?, megabytes * 1_048_576);
            let read = speed(megabytes, begun);
            println!(
                "file, synced: {file} MB/s   put: {put} MB/s   read: {read} MB/s   memory: {}",
                memory()?
            );
        }
        Ok(())
    })
}

fn write_file(piece: &[u8], count: usize) -> TestResult {
    let mut file = tempfile::tempfile()?;
    for _ in 0..count {
        file.write_all(piece)?;
    }
    Ok(file.sync_all()?)
}

fn timed(megabytes: usize, work: impl FnOnce() -> TestResult) -> TestResult<u128> {
    let begun = Instant::now();
    work()?;
    Ok(speed(megabytes, begun))
}

fn speed(megabytes: usize, begun: Instant) -> u128 {
    let milliseconds = begun.elapsed().as_millis().max(1);
    u128::try_from(megabytes).unwrap_or(u128::MAX) * 1000 / milliseconds
}

/// The most that this process has ever had.
fn memory() -> std::io::Result<String> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(peak.unwrap_or_default().trim().to_owned())
}
