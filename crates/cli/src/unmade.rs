//! What is not there yet and is made by the first start: whether that could be.

use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::Context as _;
use rustix::fs::{Access, access};

/// Refuses a file or folder that is not there yet and that this user could not make, or an empty
/// folder that this user could not fill. Makes nothing.
pub fn see_can_be_made(path: &Path) -> anyhow::Result<()> {
    see_nearest(path, |folder| {
        Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?)
    })
    .context(
        "it is not there yet, and the first start could not make it: this user must be able to \
         write to the nearest folder on its path that is there",
    )
}

/// Whether the nearest folder that is there, itself or one above, may be written to.
fn see_nearest(path: &Path, may_write: impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    let path = std::path::absolute(path)?;
    for nearest in path.ancestors() {
        if nearest.try_exists()? {
            let is_folder = nearest.is_dir();
            is_folder.then_some(()).ok_or(ErrorKind::NotADirectory)?;
            return may_write(nearest);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::{see_can_be_made, see_nearest};

    #[test]
    fn the_nearest_folder_that_is_there_is_asked_and_its_refusal_told() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        let missing = there.join("new/data/rows.db");
        see_nearest(&missing, |asked| {
            assert_eq!(asked, there);
            Ok(())
        })
        .unwrap();
        // Whoever runs this test may be allowed everything.
        let refused = see_nearest(&missing, |_| Err(ErrorKind::PermissionDenied.into()));
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert!(!there.join("new").exists());
        see_nearest(&there, |asked| {
            assert_eq!(asked, there, "as an empty folder of blobs");
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn what_would_lie_below_a_file_cannot_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let refused = see_can_be_made(&file.join("blobs")).unwrap_err();
        assert!(refused.to_string().contains("could not make it"));
    }
}
