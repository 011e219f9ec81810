//! What the README shows is what happens.

use std::process::Command;

use crate::service::{MASTER_KEY, Service};

const README: &str = include_str!("../../README.md");
const HEADING: &str = "## A whole application in ten curl commands";

#[test]
fn the_ten_curl_commands_do_what_they_say_word_for_word() {
    let service = Service::start();
    let script = README
        .split_once(HEADING)
        .and_then(|(_, rest)| rest.split_once("```sh\n"))
        .and_then(|(_, rest)| rest.split_once("```"))
        .map(|(script, _)| script)
        .expect("the README has the section with its commands");
    assert_eq!(script.matches("curl ").count(), 10);
    let folder = tempfile::tempdir().unwrap();
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    std::os::unix::fs::symlink(docs, folder.path().join("docs")).unwrap();
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(folder.path())
        .env("BASE", service.base())
        .env("MASTER_KEY", MASTER_KEY)
        .output()
        .expect("bash and curl are installed");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complaints}");
    assert!(!said.contains("\"code\""), "no command is refused: {said}");
    for expected in [
        "\"form_type\":\"vsm_form\"",
        "\"participants\":150",
        "\"filename\":\"Angebot Müller.pdf\"",
        "\"is_preferred\":true",
        "\"complete\":",
        "was deleted",
    ] {
        assert!(said.contains(expected), "{expected} in: {said}");
    }
    let pdf = std::fs::read(folder.path().join("filled.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
}
