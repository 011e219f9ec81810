//! `blobs.url`: where the blobs are.

use std::path::PathBuf;

use super::path_in;
use super::source::Source;

/// Where blobs are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BlobPlace {
    /// In a folder.
    Folder(PathBuf),
    /// In a bucket of S3, in objects whose names begin with the prefix; it may be empty.
    #[cfg(feature = "s3")]
    Bucket { name: String, prefix: String },
}

/// The place that the setting names.
pub(super) fn blobs(source: &mut Source) -> Option<BlobPlace> {
    let in_s3 = if cfg!(feature = "s3") {
        "or `s3://bucket/prefix`"
    } else {
        "(this build knows no S3)"
    };
    let what = format!("`file:` and a path, such as `file:data/name`, {in_s3}");
    source.parsed("blobs.url", &what, |url| match path_in(url, "file") {
        Some(folder) => Some(BlobPlace::Folder(folder)),
        #[cfg(feature = "s3")]
        None => bucket(url),
        #[cfg(not(feature = "s3"))]
        None => None,
    })
}

/// The bucket and the prefix in `s3://bucket/prefix`, of letters that mean the same to every server
/// and in every address.
#[cfg(feature = "s3")]
fn bucket(url: &str) -> Option<BlobPlace> {
    let place = url.strip_prefix("s3://")?;
    let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
    let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
    let plain = |text: &str, other: &str| {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || other.contains(letter);
        !text.is_empty() && text.chars().all(fits)
    };
    let is_name = (3..=63).contains(&name.len()) && plain(name, ".-_");
    let is_folder = |folder: &str| plain(folder, ".-_") && !folder.chars().all(|dot| dot == '.');
    let is_prefix = prefix.is_empty() || prefix.len() <= 256 && prefix.split('/').all(is_folder);
    (is_name && is_prefix).then(|| BlobPlace::Bucket {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
    })
}
