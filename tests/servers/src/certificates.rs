//! Certificates of authorities that only a test knows, made with openssl.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Fallible;
use crate::programs::finished;

/// Makes an authority in a folder and gives its certificate.
pub fn authority(folder: &Path, name: &str) -> Fallible<PathBuf> {
    let certificate = folder.join(format!("{name}.crt"));
    finished(
        new_certificate()
            .args(["-subj", &format!("/CN={name}")])
            .arg("-keyout")
            .arg(folder.join(format!("{name}.key")))
            .arg("-out")
            .arg(&certificate),
    )?;
    Ok(certificate)
}

/// Makes `server.key` and `server.crt`, for `localhost`, signed by an authority of this folder.
pub fn certify_localhost(folder: &Path, authority: &str, key_folder: &Path) -> Fallible<()> {
    finished(
        new_certificate()
            .args(["-subj", "/CN=localhost"])
            .args(["-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .arg("-CA")
            .arg(folder.join(format!("{authority}.crt")))
            .arg("-CAkey")
            .arg(folder.join(format!("{authority}.key")))
            .arg("-keyout")
            .arg(key_folder.join("server.key"))
            .arg("-out")
            .arg(key_folder.join("server.crt")),
    )
    .map(drop)
}

fn new_certificate() -> Command {
    let mut openssl = Command::new("openssl");
    openssl.args([
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
    ]);
    openssl
}
