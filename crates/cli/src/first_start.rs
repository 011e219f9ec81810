//! The master key that is made at the first start where none is configured: shown once, kept only
//! as its hash.
//!
//! The hash is on the disk before the key is shown, so a key that was seen is a key that works. Of
//! several services that start on one folder at once one makes the key. Where the file is there
//! already, nothing is shown again.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ports::Entropy;
use tempfile::NamedTempFile;

/// What the file with the hash is called.
pub const FILE_NAME: &str = "master-key.hash";

/// Randomness of a key that is made.
const KEY_BYTES: usize = 24;

/// A longer file is none of ours.
const FILE_BYTES_MAX: u64 = 4096;

/// The hash of the master key, and the key itself if it was made just now.
pub struct MasterKey {
    /// Its argon2id hash, a PHC string.
    pub hash: String,
    /// The key in plain text, to be shown this once.
    pub made: Option<String>,
}

/// The master key kept in a folder; made if there is none.
pub fn master_key(
    folder: &Path,
    entropy: &dyn Entropy,
    hash: impl Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<MasterKey> {
    let file = folder.join(FILE_NAME);
    if let Some(hash) = kept_hash(folder)? {
        return Ok(MasterKey { hash, made: None });
    }
    let mut random = [0; KEY_BYTES];
    entropy.fill(&mut random);
    let key = format!("mk_{}", URL_SAFE_NO_PAD.encode(random));
    let hash = hash(&key)?;
    let was_first =
        keep(folder, &file, &hash).context("The hash of the master key cannot be written")?;
    if was_first {
        let made = Some(key);
        return Ok(MasterKey { hash, made });
    }
    let hash =
        kept_hash(folder)?.context("The file with the hash of the master key came and went")?;
    Ok(MasterKey { hash, made: None })
}

/// What the file in a folder holds, if it is there: the hash of the key that was made.
pub fn kept_hash(folder: &Path) -> anyhow::Result<Option<String>> {
    let file = folder.join(FILE_NAME);
    let length = match fs::metadata(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata.map(|metadata| metadata.len()),
    }
    .context("The file with the hash of the master key cannot be read")?;
    ensure!(
        length <= FILE_BYTES_MAX,
        "The file with the hash of the master key holds something else."
    );
    fs::read_to_string(file)
        .map(|text| Some(text.trim().to_owned()))
        .context("The file with the hash of the master key cannot be read")
}

/// Writes the hash where no file is yet; whether this was the first to do so. The file is readable
/// by its owner only.
fn keep(folder: &Path, file: &Path, hash: &str) -> io::Result<bool> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let mut staged = NamedTempFile::new_in(folder)?;
    writeln!(staged, "{hash}")?;
    staged.as_file().sync_all()?;
    match staged.persist_noclobber(file) {
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        other => other?,
    };
    File::open(folder)?.sync_all()?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use testkit::CountingEntropy;

    use super::{FILE_NAME, master_key};

    fn hash(key: &str) -> anyhow::Result<String> {
        Ok(format!("hash of {key}"))
    }

    #[test]
    fn the_key_is_made_once_and_only_its_hash_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let entropy = CountingEntropy::default();
        let first = master_key(&data, &entropy, hash).unwrap();
        let key = first.made.unwrap();
        assert_eq!(first.hash, format!("hash of {key}"));
        assert!(key.len() >= 16 && key.is_ascii());
        let second = master_key(&data, &entropy, hash).unwrap();
        assert_eq!((second.hash, second.made), (first.hash, None));
        let file = data.join(FILE_NAME);
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert_eq!(fs::read_dir(&data).unwrap().count(), 1);
    }

    #[test]
    fn of_services_that_start_at_once_one_makes_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let entropy = CountingEntropy::default();
        let keys = std::thread::scope(|scope| {
            let start = || scope.spawn(|| master_key(folder.path(), &entropy, hash).unwrap());
            let starts: Vec<_> = (0..8).map(|_| start()).collect();
            let keys = starts.into_iter().map(|start| start.join().unwrap());
            keys.collect::<Vec<_>>()
        });
        assert_eq!(keys.iter().filter(|key| key.made.is_some()).count(), 1);
        assert!(keys.iter().all(|key| key.hash == keys[0].hash));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error_without_its_path() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = master_key(&file.path().join("data"), &CountingEntropy::default(), hash)
            .err()
            .unwrap();
        let told = format!("{error:#}");
        assert!(!told.contains("/tmp"), "{told}");
    }
}
