//! Stories in a process that sees file systems of its own.

use std::process::Command;

/// Set for that process, and nowhere else.
const INSIDE: &str = "FORMSERVICE_TEST_APART";

/// How this machine lets ordinary users, or root, mount something where nobody else sees it.
fn way() -> Option<&'static [&'static str]> {
    let ways: [&[&str]; 2] = [&["--user", "--map-root-user", "--mount"], &["--mount"]];
    ways.into_iter().find(|way| {
        let probe = "mount -t tmpfs -o size=1m tmpfs /tmp";
        let mut possible = Command::new("unshare");
        possible.args(*way).args(["sh", "-c", probe]);
        possible.status().is_ok_and(|status| status.success())
    })
}

/// Runs an ignored story of this target apart. Fails where nothing can be mounted.
pub(crate) fn run(story: &str) {
    let way = way().expect(
        "Neither this user nor root may have a file system of its own here (`unshare --user \
         --map-root-user --mount`): a container needs user namespaces or CAP_SYS_ADMIN, so that \
         what this story tells can be tried.",
    );
    let test = std::env::current_exe().unwrap();
    let mut command = Command::new("unshare");
    command.args(way).arg(test).arg(story);
    let ended = command
        .args(["--exact", "--ignored", "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stdout);
    let told = String::from_utf8_lossy(&ended.stderr);
    // A name that no story has would succeed, too.
    assert!(
        ended.status.success() && said.contains("1 passed"),
        "{said}{told}"
    );
}

/// Stops a story that was called by itself.
pub(crate) fn must_be_inside() {
    assert!(
        std::env::var_os(INSIDE).is_some(),
        "This story mounts a file system, so it is only run by another, which lets it do so where \
         nobody else sees it."
    );
}

/// Calls a program of util-linux: `mount`, `umount`, `prlimit`.
pub(crate) fn call(program: &str, arguments: &[&str]) {
    let called = Command::new(program).args(arguments).status().unwrap();
    assert!(called.success(), "{program} {arguments:?}");
}
