//! Uploads that nobody goes on with: listed by the server, aborted when they are old enough.
//!
//! `object_store` lists no uploads, so this one request is made here, with its signature in the
//! address. Only uploads of our keys under our prefix are touched, and their age is judged by the
//! server's clock alone.

use std::time::Duration;

use domain::BlobKey;
use http::header::DATE;
use http::{HeaderMap, Method};
use http_body_util::{BodyExt as _, Limited};
use object_store::client::HttpRequestBody;
use object_store::multipart::MultipartStore as _;
use object_store::path::Path;
use object_store::signer::{SignedUrlOptions, Signer as _};
use ports::BlobError;
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::{Rfc2822, Rfc3339};

use crate::bucket::Bucket;
use crate::errors::{blob_error, refused};

/// A page of a thousand uploads is far below.
const PAGE_BYTES_MAX: usize = 8 * 1024 * 1024;

/// More pages than this are left to the next time.
const PAGES_MAX: usize = 1000;

const SIGNATURE_LASTS: Duration = Duration::from_secs(300);

/// One answer to ListMultipartUploads.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Page {
    is_truncated: bool,
    next_key_marker: String,
    next_upload_id_marker: String,
    #[serde(rename = "Upload")]
    uploads: Vec<Begun>,
}

/// An upload that has neither been completed nor aborted.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Begun {
    key: String,
    upload_id: String,
    initiated: String,
}

/// Aborts the uploads that began so long ago; how many they were.
pub(crate) async fn remove_unfinished(
    bucket: &Bucket,
    age_min: Duration,
) -> Result<usize, BlobError> {
    let (mut removed, mut page) = (0, Page::default());
    for _ in 0..PAGES_MAX {
        let (now, next) = list(bucket, &page).await?;
        for upload in &next.uploads {
            if is_due(upload, now, age_min)
                && let Some(key) = key(bucket, upload)
            {
                removed += abort(bucket, &key, upload).await?;
            }
        }
        if !next.is_truncated || next.next_key_marker.is_empty() {
            break;
        }
        page = next;
    }
    Ok(removed)
}

fn key(bucket: &Bucket, upload: &Begun) -> Option<BlobKey> {
    BlobKey::parse(upload.key.strip_prefix(&bucket.name_prefix())?)
}

fn is_due(upload: &Begun, now: OffsetDateTime, age_min: Duration) -> bool {
    OffsetDateTime::parse(&upload.initiated, &Rfc3339).is_ok_and(|begun| now - begun >= age_min)
}

/// How many this removed: none where somebody else was faster.
async fn abort(bucket: &Bucket, key: &BlobKey, upload: &Begun) -> Result<usize, BlobError> {
    let (path, id) = (bucket.path(key), &upload.upload_id);
    match bucket.objects.abort_multipart(&path, id).await {
        Ok(()) => Ok(1),
        Err(object_store::Error::NotFound { .. }) => Ok(0),
        Err(error) => Err(blob_error(error)),
    }
}

/// The page after another, and the server's time.
async fn list(bucket: &Bucket, after: &Page) -> Result<(OffsetDateTime, Page), BlobError> {
    let mut query = vec![("uploads", ""), ("max-uploads", "1000")];
    let prefix = bucket.name_prefix();
    for (name, value) in [
        ("prefix", &prefix),
        ("key-marker", &after.next_key_marker),
        ("upload-id-marker", &after.next_upload_id_marker),
    ] {
        if !value.is_empty() {
            query.push((name, value));
        }
    }
    let options = SignedUrlOptions::new().with_query(query);
    let (whole_bucket, objects) = (Path::default(), &bucket.objects);
    let signed = objects.signed_url_opts(Method::GET, &whole_bucket, SIGNATURE_LASTS, &options);
    let address = signed.await.map_err(blob_error)?;
    let mut request = http::Request::new(HttpRequestBody::empty());
    *request.uri_mut() = address.as_str().parse().map_err(unintelligible)?;
    let answer = bucket.http.execute(request).await.map_err(unreachable)?;
    let (head, body) = answer.into_parts();
    let body = Limited::new(body, PAGE_BYTES_MAX)
        .collect()
        .await
        .map_err(BlobError::Unavailable)?;
    let body = body.to_bytes();
    let text = std::str::from_utf8(&body).map_err(unintelligible)?;
    if !head.status.is_success() {
        return Err(refused(head.status, text));
    }
    let page = quick_xml::de::from_str(text).map_err(unintelligible)?;
    Ok((server_time(&head.headers)?, page))
}

fn server_time(headers: &HeaderMap) -> Result<OffsetDateTime, BlobError> {
    let date = headers
        .get(DATE)
        .and_then(|date| date.to_str().ok())
        .unwrap_or_default();
    OffsetDateTime::parse(date, &Rfc2822).map_err(unintelligible)
}

fn unreachable(error: object_store::client::HttpError) -> BlobError {
    BlobError::Unavailable(error.into())
}

/// The cause is left out: it may quote what the server sent.
fn unintelligible<E>(_: E) -> BlobError {
    BlobError::Failed("the S3 server's list of unfinished uploads cannot be understood".into())
}

#[cfg(test)]
mod tests;
