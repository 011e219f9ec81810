//! Where the bytes go: a folder, or a bucket.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use blobs_fs::FileBlobStore;
#[cfg(feature = "s3")]
use blobs_s3::S3BlobStore;
use ports::BlobStore;

use crate::settings::BlobPlace;

/// The configured blob store. A folder is made if it is not there; a bucket is not asked for
/// anything yet.
pub(super) fn store(place: &BlobPlace) -> anyhow::Result<Arc<dyn BlobStore>> {
    match place {
        BlobPlace::Folder(folder) => in_folder(folder),
        #[cfg(feature = "s3")]
        BlobPlace::Bucket { name, prefix } => in_bucket(name, prefix),
    }
}

fn in_folder(folder: &Path) -> anyhow::Result<Arc<dyn BlobStore>> {
    let store = FileBlobStore::open(folder).context("The blob store cannot be opened")?;
    Ok(Arc::new(store))
}

#[cfg(feature = "s3")]
fn in_bucket(name: &str, prefix: &str) -> anyhow::Result<Arc<dyn BlobStore>> {
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let store = S3BlobStore::open(name, prefix, variables)
        .context("The AWS variables cannot be used for `blobs.url`")?;
    Ok(Arc::new(store))
}
