//! Uploads that nobody goes on with, on a server that can list them.
//!
//! It says of every upload that it began in 2010, so what is young is told from what is old in
//! `src/unfinished/tests.rs`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use blobs_s3::S3BlobStore;
use bytes::Bytes;
use futures::channel::mpsc::{self, Sender};
use futures::{SinkExt as _, StreamExt as _};
use ports::{BlobError, BlobStore as _};
use test_servers::s3::{BUCKET, LooseS3Server};
use test_servers::waiting::{PATIENCE, PAUSE};
use testkit::TestResult;
use testkit::blob_suite::{content, key, listed};

fn store_on(server: &LooseS3Server, prefix: &str) -> TestResult<Arc<S3BlobStore>> {
    let store = S3BlobStore::open(BUCKET, prefix, server.variables())?;
    Ok(Arc::new(store))
}

/// A put that has sent its first part and goes on when more is sent.
async fn begin_put(
    store: &Arc<S3BlobStore>,
) -> TestResult<(
    Sender<Result<Bytes, BlobError>>,
    tokio::task::JoinHandle<Result<u64, BlobError>>,
)> {
    let (mut sender, receiver) = mpsc::channel(0);
    let putting = Arc::clone(store);
    let put = tokio::spawn(async move {
        let summary = putting.put(&key(1), receiver.boxed()).await?;
        Ok(summary.size_bytes)
    });
    for _ in 0..6 {
        sender.send(Ok(Bytes::from(content(1, 1_000_000)))).await?;
    }
    Ok((sender, put))
}

async fn wait_for_uploads(server: &LooseS3Server, count: usize) -> TestResult {
    let began = Instant::now();
    while server.unfinished().len() != count {
        assert!(began.elapsed() < PATIENCE, "{:?}", server.unfinished());
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

#[test]
fn what_is_left_of_a_put_that_was_cut_off_is_removed() -> TestResult {
    let server = LooseS3Server::start();
    testkit::run(async {
        let store = store_on(&server, "some/blobs")?;
        let (_sender, _put) = begin_put(&store).await?;
        wait_for_uploads(&server, 1).await?;
        assert_eq!(store.remove_unfinished(Duration::ZERO).await?, 1);
        wait_for_uploads(&server, 0).await?;
        assert_eq!(store.remove_unfinished(Duration::ZERO).await?, 0);
        Ok(())
    })
}

#[test]
fn an_upload_that_was_removed_leaves_no_blob_when_it_ends_after_all() -> TestResult {
    let server = LooseS3Server::start();
    testkit::run(async {
        let store = store_on(&server, "some/blobs")?;
        let (sender, put) = begin_put(&store).await?;
        wait_for_uploads(&server, 1).await?;
        store.remove_unfinished(Duration::ZERO).await?;
        drop(sender);
        assert!(put.await?.is_err());
        assert_eq!(listed(&*store).await?, []);
        Ok(())
    })
}

#[test]
fn foreign_uploads_stay() -> TestResult {
    let server = LooseS3Server::start();
    testkit::run(async {
        let stranger = key(2);
        let foreign = [
            format!("{stranger}"),
            format!("some/{stranger}"),
            format!("some/blobs2/{stranger}"),
            format!("some/blobs/deeper/{stranger}"),
            "some/blobs/README".to_owned(),
        ];
        for name in &foreign {
            server.begin_upload(name);
        }
        server.begin_upload(&format!("some/blobs/{stranger}"));
        let store = store_on(&server, "some/blobs")?;
        assert_eq!(store.remove_unfinished(Duration::ZERO).await?, 1);
        let mut left = server.unfinished();
        left.sort();
        let mut expected = foreign.to_vec();
        expected.sort();
        assert_eq!(left, expected);
        Ok(())
    })
}

#[test]
fn a_bucket_that_is_missing_is_an_error_and_no_missing_blob() -> TestResult {
    let server = LooseS3Server::start();
    testkit::run(async {
        let store = S3BlobStore::open("no-such-bucket", "some/blobs", server.variables())?;
        let read = store.read(&key(1), None).await.err();
        let is_away = matches!(read, Some(BlobError::Unavailable(_)));
        assert!(is_away, "{read:?}");
        let checked = store.check().await;
        let is_away = matches!(checked, Err(BlobError::Unavailable(_)));
        assert!(is_away, "{checked:?}");
        Ok(())
    })
}
