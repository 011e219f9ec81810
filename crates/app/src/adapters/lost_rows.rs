//! A file of SQLite that is gone while something is left of what it belonged to is no first start.
//! A new one in its place would give numbers a second time, leave the files of applications to
//! nobody, and make the log that is left of the old one worthless.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cli::{CommandError, see_can_be_made};
use ports::Database;

use super::blobs::BlobSettings;
use super::database::{DatabaseSettings, UNSEEN};

/// As many as Linux follows (path_resolution(7)).
const LINKS_MAX: usize = 40;

/// Whether the database is a file that is not there yet; an error where it must have been, or
/// could not be made.
pub(crate) fn is_first_start(
    database: &DatabaseSettings,
    blobs: &BlobSettings,
) -> Result<bool, CommandError> {
    refuse_lost(database, blobs)?;
    let Some(file) = database.file() else {
        return Ok(false);
    };
    let is_first = length(file)?.is_none();
    if is_first {
        see_can_be_made(file)?;
    }
    Ok(is_first)
}

/// Refuses a database file that is missing or empty beside its log, or beside files of
/// applications.
pub(crate) fn refuse_lost(
    database: &DatabaseSettings,
    blobs: &BlobSettings,
) -> Result<(), CommandError> {
    let Some(file) = database.file() else {
        return Ok(());
    };
    let state = match length(file)? {
        None => "does not exist",
        Some(0) => "is empty",
        Some(_) => return Ok(()),
    };
    let file_name = file.display();
    let log = log_of(file);
    if length(&log)?.is_some() {
        return Err(lost(format!(
            "The database: `{file_name}` {state}, but its log `{}` is there, which has what was \
             committed last and is lost if a new database is begun. Put the very file back that \
             belongs to the log. Where there is only a backup of formservice, move the log and \
             the blobs away and call `formservice restore`; for a new start move both away.",
            log.display()
        )));
    }
    refuse_beside_files(file, state, blobs)
}

/// Refuses a database file that holds nothing, as one has that was made in the place of the right
/// one, beside files of applications. It is asked only when it is open: what was committed last is
/// in its log.
pub(crate) fn refuse_without_tables(
    settings: &DatabaseSettings,
    opened: &dyn Database,
    blobs: &BlobSettings,
) -> Result<(), CommandError> {
    let Some(file) = settings.file() else {
        return Ok(());
    };
    let schema = opened.schema();
    let schema = schema.context("The database does not say whether it has tables")?;
    match schema.applied {
        0 => refuse_beside_files(file, "has no tables", blobs),
        _ => Ok(()),
    }
}

fn refuse_beside_files(file: &Path, state: &str, blobs: &BlobSettings) -> Result<(), CommandError> {
    if !blobs.is_filled_folder()? {
        return Ok(());
    }
    let file_name = file.display();
    Err(lost(format!(
        "The database: `{file_name}` {state}, but the folder of `blobs.url` has files of \
         applications, which nobody could reach without it; a new database would give their \
         numbers a second time. Put the database file back, with its `-wal` file if there is one. \
         Where there is only a backup of formservice, move the blobs away and call `formservice \
         restore`; for a new start move them away."
    )))
}

fn lost(sentence: String) -> CommandError {
    CommandError::Diagnosis(vec![sentence])
}

/// The length of a file, if it is there.
fn length(file: &Path) -> anyhow::Result<Option<u64>> {
    match fs::metadata(file) {
        Ok(metadata) => Ok(Some(metadata.len())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).context(UNSEEN),
    }
}

/// What SQLite writes beside the file; where a symbolic link has its name, beside what that leads
/// to, whether or not it is there.
fn log_of(file: &Path) -> PathBuf {
    let mut file = file.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(target) = fs::read_link(&file) else {
            break;
        };
        file = file.with_file_name(target);
    }
    let mut name = file.into_os_string();
    name.push("-wal");
    name.into()
}
