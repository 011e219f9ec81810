//! The folder of a backup: `formservice.db`, `blobs`, and `backup.toml`, which is written last and
//! makes it one.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use tempfile::NamedTempFile;

use super::manifest::{MANIFEST, MANIFEST_BYTES_MAX, Manifest};

/// The file with the snapshot of the rows, while their bytes are fetched.
const ROWS: &str = "rows-put-aside.db";

/// A folder that is, or becomes, a backup.
pub(super) struct BackupFolder(PathBuf);

impl BackupFolder {
    /// Takes an empty folder, or makes it.
    pub(super) fn make(dir: &Path) -> anyhow::Result<Self> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(dir);
        made.with_context(|| format!("The folder {} cannot be made", dir.display()))?;
        let mut entries = fs::read_dir(dir).context("The folder cannot be read")?;
        ensure!(
            !is_cut(dir),
            "{} holds a backup that was cut, or is still being made. Remove the folder if nothing \
             writes to it, or name another.",
            dir.display()
        );
        ensure!(
            entries.next().is_none(),
            "{} is not empty. Name a folder that is, or that does not exist.",
            dir.display()
        );
        Ok(Self(dir.to_owned()))
    }

    /// The folders beside this one that hold what is left of a backup that was cut, or one that is
    /// still being made. They hold all that applicants sent, and nobody knows of them. None where
    /// the folder above cannot be read: that is no fault of this backup. One that was cut at its
    /// very end is complete: what is superfluous in it is removed.
    pub(super) fn cut_beside(&self) -> Vec<PathBuf> {
        let dir = std::path::absolute(&self.0).unwrap_or_else(|_| self.0.clone());
        let beside = dir.parent().map(fs::read_dir);
        let beside = beside.into_iter().flatten().flatten().flatten();
        let mut cut: Vec<PathBuf> = beside
            .map(|entry| entry.path())
            .filter(|other| *other != dir && other.join(ROWS).exists())
            .collect();
        cut.retain(|other| {
            let is_cut = is_cut(other);
            if !is_cut {
                let _ = Self(other.clone()).remove_rows();
            }
            is_cut
        });
        cut.sort();
        cut
    }

    /// Opens a backup that was finished.
    pub(super) fn open(dir: &Path) -> anyhow::Result<(Self, Manifest)> {
        let file = dir.join(MANIFEST);
        let metadata = match fs::metadata(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => bail!(
                "{} is no finished backup: there is no {MANIFEST} in it.",
                dir.display()
            ),
            metadata => metadata.with_context(|| format!("{MANIFEST} cannot be read"))?,
        };
        // A pipe in its place would be waited for.
        ensure!(
            metadata.is_file() && metadata.len() <= MANIFEST_BYTES_MAX,
            "{MANIFEST} holds something else."
        );
        let text =
            fs::read_to_string(&file).with_context(|| format!("{MANIFEST} cannot be read"))?;
        let (opened, manifest) = (Self(dir.to_owned()), Manifest::parse(&text)?);
        // A backup that was cut at its very end has it still. It may lie where nobody writes.
        let _ = opened.remove_rows();
        Ok((opened, manifest))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The path of the file with the snapshot of the rows.
    pub(super) fn rows(&self) -> PathBuf {
        self.0.join(ROWS)
    }

    /// Writes the manifest, durably: from then on the backup is complete. Then removes the
    /// snapshot; in the other order a folder that is left in between would be no backup, and be
    /// named by none.
    pub(super) fn finish(&self, manifest: &Manifest) -> anyhow::Result<()> {
        self.write(&manifest.text())
            .with_context(|| format!("{MANIFEST} cannot be written"))?;
        self.remove_rows()
            .with_context(|| format!("The backup is complete, but {ROWS} in it cannot be removed"))
    }

    /// Removes the snapshot of the rows, which may hold what was erased since.
    fn remove_rows(&self) -> io::Result<()> {
        for side_file in ["", "-wal", "-shm"] {
            match fs::remove_file(self.0.join(format!("{ROWS}{side_file}"))) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let mut staged = NamedTempFile::new_in(&self.0)?;
        staged.write_all(text.as_bytes())?;
        staged.as_file().sync_all()?;
        staged.persist(self.0.join(MANIFEST))?;
        File::open(&self.0)?.sync_all()?;
        // The folder itself may be new.
        let parent = std::path::absolute(&self.0)?;
        File::open(parent.parent().unwrap_or(&parent))?.sync_all()
    }
}

/// Whether the folder has no complete backup, but rows that were put aside for one.
fn is_cut(dir: &Path) -> bool {
    dir.join(ROWS).exists() && !dir.join(MANIFEST).exists()
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::{BackupFolder, Manifest};

    fn manifest() -> Manifest {
        Manifest {
            applications: 7,
            rows_of: Timestamp::from_microseconds(1_769_904_000_000_042).unwrap(),
            faults: 0,
            damaged: Vec::new(),
            in_the_copy: Vec::new(),
        }
    }

    #[test]
    fn a_backup_is_complete_before_what_is_superfluous_in_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("backup");
        let made = BackupFolder::make(&dir).unwrap();
        // It stays, as if the process had ended before its turn.
        std::fs::create_dir(made.rows()).unwrap();
        let next = BackupFolder::make(&folder.path().join("next")).unwrap();
        assert_eq!(next.cut_beside(), std::slice::from_ref(&dir));
        let told = made.finish(&manifest()).unwrap_err().to_string();
        assert!(told.contains("is complete"), "{told}");
        let copy = folder.path().join("copy");
        std::fs::create_dir(&copy).unwrap();
        std::fs::write(copy.join(super::MANIFEST), manifest().text()).unwrap();
        for is_opened in [true, false] {
            std::fs::write(copy.join(super::ROWS), "rows of those who were erased").unwrap();
            match is_opened {
                true => drop(BackupFolder::open(&copy).unwrap()),
                false => assert_eq!(next.cut_beside(), Vec::<std::path::PathBuf>::new()),
            }
            assert!(!copy.join(super::ROWS).exists());
        }
        assert_eq!(BackupFolder::open(&dir).unwrap().1, manifest());
        assert_eq!(next.cut_beside(), Vec::<std::path::PathBuf>::new());
    }

    #[test]
    fn what_is_no_file_tells_of_no_backup() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join(super::MANIFEST);
        let _pipe = std::os::unix::net::UnixListener::bind(&pipe).unwrap();
        let told = BackupFolder::open(folder.path()).err().unwrap().to_string();
        assert!(told.contains("holds something else"), "{told}");
    }

    #[test]
    fn a_folder_is_a_backup_once_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("new/backup");
        let made = BackupFolder::make(&dir).unwrap();
        assert!(BackupFolder::open(&dir).is_err());
        std::fs::write(made.rows(), "rows").unwrap();
        let told = BackupFolder::make(&dir).err().unwrap().to_string();
        assert!(told.contains("holds a backup that was cut"), "{told}");
        let next = BackupFolder::make(&folder.path().join("new/next")).unwrap();
        assert_eq!(next.cut_beside(), std::slice::from_ref(&dir));
        assert_eq!(made.cut_beside(), Vec::<std::path::PathBuf>::new());
        let manifest = manifest();
        made.finish(&manifest).unwrap();
        assert_eq!(BackupFolder::open(&dir).unwrap().1, manifest);
        assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 1);
        assert_eq!(next.cut_beside(), Vec::<std::path::PathBuf>::new());
        let told = BackupFolder::make(&dir).err().unwrap().to_string();
        assert!(told.contains("is not empty"), "{told}");
    }
}
