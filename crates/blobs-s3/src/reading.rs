//! A blob, or a range of it, as a stream.

use std::ops::Range;

use futures::{StreamExt as _, TryStreamExt as _, stream};
use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, GetResult, ObjectStore as _, ObjectStoreExt as _};
use ports::{BlobError, ByteStream};

use crate::bucket::Bucket;
use crate::errors::{blob_error, is_missing_object};

/// No object is so large, and servers take positions for signed numbers.
const POSITION_MAX: u64 = i64::MAX as u64;

/// The bytes, or `None` where there is no such object.
pub(crate) async fn read(
    bucket: &Bucket,
    path: &Path,
    range: Option<Range<u64>>,
) -> Result<Option<ByteStream>, BlobError> {
    let range = range.map(|range| range.start.min(POSITION_MAX)..range.end.min(POSITION_MAX));
    let Some(range) = range else {
        return get(bucket, path, None)
            .await
            .map(into_stream)
            .or_else(none_if_missing);
    };
    // S3 knows no empty range, and refuses one that begins past the end.
    if range.is_empty() {
        return ends_before(bucket, path, 0)
            .await
            .map(|found| found.map(|_| nothing()));
    }
    match get(bucket, path, Some(range.clone())).await {
        Ok(result) => Ok(into_stream(result)),
        Err(error) if is_missing_object(&error) => Ok(None),
        Err(error) => match ends_before(bucket, path, range.start).await? {
            None => Ok(None),
            Some(true) => Ok(Some(nothing())),
            Some(false) => Err(blob_error(error)),
        },
    }
}

async fn get(
    bucket: &Bucket,
    path: &Path,
    range: Option<Range<u64>>,
) -> object_store::Result<GetResult> {
    let options = GetOptions {
        range: range.map(GetRange::Bounded),
        ..GetOptions::default()
    };
    bucket.objects.get_opts(path, options).await
}

/// Whether the object has no byte at the position or after it; `None` where there is no such
/// object.
async fn ends_before(
    bucket: &Bucket,
    path: &Path,
    position: u64,
) -> Result<Option<bool>, BlobError> {
    match bucket.objects.head(path).await {
        Ok(object) => Ok(Some(object.size <= position)),
        Err(error) => none_if_missing(error),
    }
}

fn none_if_missing<T>(error: Error) -> Result<Option<T>, BlobError> {
    if is_missing_object(&error) {
        Ok(None)
    } else {
        Err(blob_error(error))
    }
}

fn into_stream(result: GetResult) -> Option<ByteStream> {
    Some(result.into_stream().map_err(blob_error).boxed())
}

fn nothing() -> ByteStream {
    stream::empty().boxed()
}
