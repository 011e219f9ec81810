//! The moment at which a blob appears under its key.

use std::sync::Arc;

use domain::BlobKey;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, Error, GetOptions, ObjectStore as _, ObjectStoreExt as _, PutMode,
    PutOptions, PutPayload,
};
use ports::BlobError;
use tokio::runtime::Handle;

use crate::bucket::Bucket;
use crate::errors::{blob_error, broke_off, is_page};
use crate::key_locks::KeyLock;
use crate::upload::Upload;

/// Tells the object of one put from that of any other.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Mark(String);

impl Mark {
    /// A random mark, which no other put has.
    pub(crate) fn fresh() -> Result<Self, BlobError> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| BlobError::Failed(error.into()))?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(random))))
    }

    /// The mark as metadata of the object.
    pub(crate) fn attributes(&self) -> Attributes {
        Attributes::from_iter([(name(), self.0.clone())])
    }

    fn is_on(&self, attributes: &Attributes) -> bool {
        attributes
            .get(&name())
            .is_some_and(|value| value.as_ref() == self.0)
    }
}

fn name() -> Attribute {
    Attribute::Metadata("put".into())
}

/// All bytes of a blob, not yet to be seen by anybody.
pub(crate) enum UploadedBytes {
    /// In memory: few enough for a single request.
    Small(PutPayload),
    /// On the server, as the parts of an upload that is not completed.
    Large(Upload),
}

/// An object in its place that nobody was told of yet. It is removed when this is dropped: then the
/// caller has gone.
pub(crate) struct UnconfirmedObject {
    stored: Option<Stored>,
    runtime: Handle,
}

struct Stored {
    bucket: Arc<Bucket>,
    path: Path,
    turn: KeyLock,
}

impl UnconfirmedObject {
    /// Leaves the object where it is.
    pub(crate) fn keep(mut self) {
        self.stored = None;
    }
}

impl Drop for UnconfirmedObject {
    fn drop(&mut self) {
        if let Some(stored) = self.stored.take() {
            self.runtime.spawn(async move {
                // Nobody is left to hear that it failed; the list of loose blobs still names the
                // key.
                let _ = stored.bucket.objects.delete(&stored.path).await;
                drop(stored.turn);
            });
        }
    }
}

/// Makes a blob appear, unless one is there already. Once begun it goes on to its end, whether the
/// caller waits or not, so that what the caller leaves behind is known and can be undone.
pub(crate) async fn publish(
    bucket: &Arc<Bucket>,
    key: &BlobKey,
    mark: Mark,
    ready: UploadedBytes,
) -> Result<UnconfirmedObject, BlobError> {
    let (bucket, key, runtime) = (Arc::clone(bucket), key.clone(), Handle::current());
    let published = tokio::spawn(async move {
        let turn = bucket.key_locks.take(&key).await;
        let path = bucket.path(&key);
        if let Err(error) = write(&bucket, &path, &mark, ready).await {
            judge(&bucket, &path, &mark, error).await?;
        }
        Ok(UnconfirmedObject {
            stored: Some(Stored { bucket, path, turn }),
            runtime,
        })
    });
    published.await.unwrap_or_else(|_| Err(broke_off()))
}

async fn write(
    bucket: &Bucket,
    path: &Path,
    mark: &Mark,
    ready: UploadedBytes,
) -> object_store::Result<()> {
    match ready {
        UploadedBytes::Small(payload) => {
            let options = PutOptions {
                mode: PutMode::Create,
                attributes: mark.attributes(),
                ..PutOptions::default()
            };
            bucket
                .objects
                .put_opts(path, payload, options)
                .await
                .map(drop)
        }
        UploadedBytes::Large(mut upload) => {
            let completed = upload.complete().await;
            if completed.is_err() {
                upload.give_up().await;
            }
            completed
        }
    }
}

/// What an error means. The answer may have been lost although the object is there, and a request
/// that was made twice finds its own object.
async fn judge(bucket: &Bucket, path: &Path, mark: &Mark, error: Error) -> Result<(), BlobError> {
    let look = GetOptions {
        head: true,
        ..GetOptions::default()
    };
    match bucket.objects.get_opts(path, look).await {
        Ok(object) if mark.is_on(&object.attributes) => Ok(()),
        // What answers a page tells of any object that it is there.
        Ok(_) if is_page(&error) => Err(blob_error(error)),
        Ok(_) => Err(BlobError::AlreadyExists),
        Err(_) => Err(blob_error(error)),
    }
}
