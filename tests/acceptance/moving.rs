//! From one storage to another: all of it, as often as it takes.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::form::blank;
use crate::operator::{answers, begin, call, furnish};
use crate::service::{MASTER_KEY, Service};

const TARGET: &str = "[database]\nurl = 'sqlite:new/rows.db'\n[blobs]\nurl = 'file:new/blobs'\n";
const MOVE: [&str; 3] = ["move", "--to", "new.toml"];

#[test]
fn a_moved_service_gives_every_answer_as_before() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let mut paths: Vec<String> = (0..3).map(|_| furnish(&service, 100_000)).collect();
    fs::write(service.folder().join("new.toml"), TARGET).unwrap();
    let said = call(service.folder(), &MOVE).with(0);
    assert!(
        said.contains("3 applications copied with 9 blobs"),
        "{said}"
    );
    // While the source was still in use: one changed, one new, one erased.
    let changed = service.put(&paths[0]).header("X-MASTER-KEY", MASTER_KEY);
    let changed = changed.json(&json!({"name": "Herbstfest"})).send().unwrap();
    assert_eq!(changed.status(), 200);
    paths.push(furnish(&service, 10));
    let erased = paths.remove(1);
    let request = service.delete(&erased).header("X-MASTER-KEY", MASTER_KEY);
    assert_eq!(request.send().unwrap().status(), 200);
    let said = call(service.folder(), &MOVE).with(1);
    assert!(said.contains("-0002"), "{said}");
    assert!(said.contains("--erase"), "{said}");
    let again = [&MOVE[..], &["--erase"]].concat();
    let said = call(service.folder(), &again).with(0);
    let expected = "2 applications copied with 3 blobs";
    assert!(
        said.contains(expected) && said.contains("1 erased"),
        "{said}"
    );
    let before = answers(&service, &paths);
    let moved = service.kill_and_restart_with(&[
        ("FORMSERVICE__DATABASE__URL", "sqlite:new/rows.db"),
        ("FORMSERVICE__BLOBS__URL", "file:new/blobs"),
    ]);
    assert_eq!(answers(&moved, &paths), before);
    let next = moved.uploaded("pa_form", blank("pa_form")).pa_id;
    assert!(next.ends_with("-0005"), "{next}");
    // It is in use now: nothing is moved over it any more.
    let said = call(moved.folder(), &again).with(1);
    assert!(said.contains("A formservice serves from"), "{said}");
    let said = call(moved.end().path(), &again).with(1);
    assert!(said.contains("The target is in use"), "{said}");
}

#[test]
fn a_move_that_was_killed_goes_on_where_it_was() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths: Vec<String> = (0..8).map(|_| furnish(&service, 3_000_000)).collect();
    let folder = service.folder();
    fs::write(folder.join("new.toml"), TARGET).unwrap();
    let mut killed = 0;
    for blobs in [2, 9, 16] {
        let mut moving = begin(folder, &MOVE);
        while count_files(&folder.join("new/blobs")) < blobs {
            assert!(
                moving
                    .try_wait()
                    .unwrap()
                    .is_none_or(|ended| ended.success())
            );
            std::thread::yield_now();
        }
        let _ = moving.kill();
        killed += usize::from(!moving.wait().unwrap().success());
        let half = "sqlite:new/rows.db,file:new/blobs";
        call(folder, &["verify", "--of", half]).with(0);
    }
    assert!(killed > 0, "every move was done before it could be killed");
    let said = call(folder, &MOVE).with(0);
    assert!(said.contains("the target is like the source"), "{said}");
    let before = answers(&service, &paths);
    let moved = service.kill_and_restart_with(&[
        ("FORMSERVICE__DATABASE__URL", "sqlite:new/rows.db"),
        ("FORMSERVICE__BLOBS__URL", "file:new/blobs"),
    ]);
    assert_eq!(answers(&moved, &paths), before);
}

#[test]
fn a_move_refuses_what_would_go_wrong() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    let folder = service.folder();
    for (arguments, status, part) in [
        (&["--to", "absent.toml"][..], 2, "neither"),
        (&["--to", "sqlite:x.db,other"], 2, "`blobs.url` must be"),
        (
            &["--to", "sqlite:data/formservice.db,file:new"],
            2,
            "the same database",
        ),
        (
            &[
                "--from",
                "sqlite:typo.db,file:a",
                "--to",
                "sqlite:x.db,file:y",
            ],
            1,
            "There is no database",
        ),
        (&[], 2, "--to"),
    ] {
        let arguments = [&["move"][..], arguments].concat();
        let said = call(folder, &arguments).with(status);
        assert!(said.contains(part), "{said}");
    }
    assert!(!folder.join("typo.db").exists());
    let stranger = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&stranger, 10);
    let stranger = stranger.end();
    let of_stranger = stranger.path().join("data").display().to_string();
    let to = format!("sqlite:{of_stranger}/formservice.db,file:{of_stranger}/blobs");
    let said = call(folder, &["move", "--to", &to, "--erase"]).with(1);
    assert!(said.contains("The target is in use"), "{said}");
    call(stranger.path(), &["verify"]).with(0);
}

fn count_files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| !path.ends_with("staging"))
        .map(|path| if path.is_dir() { count_files(&path) } else { 1 })
        .sum()
}
