//! The commands of an operator die before their n-th step, or the disk fails there, for n = 1, 2,
//! 3 … until they survive: nothing that is stored is touched, a sweep that is called again ends
//! what was begun, and a backup is whole or known not to be.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use test_harness::program;
use test_harness::service::Service;
use test_harness::{operator, rows};
use test_servers::waiting::wait_until;

use crate::effect::Effect;
use crate::ground::{Ground, must_be_sound};
use crate::injector::{Counted, Fault, Injector};
use crate::ptrace;
use crate::state::State;

const EFFECTS: [Effect; 7] = [
    Effect::Kill,
    Effect::Broken,
    Effect::Full,
    Effect::FullForAll,
    Effect::OverQuota,
    Effect::NoDescriptors,
    Effect::Short,
];

#[test]
#[ignore = "minutes long: just torture"]
fn a_sweep_survives_every_fault_at_each_step() {
    let ground = with_loose_blobs();
    let clean = ground.copy();
    operator::call(clean.path(), &["sweep"]).with(0);
    let swept = blobs(clean.path());
    assert_eq!(swept.len() + 3, blobs(ground.folder.path()).len());
    let counted = |_| Counted::Every;
    survives(&ground, &["sweep"], counted, |folder, done, which| {
        assert!(!done || blobs(folder) == swept, "{which}");
        must_be_sound(folder, which);
        operator::call(folder, &["sweep"]).with(0);
        assert_eq!(blobs(folder), swept, "{which}");
    });
}

#[test]
#[ignore = "minutes long: just torture"]
fn a_backup_survives_every_fault_at_each_step_and_the_first_two_at_each_write() {
    let ground = with_loose_blobs();
    // It writes hundreds of times, and what is between two writes is found at their ends as well.
    let counted = |effect| match effect {
        Effect::Kill | Effect::Broken => Counted::Every,
        _ => Counted::ButWrites,
    };
    survives(
        &ground,
        &["backup", "copy"],
        counted,
        |folder, done, which| {
            let is_whole = folder.join("copy/backup.toml").exists();
            assert!(is_whole || !done, "{which}");
            let elsewhere = tempfile::tempdir().expect("a temporary folder");
            let copy = folder.join("copy");
            let copy = copy.to_str().expect("a path in UTF-8");
            let restored = operator::call(elsewhere.path(), &["restore", copy]);
            assert_eq!(
                restored.status,
                Some(i32::from(!is_whole)),
                "{which}: {}",
                restored.said
            );
            if is_whole {
                let service = Service::start_in(elsewhere);
                let restored = State::of(&service, &ground.own.pa_key);
                assert!(
                    restored == ground.before,
                    "{which}: {}",
                    restored.difference(&ground.before)
                );
            }
            operator::call(folder, &["backup", "again"]).with(0);
        },
    );
}

/// A furnished folder with files that no row has named for long.
fn with_loose_blobs() -> Ground {
    let ground = Ground::furnished();
    for place in blobs(ground.folder.path()).iter().take(3) {
        let name = place.file_name().and_then(|name| name.to_str());
        // A key that nobody has, in the same folder.
        let mut key = name.expect("a key").to_owned();
        let last = key.pop();
        key.push(if last == Some('0') { '1' } else { '0' });
        let place = ground.folder.path().join(place);
        std::fs::copy(&place, place.with_file_name(&key)).expect("a copy");
        let listed = format!("INSERT INTO loose_blobs (key, since) VALUES ('{key}', 1)");
        rows::execute_in(ground.folder.path(), &listed);
    }
    ground
}

/// Goes through all steps of the command with every effect. `judge` is told whether the command
/// says that it is done.
fn survives(
    ground: &Ground,
    arguments: &[&str],
    counted: impl Fn(Effect) -> Counted,
    judge: impl Fn(&Path, bool, &str),
) {
    // What cuts writes short meets nothing else.
    let has_steps = |effect: &Effect| counted(*effect) == Counted::Every || !effect.is_harmless();
    for effect in EFFECTS.into_iter().filter(has_steps) {
        let mut met = 0;
        while survives_one(
            ground,
            arguments,
            Fault {
                at: met + 1,
                counted: counted(effect),
                effect,
            },
            &judge,
        ) {
            met += 1;
        }
        assert!(met > 0, "no step of {arguments:?} was met by {effect:?}");
        println!("{arguments:?}: {effect:?} at {met} steps, 0 violations");
    }
}

/// Whether the fault was met.
fn survives_one(
    ground: &Ground,
    arguments: &[&str],
    fault: Fault,
    judge: &impl Fn(&Path, bool, &str),
) -> bool {
    let folder = ground.copy();
    let (struck, status, said) = struck(folder.path(), arguments, fault);
    let which = format!("{arguments:?}, {fault:?}: {struck:?}, {status:?} {said}");
    let done = status == Some(0);
    let may_fail = struck.is_some() && !fault.effect.is_harmless();
    let failed = match fault.effect {
        Effect::Kill => status.is_none(),
        // Without descriptors it may not even get as far as the program.
        _ => status.is_some_and(|status| status > 0) && !said.is_empty(),
    };
    assert!(done || failed && may_fail, "{which}");
    judge(folder.path(), done, &which);
    let service = Service::start_in(folder);
    let now = State::of(&service, &ground.own.pa_key);
    assert!(
        now == ground.before,
        "{which}: {}",
        now.difference(&ground.before)
    );
    must_be_sound(service.folder(), &which);
    struck.is_some()
}

/// Calls the command: which step the fault met, the exit status, and what stands on standard error.
fn struck(
    folder: &Path,
    arguments: &[&str],
    fault: Fault,
) -> (Option<String>, Option<i32>, String) {
    // It stops itself before it becomes the program, so that no step is missed.
    let mut child = Command::new("/bin/sh")
        .args(["-c", "kill -STOP $$; exec \"$0\" \"$@\""])
        .arg(program::path())
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let status = format!("/proc/{}/stat", child.id());
    wait_until("the shell to stop", || {
        std::fs::read_to_string(&status).is_ok_and(|status| status.contains(") T "))
    });
    let injector = Injector::begin(child.id(), folder.to_owned(), fault);
    let process = child.id().try_into().expect("a process id");
    ptrace::signal(process, libc::SIGCONT).expect("it is there");
    let mut said = String::new();
    let stderr = child.stderr.as_mut().expect("standard error is piped");
    stderr.read_to_string(&mut said).expect("a text");
    let (struck, status) = injector.until_end();
    // The watch has waited for one that was not killed.
    let status = status.or_else(|| child.wait().ok()?.code());
    (struck, status, said)
}

/// All files of the blob store, sorted, but those that are being staged: they are removed when they
/// are older than an upload can be.
fn blobs(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.join("data/blobs")];
    let mut found = Vec::new();
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.ends_with("staging") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder).expect("below it").to_owned());
            }
        }
    }
    found.sort();
    found
}
