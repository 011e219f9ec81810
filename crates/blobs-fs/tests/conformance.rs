//! The suite that every blob store passes, on files.

use std::sync::Arc;

use blobs_fs::FileBlobStore;
use ports::BlobStore;
use tempfile::TempDir;
use testkit::TestResult;

fn make_store() -> TestResult<(Arc<dyn BlobStore>, TempDir)> {
    let directory = tempfile::tempdir()?;
    let store = FileBlobStore::open(&directory.path().join("data/blobs"))?;
    Ok((Arc::new(store), directory))
}

testkit::blob_conformance!(make_store);
