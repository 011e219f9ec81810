//! Whether others on the machine can read the secrets in the configuration file.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::Settings;

/// What the mode of a file lets others do (`chmod`): read it, or pass through a folder.
const OTHERS_READ: u32 = 0o004;
const OTHERS_PASS: u32 = 0o001;

impl Settings {
    /// The sentence about secrets that everyone on the machine can read.
    pub(crate) fn exposed_secrets(&self, file: Option<&Path>) -> Option<String> {
        let file = file.filter(|_| !self.private_in_file.is_empty())?;
        // A file that was read just now; what cannot be asked any more is not judged.
        let is_exposed = others_can_read(file).unwrap_or(false);
        is_exposed.then(|| {
            format!(
                "Everyone on this machine can read the configuration file, which holds secrets \
                    (`{}`): take that right away with `chmod o= FILE`.",
                self.private_in_file.join("`, `")
            )
        })
    }
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
            Settings::read(Some(text), [])
                .unwrap()
                .exposed_secrets(Some(&file))
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
}
