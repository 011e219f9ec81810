//! The suite that every blob store passes, on a server that speaks S3.

use std::sync::Arc;

use blobs_s3::S3BlobStore;
use ports::BlobStore;
use test_servers::s3::{BUCKET, S3Server};
use testkit::TestResult;

fn make_store() -> TestResult<(Arc<dyn BlobStore>, S3Server)> {
    let server = S3Server::start();
    let store = S3BlobStore::open(BUCKET, "some/blobs", server.variables())?;
    Ok((Arc::new(store), server))
}

testkit::blob_conformance!(make_store);
