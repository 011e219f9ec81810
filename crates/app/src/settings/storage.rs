//! A database with its blob store, named on the command line: by their URLs or by a configuration
//! file.

use std::io;
use std::path::Path;

use super::Settings;

/// A longer configuration file is something else.
const BYTES_MAX: u64 = 1 << 20;

/// The text of a configuration file.
pub(crate) fn configuration_in(file: &Path) -> io::Result<String> {
    settings_toml::text_of_file(file, BYTES_MAX)
}

impl Settings {
    /// The settings that `DATABASE_URL,BLOBS_URL` or the path of a configuration file means;
    /// everything that was not named has its default, and the environment has no say. Else all that
    /// is wrong.
    pub(crate) fn of_storage(named: &str) -> Result<Self, Vec<String>> {
        match named.rsplit_once(',') {
            Some((database, blobs)) => Self::of_urls(database, blobs),
            None => {
                let file = configuration_in(Path::new(named)).map_err(|error| {
                    vec![format!(
                        "`{named}` is neither DATABASE_URL,BLOBS_URL nor a configuration file \
                            that can be read: {error}."
                    )]
                })?;
                Self::read(Some(&file), [])
            }
        }
    }

    /// The settings of a database and a blob store, everything else as by default.
    pub(crate) fn of_urls(database: &str, blobs: &str) -> Result<Self, Vec<String>> {
        let named = [("DATABASE", database), ("BLOBS", blobs)];
        let variable =
            |(section, url): (&str, &str)| (format!("FORMSERVICE__{section}__URL"), url.to_owned());
        Self::read(None, named.map(variable))
    }
}

#[cfg(test)]
mod tests {
    use cli::StorageLocation as _;

    use super::Settings;
    use crate::adapters::blobs::BlobSettings;
    use crate::adapters::database::DatabaseSettings;

    #[test]
    fn a_storage_is_named_by_urls_or_by_a_configuration_file() {
        let by_urls = Settings::of_storage("sqlite:a,b/rows.db,file:blobs").unwrap();
        assert_eq!(
            by_urls.database,
            DatabaseSettings::Sqlite("a,b/rows.db".into())
        );
        assert_eq!(by_urls.blobs, BlobSettings::Folder("blobs".into()));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "database.url = 'sqlite:other.db'").unwrap();
        let by_file = Settings::of_storage(file.path().to_str().unwrap()).unwrap();
        assert_eq!(
            by_file.database,
            DatabaseSettings::Sqlite("other.db".into())
        );
        assert_eq!(by_file.blobs, BlobSettings::Folder("data/blobs".into()));
        assert!(!by_file.shares_storage(&by_urls));
        assert!(by_file.shares_storage(&Settings::read(None, []).unwrap()));
    }

    #[test]
    fn a_storage_is_the_same_however_its_path_is_written() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("blobs")).unwrap();
        std::fs::write(folder.path().join("rows.db"), "").unwrap();
        let linked = folder.path().join("linked");
        std::os::unix::fs::symlink(folder.path(), &linked).unwrap();
        let named = |database: &str, blobs: &str| {
            let (folder, linked) = (folder.path().display(), linked.display());
            let named = format!("sqlite:{database},file:{blobs}");
            let named = named.replace("LINK", &linked.to_string());
            Settings::of_storage(&named.replace("HERE", &folder.to_string())).unwrap()
        };
        let storage = named("HERE/rows.db", "HERE/blobs");
        for (database, blobs) in [
            ("LINK/rows.db", "HERE/others"),
            ("HERE/others.db", "LINK/blobs/../blobs"),
        ] {
            assert!(
                storage.shares_storage(&named(database, blobs)),
                "{database}"
            );
        }
        assert!(!storage.shares_storage(&named("LINK/others.db", "LINK/others")));
    }

    #[test]
    fn what_names_no_storage_is_told() {
        for (named, part) in [
            ("nowhere.toml", "neither"),
            ("mysql:x,file:y", "`database.url` must be"),
            ("sqlite:x,y", "`blobs.url` must be"),
        ] {
            let faults = Settings::of_storage(named).unwrap_err();
            assert!(faults[0].contains(part), "{faults:?}");
        }
    }
}
