//! The port.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::BlobKey;
use futures::{StreamExt as _, TryStreamExt as _, future};
use object_store::{ObjectStore as _, ObjectStoreExt as _, PutMode, PutPayload};
use ports::{BlobError, BlobStore, BlobSummary, ByteStream, KeyStream};

use crate::bucket::Bucket;
use crate::configuration::bucket;
use crate::errors::{blob_error, gives_nothing_back, is_missing_object};
use crate::parts::{Part, Parts};
use crate::publishing::{Mark, UploadedBytes, publish};
use crate::reading::read;
use crate::unfinished::remove_unfinished;
use crate::upload::Upload;

/// What is written to see whether that works. All instances write the same.
const PROBE: &[u8] = b"?";

/// The port's blob store in a bucket. Several processes may share it.
pub struct S3BlobStore(Arc<Bucket>);

impl S3BlobStore {
    /// The blobs under a prefix of a bucket. The prefix is `a/b`, or empty for the whole bucket.
    ///
    /// Where the server is and who asks is said by the usual AWS variables (`AWS_ENDPOINT_URL`,
    /// `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`,
    /// `AWS_ALLOW_HTTP` …), on AWS itself also by the machine. Others are not looked at. Nothing
    /// is sent yet; [`check`](BlobStore::check) does that.
    pub fn open(
        bucket_name: &str,
        prefix: &str,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, BlobError> {
        bucket(bucket_name, prefix, variables).map(|bucket| Self(Arc::new(bucket)))
    }
}

#[async_trait]
impl BlobStore for S3BlobStore {
    async fn put(&self, key: &BlobKey, bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let mark = Mark::fresh()?;
        let mut parts = Parts::of(bytes);
        let part = parts.next().await?;
        let ready = if part.is_last {
            UploadedBytes::Small(part.payload)
        } else {
            let path = self.0.path(key);
            let mut upload = Upload::begin(&self.0, path, mark.attributes()).await?;
            if let Err(error) = send(&mut parts, part, &mut upload).await {
                upload.give_up().await;
                return Err(error);
            }
            UploadedBytes::Large(upload)
        };
        let summary = parts.summary();
        // Nothing is awaited between the end of this and `keep`: who drops the put sooner drops the
        // object with it.
        publish(&self.0, key, mark, ready).await?.keep();
        Ok(summary)
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        read(&self.0, &self.0.path(key), range).await
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        match self.0.objects.delete(&self.0.path(key)).await {
            Err(error) if !is_missing_object(&error) => Err(blob_error(error)),
            _ => Ok(()),
        }
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        let bucket = Arc::clone(&self.0);
        let objects = bucket.objects.list(Some(&bucket.prefix));
        let keys = objects.try_filter_map(move |object| future::ok(bucket.key(&object.location)));
        Ok(keys.map_err(blob_error).boxed())
    }

    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError> {
        remove_unfinished(&self.0, age_min).await
    }

    async fn check(&self) -> Result<(), BlobError> {
        let probe = self.0.probe();
        let objects = &self.0.objects;
        let payload = PutPayload::from_static(PROBE);
        objects
            .put_opts(&probe, payload, PutMode::Overwrite.into())
            .await
            .map_err(blob_error)?;
        match objects.get(&probe).await {
            Ok(found) => {
                let found = found.bytes().await.map_err(blob_error)?;
                if found != PROBE {
                    return Err(gives_nothing_back());
                }
            }
            // Another instance has looked at the same time, and removed it.
            Err(error) if is_missing_object(&error) => {}
            Err(error) => return Err(blob_error(error)),
        }
        objects.delete(&probe).await.map_err(blob_error)
    }

    /// Unknown: S3 does not tell how much room it has.
    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        Ok(None)
    }
}

/// Sends the first part and all that come after it.
async fn send(parts: &mut Parts, first: Part, upload: &mut Upload) -> Result<(), BlobError> {
    let mut part = first;
    loop {
        upload.add(part.payload).await?;
        if part.is_last {
            return Ok(());
        }
        part = parts.next().await?;
    }
}
