//! The bucket and where in it the blobs are.

use domain::BlobKey;
use object_store::aws::AmazonS3;
use object_store::client::HttpClient;
use object_store::path::Path;

use crate::key_locks::KeyLocks;

/// The place of all blobs, and how it is reached.
pub(crate) struct Bucket {
    /// Signs and sends requests.
    pub(crate) objects: AmazonS3,
    /// For the request that `objects` has no method for.
    pub(crate) http: HttpClient,
    /// What the names of all objects begin with; perhaps empty.
    pub(crate) prefix: Path,
    /// Lets the puts of one key happen one after the other.
    pub(crate) key_locks: KeyLocks,
}

impl Bucket {
    /// The object of a key.
    pub(crate) fn path(&self, key: &BlobKey) -> Path {
        self.prefix.clone().join(key.as_str())
    }

    /// The object that is written to see whether that works. It is no key, so nobody takes it for a
    /// blob.
    pub(crate) fn probe(&self) -> Path {
        self.prefix.clone().join("write-check")
    }

    /// The key of an object; `None` where it is none of ours.
    pub(crate) fn key(&self, path: &Path) -> Option<BlobKey> {
        let key = BlobKey::parse(path.filename()?)?;
        (self.path(&key) == *path).then_some(key)
    }

    /// What the names of all objects begin with, as S3 wants it: an empty text, or one that ends
    /// with `/`.
    pub(crate) fn name_prefix(&self) -> String {
        if self.prefix.is_root() {
            String::new()
        } else {
            format!("{}/", self.prefix)
        }
    }
}
