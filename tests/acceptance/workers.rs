//! What becomes of an upload when the machine kills its worker, and where no worker can be started.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::apart;
use crate::form::blank;
use crate::operator::command;
use crate::service::{Service, refusal};

/// The processes that the service has started, by their numbers.
fn workers(service: &Service) -> Vec<String> {
    let service = service.process_id().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let workers = processes.filter_map(|process| {
        let stat = fs::read_to_string(process.path().join("stat")).ok()?;
        // proc(5): the name in parentheses, the state, the parent.
        let (_, rest) = stat.rsplit_once(')')?;
        let is_worker = rest.split_whitespace().nth(1)? == service;
        is_worker.then(|| process.file_name().into_string().ok())?
    });
    workers.collect()
}

#[test]
fn a_form_whose_worker_the_machine_kills_is_not_blamed_and_taken_when_it_is_sent_again() {
    let service = Service::start();
    let is_answered = AtomicBool::new(false);
    let answer = std::thread::scope(|scope| {
        // As the kernel does when there is no memory left, however many are started.
        scope.spawn(|| {
            while !is_answered.load(Ordering::Acquire) {
                let mut kill = Command::new("kill");
                kill.arg("-KILL").args(workers(&service));
                let _ = kill.stderr(Stdio::null()).status();
            }
        });
        let answer = service.upload("pa_form", blank("pa_form"));
        is_answered.store(true, Ordering::Release);
        answer
    });
    assert!(answer.headers().contains_key("retry-after"));
    refusal(answer, 503, "unavailable");
    assert!(!service.log().contains("upload_hostile"));
    assert_eq!(service.blob_count(), 0);
    service.uploaded("pa_form", blank("pa_form"));
}

#[test]
fn check_names_a_proc_that_is_not_mounted() {
    apart::run("workers::without_proc");
}

#[test]
fn check_names_a_dev_null_that_is_not_there() {
    apart::run("workers::without_devices");
}

#[test]
#[ignore = "mounts a file system: run by the story above"]
fn without_proc() {
    let said = said_by_check_where_empty("/proc");
    assert!(
        said.contains("`/proc`, which is not mounted here"),
        "{said}"
    );
}

#[test]
#[ignore = "mounts a file system: run by the story above"]
fn without_devices() {
    let said = said_by_check_where_empty("/dev");
    assert!(said.contains("`/dev/null`, which is not there"), "{said}");
}

fn said_by_check_where_empty(place: &str) -> String {
    apart::must_be_inside();
    let folder = tempfile::tempdir().unwrap();
    let mut check = command(folder.path(), &["check"]);
    // Both are `/dev/null` else, which would have to be there.
    check.stdin(Stdio::piped()).stdout(Stdio::piped());
    apart::call("mount", &["-t", "tmpfs", "tmpfs", place]);
    let ended = check.output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    String::from_utf8(ended.stderr).unwrap()
}
