//! What the disk takes: files that are written and synced, nothing else.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use bench::load::on_threads;
use test_servers::Fallible;

use crate::driver::{Driven, Load};

/// Writes files of these bytes, as many at once as the load has connections.
pub(crate) fn write(folder: &Path, bytes: &[u8], load: Load) -> Fallible<Driven> {
    let folder = tempfile::tempdir_in(folder)?.keep();
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let counts = on_threads(load.connections, &|_| {
        let mut written = 0;
        while start.elapsed() < load.time {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= load.requests_max {
                break;
            }
            let mut file = File::create(folder.join(number.to_string()))?;
            file.write_all(bytes)?;
            file.sync_all()?;
            written += 1;
        }
        Ok(written)
    })?;
    let elapsed = start.elapsed();
    empty(&folder)?;
    let count = counts.iter().sum();
    Ok(Driven { count, elapsed })
}

/// Gives the space back and leaves the files: for minutes ext4 without a journal looks through all
/// that were removed whenever it makes another one, so the row measured next would pay for them.
fn empty(folder: &Path) -> Fallible<()> {
    for entry in fs::read_dir(folder)? {
        File::create(entry?.path())?;
    }
    Ok(())
}
