//! How the workers of the running program are confined, and what becomes of it on a kernel, or in a
//! container, that does not go along with that.

use std::fs;
use std::path::Path;

use libc::{SYS_landlock_create_ruleset, SYS_seccomp};
use tempfile::tempdir;

use crate::kernels::on_a_kernel_without;
use crate::program::{command, ended};
use crate::serving::Serving;

const BOTH: [i64; 2] = [SYS_landlock_create_ruleset, SYS_seccomp];

const NOT_REQUIRED: (&str, &str) = ("FORMSERVICE__SANDBOX__REQUIRED", "false");

/// The workers of a running service, by their folders in `/proc`.
fn workers(service: u32) -> Vec<String> {
    let parent = format!("\nPPid:\t{service}\n");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .map(|process| process.path().display().to_string())
        .filter(|process| {
            let status = fs::read_to_string(format!("{process}/status"));
            status.is_ok_and(|status| status.contains(&parent))
        })
        .collect()
}

#[test]
fn the_workers_of_a_running_service_are_confined_and_the_service_leaves_no_core() {
    let folder = tempdir().unwrap();
    let serving = Serving::start(folder.path());
    let workers = workers(serving.process());
    assert!(!workers.is_empty());
    for worker in workers {
        // It tells so before it waits for a file, but the service does not wait for that.
        while !is_confined(&worker) {
            assert!(Path::new(&worker).exists(), "it died");
            std::thread::yield_now();
        }
    }
    let limits = fs::read_to_string(format!("/proc/{}/limits", serving.process())).unwrap();
    let core = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max core file size"));
    let core: Vec<_> = core.unwrap().split_whitespace().take(2).collect();
    assert_eq!(core, ["0", "0"]);
}

fn is_confined(worker: &str) -> bool {
    let status = fs::read_to_string(format!("{worker}/status")).unwrap();
    status.contains("\nSeccomp:\t2\n") && status.contains("\nNoNewPrivs:\t1\n")
}

#[test]
fn serve_refuses_to_start_where_nothing_confines_the_workers_and_makes_nothing() {
    on_a_kernel_without(&BOTH, || {
        let folder = tempdir().unwrap();
        let refused = ended(command(folder.path(), &["serve"]));
        assert_eq!(refused.status, Some(2), "{}", refused.stderr);
        for word in ["Landlock", "seccomp", "set `sandbox.required` to false"] {
            assert!(refused.stderr.contains(word), "{}", refused.stderr);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    });
}

#[test]
fn serve_warns_of_what_does_not_confine_the_workers_and_tells_it_in_the_metrics() {
    on_a_kernel_without(&[SYS_landlock_create_ruleset], || {
        let folder = tempdir().unwrap();
        let serving = Serving::start(folder.path());
        assert_eq!(
            serving.said.matches("no Landlock").count(),
            1,
            "{}",
            serving.said
        );
        assert!(!serving.said.contains("no filter"), "{}", serving.said);
    });
    on_a_kernel_without(&BOTH, || {
        let folder = tempdir().unwrap();
        let serving = Serving::start_with(folder.path(), &[NOT_REQUIRED]);
        for gap in ["no Landlock", "no filter"] {
            assert!(serving.said.contains(gap), "{}", serving.said);
        }
        let metrics = serving.metrics();
        for number in ["pdf_workers_landlock_abi 0", "pdf_workers_seccomp 0"] {
            assert!(
                metrics.contains(&format!("\nformservice_{number}\n")),
                "{metrics}"
            );
        }
    });
}

#[test]
fn check_names_how_the_workers_are_confined() {
    let folder = tempdir().unwrap();
    let checked = |variables: &[(&str, &str)]| {
        let mut check = command(folder.path(), &["check"]);
        check.envs(variables.iter().copied());
        ended(check).stderr
    };
    let confined = checked(&[]);
    assert!(confined.contains("Workers: confined by"), "{confined}");
    on_a_kernel_without(&BOTH, || {
        let refused = checked(&[]);
        assert!(
            refused.contains("error: Workers: Nothing here"),
            "{refused}"
        );
        let allowed = checked(&[NOT_REQUIRED]);
        assert!(allowed.contains("Workers: not confined"), "{allowed}");
    });
}
