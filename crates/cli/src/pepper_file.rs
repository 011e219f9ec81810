//! The pepper of kept answers that is made at the first start where none is configured, in a file
//! beside the database that only its owner can read. A copy of the database does not have it.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ports::Entropy;

use crate::first_start::{keep, make_folder};

/// The name of the file with the pepper.
pub const FILE_NAME: &str = "retry-pepper";

const PEPPER_BYTES: usize = 32;

const UNREADABLE: &str = "The file `retry-pepper` beside the database cannot be read";

/// The pepper kept in a folder; made if there is none.
pub fn pepper(folder: &Path, entropy: &dyn Entropy) -> anyhow::Result<String> {
    if let Some(pepper) = kept_pepper(folder)? {
        return Ok(pepper);
    }
    let mut random = [0; PEPPER_BYTES];
    entropy.fill(&mut random);
    make_folder(folder)
        .and_then(|()| {
            keep(
                folder,
                &folder.join(FILE_NAME),
                &URL_SAFE_NO_PAD.encode(random),
            )
        })
        .context("The file `retry-pepper` beside the database cannot be written")?;
    // Another start may have been first.
    kept_pepper(folder)?.context("The file `retry-pepper` beside the database came and went")
}

/// The pepper kept in a folder, if it is there; an error where the file holds something else.
pub fn kept_pepper(folder: &Path) -> anyhow::Result<Option<String>> {
    let text = match fs::read_to_string(folder.join(FILE_NAME)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.context(UNREADABLE)?,
    };
    let pepper = text.trim();
    ensure!(
        URL_SAFE_NO_PAD.decode(pepper).map(|bytes| bytes.len()) == Ok(PEPPER_BYTES),
        "The file `retry-pepper` beside the database holds something else; remove it to have a new \
            one made."
    );
    Ok(Some(pepper.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use testkit::CountingEntropy;

    use super::{FILE_NAME, pepper};

    #[test]
    fn pepper_is_made_once_for_all_starts_and_is_its_owners() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let entropy = CountingEntropy::default();
        let peppers = std::thread::scope(|scope| {
            let starts: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| pepper(&data, &entropy).unwrap()))
                .collect();
            let peppers = starts.into_iter().map(|start| start.join().unwrap());
            peppers.collect::<Vec<_>>()
        });
        assert!(peppers.iter().all(|one| *one == peppers[0]));
        let file = data.join(FILE_NAME);
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(&data).unwrap().count(), 1);
        fs::write(&file, "torn").unwrap();
        let told = format!("{:#}", pepper(&data, &entropy).unwrap_err());
        assert!(
            told.contains("something else") && !told.contains("torn"),
            "{told}"
        );
    }
}
