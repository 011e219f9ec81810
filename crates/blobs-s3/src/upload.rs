//! A multipart upload under way. Given up or dropped before its end, it is aborted.

use std::sync::Arc;

use object_store::path::Path;
use object_store::{Attributes, MultipartUpload, ObjectStore as _, PutPayload};
use ports::BlobError;
use tokio::runtime::Handle;
use tokio::task::JoinSet;

use crate::bucket::Bucket;
use crate::errors::{blob_error, broke_off};
use crate::parts::PART_BYTES;

/// So many parts are sent at once.
const PARTS_AT_ONCE: usize = 2;

/// So many bytes of a blob a put holds in memory at most: the parts that are sent, and the next
/// one, which is gathered meanwhile.
pub const HELD_BYTES_MAX: usize = (PARTS_AT_ONCE + 1) * PART_BYTES;

/// An upload that the server knows of.
pub(crate) struct Upload {
    running: Option<Running>,
    runtime: Handle,
}

struct Running {
    upload: Box<dyn MultipartUpload>,
    parts: JoinSet<object_store::Result<()>>,
}

impl Upload {
    /// Begins one. Who stops waiting for it leaves nothing behind: the upload is dropped when it
    /// has begun, and so aborted.
    pub(crate) async fn begin(
        bucket: &Arc<Bucket>,
        path: Path,
        attributes: Attributes,
    ) -> Result<Self, BlobError> {
        let (bucket, runtime) = (Arc::clone(bucket), Handle::current());
        let begun = tokio::spawn(async move {
            let upload = bucket.objects.put_multipart_opts(&path, attributes.into());
            let running = Running {
                upload: upload.await.map_err(blob_error)?,
                parts: JoinSet::new(),
            };
            Ok(Self {
                running: Some(running),
                runtime,
            })
        });
        begun.await.unwrap_or_else(|_| Err(broke_off()))
    }

    /// Sends a part, as soon as one of those under way has arrived. An empty part is left out.
    pub(crate) async fn add(&mut self, part: PutPayload) -> Result<(), BlobError> {
        let running = self.running.as_mut().ok_or_else(broke_off)?;
        running
            .wait_for_less_than(PARTS_AT_ONCE)
            .await
            .map_err(blob_error)?;
        if part.content_length() > 0 {
            let sending = running.upload.put_part(part);
            running.parts.spawn(sending);
        }
        Ok(())
    }

    /// Makes the parts one object. What has failed may have happened all the same.
    pub(crate) async fn complete(&mut self) -> object_store::Result<()> {
        if let Some(running) = &mut self.running {
            running.wait_for_less_than(1).await?;
            running.upload.complete().await?;
            self.running = None;
        }
        Ok(())
    }

    /// Aborts it, and waits for that; who stops waiting does not keep it from happening.
    pub(crate) async fn give_up(mut self) {
        if let Some(running) = self.running.take() {
            let _ = self.runtime.spawn(running.abort()).await;
        }
    }
}

impl Running {
    async fn abort(mut self) {
        // A part that arrives after the upload was aborted would stay for ever.
        while self.parts.join_next().await.is_some() {}
        // Where this fails, `remove_unfinished` finds the upload.
        let _ = self.upload.abort().await;
    }

    async fn wait_for_less_than(&mut self, count: usize) -> object_store::Result<()> {
        while self.parts.len() >= count
            && let Some(part) = self.parts.join_next().await
        {
            part.map_err(|source| object_store::Error::JoinError { source })??;
        }
        Ok(())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.spawn(running.abort());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use bytes::Bytes;
    use futures::{FutureExt as _, StreamExt as _, future, stream};
    use object_store::{MultipartUpload, PutPayload, PutResult, UploadPart};
    use ports::BlobError;
    use tokio::runtime::Handle;
    use tokio::task::JoinSet;

    use super::{HELD_BYTES_MAX, Running, Upload};
    use crate::parts::Parts;

    /// A server that takes no part to its end.
    #[derive(Debug)]
    struct Stalled;

    #[async_trait]
    impl MultipartUpload for Stalled {
        fn put_part(&mut self, _: PutPayload) -> UploadPart {
            future::pending().boxed()
        }

        async fn complete(&mut self) -> object_store::Result<PutResult> {
            future::pending().await
        }

        async fn abort(&mut self) -> object_store::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn no_more_is_read_than_is_said_to_be_held_while_the_server_takes_nothing() {
        let read = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&read);
        let piece = Bytes::from(vec![0; 64 * 1024]);
        let endless = stream::repeat_with(move || {
            counted.fetch_add(piece.len(), Ordering::SeqCst);
            Ok(piece.clone())
        });
        let mut parts = Parts::of(endless.boxed());
        let running = Running {
            upload: Box::new(Stalled),
            parts: JoinSet::new(),
        };
        let mut upload = Upload {
            running: Some(running),
            runtime: Handle::current(),
        };
        let sending = async {
            loop {
                upload.add(parts.next().await?.payload).await?;
            }
        };
        let ended: Option<Result<(), BlobError>> = sending.now_or_never();
        assert!(ended.is_none());
        assert_eq!(read.load(Ordering::SeqCst), HELD_BYTES_MAX);
    }
}
