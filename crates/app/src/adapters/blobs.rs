//! `blobs.url`: a folder or a bucket, and the adapter that keeps bytes there.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
#[cfg(feature = "s3")]
use anyhow::anyhow;
use blobs_fs::FileBlobStore;
#[cfg(feature = "s3")]
use blobs_s3::S3BlobStore;
use cli::see_can_be_made;
use ports::BlobStore;
use settings_toml::DefaultValue::Text;
use settings_toml::{Setting, SettingsReader};

use super::{lead_to_the_same, path_in};

const BLOBS_URL: Setting = Setting::new(
    "blobs.url",
    Text("file:data/blobs"),
    if cfg!(feature = "s3") {
        "file:PATH or s3://BUCKET/PREFIX"
    } else {
        "file:PATH"
    },
);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BlobSettings {
    Folder(PathBuf),
    /// Objects whose names begin with the prefix; it may be empty.
    #[cfg(feature = "s3")]
    Bucket {
        name: String,
        prefix: String,
    },
}

impl BlobSettings {
    pub(crate) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let in_s3 = if cfg!(feature = "s3") {
            "or `s3://bucket/prefix`, where the bucket's name has 3 to 63 letters, digits, dots, \
             hyphens or underscores"
        } else {
            "(this build knows no S3)"
        };
        let what = format!("`file:` and a path, such as `file:data/name`, {in_s3}");
        reader.parsed(&BLOBS_URL, &what, Self::parse)
    }

    fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.split_once(':')?;
        match scheme {
            "file" => path_in(rest).map(Self::Folder),
            #[cfg(feature = "s3")]
            "s3" => bucket(rest.strip_prefix("//")?),
            _ => None,
        }
    }

    /// Whether bytes of one are bytes of the other.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Folder(one), Self::Folder(other)) => lead_to_the_same(one, other),
            #[cfg(feature = "s3")]
            _ => self == other,
        }
    }

    /// A folder is made if it is not there; a bucket is not asked for anything yet.
    pub(crate) fn build(&self) -> anyhow::Result<Arc<dyn BlobStore>> {
        Ok(match self {
            Self::Folder(folder) => {
                Arc::new(FileBlobStore::open(folder).context("The blob store cannot be opened")?)
            }
            #[cfg(feature = "s3")]
            Self::Bucket { name, prefix } => {
                let variables = std::env::vars_os().filter_map(|(name, value)| {
                    Some((name.into_string().ok()?, value.into_string().ok()?))
                });
                let variables = settings_toml::with_secret_files(variables);
                let variables = variables.map_err(|faults| anyhow!(faults.join(" ")))?;
                let store = S3BlobStore::open(name, prefix, variables.variables);
                Arc::new(store.context("The AWS variables cannot be used for `blobs.url`")?)
            }
        })
    }

    /// How many bytes of a file it holds in memory while that is stored.
    pub(crate) fn bytes_held_max(&self) -> usize {
        match self {
            Self::Folder(_) => 1 << 20,
            #[cfg(feature = "s3")]
            Self::Bucket { .. } => blobs_s3::HELD_BYTES_MAX,
        }
    }

    /// Whether it is a folder with files of applications. A bucket is not asked.
    pub(crate) fn is_filled_folder(&self) -> anyhow::Result<bool> {
        match self {
            Self::Folder(folder) => {
                FileBlobStore::holds_any(folder).context("The blobs cannot be seen")
            }
            #[cfg(feature = "s3")]
            Self::Bucket { .. } => Ok(false),
        }
    }

    /// Refuses a folder that is not there and could not be made. A bucket is not asked.
    pub(crate) fn see_can_be_made(&self) -> anyhow::Result<()> {
        match self {
            Self::Folder(folder) => see_can_be_made(folder),
            #[cfg(feature = "s3")]
            Self::Bucket { .. } => Ok(()),
        }
    }

    /// `None` where it is not made yet, or its disk is away: a folder that is there tells nothing.
    /// A bucket counts as there until it is asked for something.
    pub(crate) fn existing(&self) -> anyhow::Result<Option<Arc<dyn BlobStore>>> {
        match self {
            Self::Folder(folder) => {
                let is_there = folder.try_exists().context(
                    "The blobs cannot be seen: this user must be able to enter the folder",
                )?;
                if !is_there {
                    return Ok(None);
                }
                let store = FileBlobStore::reopen(folder);
                let store = store.context("The blob store cannot be opened")?;
                Ok(store.map(|store| Arc::new(store) as Arc<dyn BlobStore>))
            }
            #[cfg(feature = "s3")]
            Self::Bucket { .. } => self.build().map(Some),
        }
    }
}

/// The bucket and the prefix in `bucket/prefix`, of letters that mean the same to every server
/// and in every address.
#[cfg(feature = "s3")]
fn bucket(place: &str) -> Option<BlobSettings> {
    let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
    let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
    let plain = |text: &str, other: &str| {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || other.contains(letter);
        !text.is_empty() && text.chars().all(fits)
    };
    let is_name = (3..=63).contains(&name.len()) && plain(name, ".-_");
    let is_folder = |folder: &str| plain(folder, ".-_") && !folder.chars().all(|dot| dot == '.');
    let is_prefix = prefix.is_empty() || prefix.len() <= 256 && prefix.split('/').all(is_folder);
    (is_name && is_prefix).then(|| BlobSettings::Bucket {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
    })
}
