//! The master key that is made at the first start where none is configured: handed over once, kept
//! only as its hash.
//!
//! On a terminal the key is shown; elsewhere standard error ends up in a log, which others read and
//! somebody keeps, so the key goes into a file that only its owner can read. The hash is on the
//! disk before the key is handed over, so a key that was seen is a key that works. Of several
//! services that start on one folder at once one makes the key. Where the hash is there already,
//! nothing is handed over again; but a key whose file was not put in its place yet, as the process
//! or the machine ended, is: until then it has a name that tells of which hash it is.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forms::hexadecimal::hexadecimal;
use ports::Entropy;
use sha256::Sha256;
use tempfile::{Builder, NamedTempFile};

/// The name of the file with the hash.
pub const FILE_NAME: &str = "master-key.hash";

/// The name of the file that holds the key itself until somebody removes it.
pub const KEY_FILE_NAME: &str = "master-key";

/// Bytes of randomness in a new key.
const KEY_BYTES: usize = 24;

const NOT_WRITTEN: &str = "The master key and its hash cannot be written";

/// A longer file was not written by this program.
const FILE_BYTES_MAX: u64 = 4096;

/// The hash of the master key, and the key itself if it was made just now.
pub struct MasterKey {
    /// Its argon2id hash, a PHC string.
    pub hash: String,
    /// Where the key is, if it was made just now.
    pub made: Option<KeyDelivery>,
}

/// How a new key reaches whoever runs the service.
#[derive(Debug, PartialEq, Eq)]
pub enum KeyDelivery {
    /// In plain text, to be shown this once.
    Shown(String),
    /// It is in this file, which only its owner can read.
    InFile(PathBuf),
}

/// The master key whose hash is kept in a folder; made if there is none. Must be `shown` only where
/// nobody but a person sees it.
pub fn master_key(
    folder: &Path,
    shown: bool,
    entropy: &dyn Entropy,
    hash: impl Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<MasterKey> {
    let file = folder.join(FILE_NAME);
    if let Some(hash) = kept_hash(folder)? {
        let made = deliver(folder, &hash).context(NOT_WRITTEN)?;
        return Ok(MasterKey { hash, made });
    }
    let mut random = [0; KEY_BYTES];
    entropy.fill(&mut random);
    let key = format!("mk_{}", URL_SAFE_NO_PAD.encode(random));
    let hash = hash(&key)?;
    make_folder(folder).context(NOT_WRITTEN)?;
    // Before the hash, so that no key is lost where the disk is full.
    let in_file = (!shown).then(|| put_aside(folder, &hash, &key)).transpose();
    let in_file = in_file.context(NOT_WRITTEN)?;
    if keep(folder, &file, &hash).context(NOT_WRITTEN)? {
        let made = match in_file {
            None => Some(KeyDelivery::Shown(key)),
            Some(_) => deliver(folder, &hash).context(NOT_WRITTEN)?,
        };
        return Ok(MasterKey { hash, made });
    }
    if let Some(useless) = in_file {
        fs::remove_file(useless).context(NOT_WRITTEN)?;
    }
    let hash =
        kept_hash(folder)?.context("The file with the hash of the master key came and went")?;
    Ok(MasterKey { hash, made: None })
}

/// The content of the file `FILE_NAME` in a folder, if it is there: the hash of the key that was
/// made.
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

pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700).create(folder)
}

/// A line in a file of this name, or of one that stands for nothing, readable by its owner only.
fn staged(folder: &Path, name: Option<&str>, line: &str) -> io::Result<NamedTempFile> {
    let mut staged = match name {
        Some(name) => Builder::new()
            .prefix(name)
            .rand_bytes(0)
            .tempfile_in(folder),
        None => NamedTempFile::new_in(folder),
    }?;
    writeln!(staged, "{line}")?;
    staged.as_file().sync_all()?;
    Ok(staged)
}

/// Writes the key into a file that stays whatever happens next: once its hash is kept, this is the
/// only one who knows it.
fn put_aside(folder: &Path, hash: &str, key: &str) -> io::Result<PathBuf> {
    let (_, path) = staged(folder, Some(&undelivered(hash)), key)?.keep()?;
    Ok(path)
}

/// The name of the file with the key of a hash until it is put in its place.
fn undelivered(hash: &str) -> String {
    let digest = hexadecimal(&Sha256::digest(hash.as_bytes())[..8]);
    format!("{KEY_FILE_NAME}.{digest}")
}

/// Puts the file with the key of this hash in its place, also in that of an earlier one whose hash
/// was removed to have a new one made. `None` if that was done already.
fn deliver(folder: &Path, hash: &str) -> io::Result<Option<KeyDelivery>> {
    let (from, file) = (folder.join(undelivered(hash)), folder.join(KEY_FILE_NAME));
    // A folder that cannot be written says so even where there is nothing to rename.
    if !from.try_exists()? {
        return Ok(None);
    }
    match fs::rename(from, &file) {
        // Another service that starts has just done it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        done => done?,
    }
    File::open(folder)?.sync_all()?;
    Ok(Some(KeyDelivery::InFile(file)))
}

/// Writes a line to a file that does not exist yet. Answers false if another process was faster.
pub(crate) fn keep(folder: &Path, file: &Path, hash: &str) -> io::Result<bool> {
    match staged(folder, None, hash)?.persist_noclobber(file) {
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

    use super::{FILE_NAME, KEY_FILE_NAME, KeyDelivery, master_key};

    fn hash(key: &str) -> anyhow::Result<String> {
        Ok(format!("hash of {key}"))
    }

    #[test]
    fn the_key_is_made_once_and_only_its_hash_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let entropy = CountingEntropy::default();
        let first = master_key(&data, true, &entropy, hash).unwrap();
        let Some(KeyDelivery::Shown(key)) = first.made else {
            panic!("{:?}", first.made);
        };
        assert_eq!(first.hash, format!("hash of {key}"));
        assert!(key.len() >= 16 && key.is_ascii());
        let second = master_key(&data, true, &entropy, hash).unwrap();
        assert_eq!((second.hash, second.made), (first.hash, None));
        assert_eq!(mode(&data.join(FILE_NAME)), 0o600);
        assert_eq!(fs::read_dir(&data).unwrap().count(), 1);
    }

    #[test]
    fn a_key_that_is_not_shown_stands_in_a_file_of_its_owner_and_a_new_one_in_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let entropy = CountingEntropy::default();
        let mut keys = Vec::new();
        for _ in 0..2 {
            let made = master_key(folder.path(), false, &entropy, hash).unwrap();
            let Some(KeyDelivery::InFile(file)) = made.made else {
                panic!("{:?}", made.made);
            };
            assert_eq!(mode(&file), 0o600);
            let key = fs::read_to_string(&file).unwrap();
            assert_eq!(made.hash, format!("hash of {}", key.trim()));
            keys.push(key);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
            // So a new one is wanted.
            fs::remove_file(folder.path().join(FILE_NAME)).unwrap();
        }
        assert_ne!(keys[0], keys[1]);
    }

    #[test]
    fn a_key_that_was_not_delivered_when_its_hash_was_kept_is_delivered_by_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(KEY_FILE_NAME);
        let start = || master_key(folder.path(), false, &CountingEntropy::default(), hash);
        // The first start ends between both.
        fs::create_dir(&file).unwrap();
        assert!(start().is_err());
        let kept = fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
        fs::remove_dir(&file).unwrap();
        let next = start().unwrap();
        assert_eq!(next.made, Some(KeyDelivery::InFile(file.clone())));
        let key = fs::read_to_string(&file).unwrap();
        assert_eq!(kept.trim(), format!("hash of {}", key.trim()));
        assert_eq!(mode(&file), 0o600);
        assert_eq!(start().unwrap().made, None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    fn mode(file: &std::path::Path) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn of_services_that_start_at_once_one_makes_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let entropy = CountingEntropy::default();
        let keys = std::thread::scope(|scope| {
            let start =
                || scope.spawn(|| master_key(folder.path(), false, &entropy, hash).unwrap());
            let starts: Vec<_> = (0..8).map(|_| start()).collect();
            let keys = starts.into_iter().map(|start| start.join().unwrap());
            keys.collect::<Vec<_>>()
        });
        assert_eq!(keys.iter().filter(|key| key.made.is_some()).count(), 1);
        assert!(keys.iter().all(|key| key.hash == keys[0].hash));
        let key = fs::read_to_string(folder.path().join("master-key")).unwrap();
        assert_eq!(keys[0].hash, format!("hash of {}", key.trim()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error_without_its_path() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let data = file.path().join("data");
        let error = master_key(&data, true, &CountingEntropy::default(), hash)
            .err()
            .unwrap();
        let told = format!("{error:#}");
        assert!(!told.contains("/tmp"), "{told}");
    }
}
