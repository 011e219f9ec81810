//! The built program.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The master key of every test service.
pub const MASTER_KEY: &str = "a master key for tests only";

/// Where it is: cargo builds it for the tests and puts it above the folder in which they lie.
pub fn path() -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let mut folders = test.ancestors().skip(1);
    let program = folders.find_map(|folder| {
        let program = folder.join("formservice");
        program.is_file().then_some(program)
    });
    program.expect("the program is built with the tests of its package")
}

/// The hash of [`MASTER_KEY`], made once by the program itself, as an operator does.
pub fn master_key_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let mut child = Command::new(path())
            .arg("hash-key")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("hash-key starts");
        let mut input = child.stdin.take().expect("standard input");
        writeln!(input, "{MASTER_KEY}").expect("hash-key reads");
        drop(input);
        let output = child.wait_with_output().expect("hash-key ends");
        let hash = String::from_utf8(output.stdout).expect("a hash");
        hash.trim().to_owned()
    })
}
