//! A file in the folder of a form type, in which anything may stand under its name.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use super::FILE_BYTES_MAX;

/// The bytes of a file. One that is too large is an error, and so is a device or a pipe, which is
/// not opened: it may have no end, and keeps whoever reads it waiting.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    let mut file = File::open(file)?.take(FILE_BYTES_MAX + 1);
    file.read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        0..=FILE_BYTES_MAX => Ok(bytes),
        _ => Err(ErrorKind::FileTooLarge.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;

    use super::{FILE_BYTES_MAX, read};

    #[test]
    fn a_device_and_a_file_without_end_are_refused_and_a_link_to_a_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let [device, large, linked, link] =
            ["device", "large", "linked", "link"].map(|name| folder.path().join(name));
        symlink("/dev/null", &device).unwrap();
        assert!(read(&device).is_err());
        // A hole: it takes no room on the disk.
        let hole = File::create(&large).unwrap();
        hole.set_len(FILE_BYTES_MAX + 1).unwrap();
        assert!(read(&large).is_err());
        fs::write(&linked, "form").unwrap();
        symlink(&linked, &link).unwrap();
        assert_eq!(read(&link).unwrap(), b"form");
    }
}
