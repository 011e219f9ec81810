//! Whether others on the machine can read the secrets of the service.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use cli::{first_start, pepper_file};

use super::Settings;
use crate::adapters::master_keys::folder_of;

/// What the mode of a file lets others do (`chmod`): read it, or pass through a folder.
const OTHERS_READ: u32 = 0o004;
const OTHERS_PASS: u32 = 0o001;

/// What the service puts beside the database that nobody else may know.
const SECRET_FILES: [&str; 2] = [first_start::KEY_FILE_NAME, pepper_file::FILE_NAME];

impl Settings {
    /// A sentence for each file with secrets that everyone on the machine can read: the
    /// configuration, those that variables name, and those that the service has made.
    pub(crate) fn exposed_secrets(
        &self,
        configuration: Option<&Path>,
        named: &[(String, PathBuf)],
    ) -> Vec<String> {
        let configuration = configuration.filter(|_| !self.private_in_file.is_empty());
        let configuration = configuration.map(|file| {
            let held = self.private_in_file.join("`, `");
            let what = format!("the configuration file, which holds secrets (`{held}`)");
            (what, file.to_owned())
        });
        let named = named.iter().filter(|(name, _)| is_secret(name));
        // What a pipe gave it gives no second time, and nobody else.
        let named = named.filter(|(_, file)| file.is_file() && !holds_address_alone(file));
        let named = named.map(|(name, file)| {
            let what = format!("the file that `{name}_FILE` names, which holds a secret");
            (what, file.clone())
        });
        let folder = self.database.file().map(folder_of);
        let made = folder.into_iter().flat_map(|folder| {
            SECRET_FILES.map(|name| (format!("`{name}` beside the database"), folder.join(name)))
        });
        configuration
            .into_iter()
            .chain(named)
            .chain(made)
            // A file that was read just now; what cannot be asked any more is not judged.
            .filter(|(_, file)| others_can_read(file).unwrap_or(false))
            .map(|(what, _)| {
                format!(
                    "Everyone on this machine can read {what}: take that right away with `chmod \
                        o= FILE`."
                )
            })
            .collect()
    }
}

/// Whether what the variable says is a secret. Those of others are looked at for nothing else.
fn is_secret(variable: &str) -> bool {
    let table = Settings::table();
    let setting = table.iter().find(|one| one.variable() == variable);
    setting.is_none_or(|setting| setting.is_secret)
}

/// A file that was read just now, so it is small.
fn holds_address_alone(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    settings_toml::is_address_without_password(text.trim())
}

fn others_can_read(file: &Path) -> io::Result<bool> {
    let mode = |path: &Path| fs::metadata(path).map(|found| found.permissions().mode());
    let file = file.canonicalize()?;
    let mut can_read = mode(&file)? & OTHERS_READ != 0;
    for folder in file.ancestors().skip(1) {
        can_read &= mode(folder)? & OTHERS_PASS != 0;
    }
    Ok(can_read)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use super::Settings;

    #[test]
    fn exposed_secrets_tells_of_secrets_that_others_can_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("formservice.toml");
        fs::write(&file, "").unwrap();
        let with_modes = |text: &str, folder_mode, file_mode| {
            let set = |path, mode| fs::set_permissions(path, Permissions::from_mode(mode));
            set(folder.path(), folder_mode).unwrap();
            set(&file, file_mode).unwrap();
            let settings = Settings::read(Some(text), []).unwrap();
            settings.exposed_secrets(Some(&file), &[]).pop()
        };
        let secret = "auth.master_key_hashes = ['$argon2id$']";
        let told = with_modes(secret, 0o755, 0o644).unwrap();
        assert!(told.contains("`auth.master_key_hashes`"), "{told}");
        for url in [
            "postgres://u:p@localhost/d",
            "postgres://localhost/d?password=p",
        ] {
            let text = format!("database.url = '{url}'");
            let told = with_modes(&text, 0o755, 0o644).unwrap();
            assert!(
                told.contains("`database.url`") && !told.contains(url),
                "{told}"
            );
        }
        assert_eq!(with_modes(secret, 0o755, 0o640), None);
        assert_eq!(
            with_modes(secret, 0o700, 0o644),
            None,
            "hidden by its folder"
        );
        assert_eq!(with_modes("log.level = 'warn'", 0o755, 0o644), None);
        assert_eq!(
            with_modes("database.url = 'sqlite:x.db'", 0o755, 0o644),
            None
        );
    }

    #[test]
    fn exposed_secrets_tells_of_every_file_that_holds_one() {
        let folder = tempfile::tempdir().unwrap();
        let set = |path: &Path, mode| {
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        };
        set(folder.path(), 0o755);
        let file = |name: &str, mode| {
            let file = folder.path().join(name);
            fs::write(&file, "").unwrap();
            set(&file, mode);
            file
        };
        let text = format!("database.url = 'sqlite:{}/x.db'", folder.path().display());
        let settings = Settings::read(Some(&text), []).unwrap();
        let named = |mode| {
            [
                "FORMSERVICE__DATABASE__URL",
                "AWS_SECRET_ACCESS_KEY",
                "FORMSERVICE__LOG__LEVEL",
            ]
            .map(|name| (name.to_owned(), file(name, mode)))
        };
        for name in ["retry-pepper", "master-key", "master-key.hash"] {
            file(name, 0o644);
        }
        let told = settings.exposed_secrets(None, &named(0o644));
        assert_eq!(told.len(), 4, "{told:?}");
        let url = ("FORMSERVICE__DATABASE__URL".to_owned(), file("url", 0o644));
        fs::write(&url.1, "sqlite:data/app.db\n").unwrap();
        let beside = settings.exposed_secrets(None, &[url]);
        assert!(!beside.iter().any(|told| told.contains("DATABASE__URL")));
        for part in [
            "`FORMSERVICE__DATABASE__URL_FILE`",
            "`AWS_SECRET_ACCESS_KEY_FILE`",
            "`retry-pepper`",
            "`master-key`",
        ] {
            let tells = |sentence: &&String| sentence.contains(part);
            assert_eq!(told.iter().filter(tells).count(), 1, "{part}: {told:?}");
        }
        for name in ["retry-pepper", "master-key"] {
            file(name, 0o640);
        }
        assert_eq!(settings.exposed_secrets(None, &named(0o400)), [""; 0]);
    }
}
