//! Secrets in files: `FORMSERVICE__…_FILE` names the file that holds what `FORMSERVICE__…`
//! would, as container engines and systemd (`LoadCredential=`) hand them over. So they stand in no
//! environment, which child processes inherit and process lists show.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::patient_reading::text_of_file;
use crate::variable::{FILE_SUFFIX, PREFIX};

/// Variables of others that may stand in a file as well. Their further `…_FILE` variables mean
/// something else.
const OF_OTHERS: [&str; 3] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
];

/// A longer file holds something else.
const BYTES_MAX: u64 = 65_536;

/// Environment variables, and from which files some of them come.
pub struct ResolvedEnvironment {
    pub variables: Vec<(String, String)>,
    /// The variable, without `_FILE`, and the file that it was read from.
    pub files: Vec<(String, PathBuf)>,
}

/// The environment with what the named files hold in the place of their names, or what is wrong
/// with them: a sentence each, without contents.
pub fn with_secret_files(
    environment: impl IntoIterator<Item = (String, String)>,
) -> Result<ResolvedEnvironment, Vec<String>> {
    let mut variables: BTreeMap<String, String> = environment.into_iter().collect();
    let named: Vec<String> = variables
        .keys()
        .filter_map(|name| name.strip_suffix(FILE_SUFFIX))
        .filter(|name| name.starts_with(PREFIX) || OF_OTHERS.contains(name))
        .map(str::to_owned)
        .collect();
    let (mut faults, mut files) = (Vec::new(), Vec::new());
    for name in named {
        let Some(file) = variables.remove(&format!("{name}{FILE_SUFFIX}")) else {
            continue;
        };
        if variables.contains_key(&name) {
            let fault = "are both set; unset one of them";
            faults.push(format!("`{name}` and `{name}{FILE_SUFFIX}` {fault}."));
            continue;
        }
        match content(&file) {
            Ok(text) => {
                files.push((name.clone(), PathBuf::from(file)));
                variables.insert(name, text);
            }
            Err(error) => faults.push(format!(
                "The file that `{name}{FILE_SUFFIX}` names cannot be read: {error}."
            )),
        }
    }
    if faults.is_empty() {
        let variables = variables.into_iter().collect();
        Ok(ResolvedEnvironment { variables, files })
    } else {
        Err(faults)
    }
}

/// Without the end of its last line.
fn content(file: &str) -> io::Result<String> {
    let text = text_of_file(Path::new(file), BYTES_MAX)?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::with_secret_files;

    fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn with_secret_files_puts_what_files_hold_in_the_place_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        // Some editors end lines as Windows does.
        fs::write(&file, "postgres://u:p@h/d\r\n").unwrap();
        let file = file.to_str().unwrap();
        let read = with_secret_files(variables(&[
            ("AWS_SECRET_ACCESS_KEY_FILE", file),
            ("AWS_WEB_IDENTITY_TOKEN_FILE", "/elsewhere"),
            ("FORMSERVICE__DATABASE__URL_FILE", file),
            ("OTHER_FILE", "/elsewhere"),
        ]));
        let expected = variables(&[
            ("AWS_SECRET_ACCESS_KEY", "postgres://u:p@h/d"),
            ("AWS_WEB_IDENTITY_TOKEN_FILE", "/elsewhere"),
            ("FORMSERVICE__DATABASE__URL", "postgres://u:p@h/d"),
            ("OTHER_FILE", "/elsewhere"),
        ]);
        let read = read.unwrap();
        assert_eq!(read.variables, expected);
        let from = |name: &str| (name.to_owned(), file.into());
        let files = ["AWS_SECRET_ACCESS_KEY", "FORMSERVICE__DATABASE__URL"];
        assert_eq!(read.files, files.map(from));
    }

    #[test]
    fn with_secret_files_names_every_fault_and_no_content() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let file = folder.path().join(name);
            fs::write(&file, bytes).unwrap();
            file.to_str().unwrap().to_owned()
        };
        let faults = with_secret_files(variables(&[
            ("FORMSERVICE__A", "secret"),
            ("FORMSERVICE__A_FILE", &file("both", b"secret")),
            ("FORMSERVICE__B_FILE", "/nowhere/at/all"),
            ("FORMSERVICE__C_FILE", &file("binary", b"secret\xff")),
            ("FORMSERVICE__D_FILE", &file("long", &[b's'; 65_537])),
            ("FORMSERVICE__E_FILE", folder.path().to_str().unwrap()),
        ]));
        let faults = faults.err().unwrap();
        assert_eq!(faults.len(), 5, "{faults:?}");
        assert!(faults[0].contains("both set"), "{faults:?}");
        assert!(!faults.concat().contains("secret"), "{faults:?}");
    }
}
