//! The licences of what is in the program.

use crate::program::call;

#[test]
fn licences_prints_what_the_program_is_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let printed = call(folder.path(), &["licences"]);
    assert_eq!(printed.status, Some(0), "{}", printed.stderr);
    for part in ["\nactix-web ", "\nOpenSSL (Apache-2.0)", "Apache License"] {
        assert!(printed.text().contains(part), "{part}");
    }
}
