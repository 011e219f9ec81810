//! Nothing is answered before it is durable, as the system calls show: `kill -9` cannot tell,
//! because the kernel keeps what a killed process wrote and did not sync.

use test_harness::form::{filled, summer_festival};
use test_harness::operator::{self, attach};
use test_harness::service::Service;

use crate::durable::{CALLS, fault, makes, sync_after};
use crate::trace::Trace;
use crate::{calls, trace};

#[test]
fn an_upload_is_synced_renamed_and_committed_before_it_is_answered() {
    let service = Service::start();
    must_be_in_order(service, |service| {
        service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    });
}

#[test]
fn an_attachment_is_synced_renamed_and_committed_before_it_is_answered() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    must_be_in_order(service, |service| {
        attach(service, &uploaded.path(), vec![b'x'; 300_000]);
    });
}

#[test]
fn a_first_start_syncs_the_folder_in_which_it_makes_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().canonicalize().expect("it is there");
    let mut serve = operator::command(&folder, &["serve"]);
    serve.env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0");
    let seen = trace::of_start(&serve, CALLS);
    let calls = calls::read(&seen);
    let data = folder.join("data");
    let made = calls.iter().find(|call| makes(call, &data));
    let made = made.unwrap_or_else(|| panic!("no folder is made: {seen}"));
    let synced = sync_after(&calls, folder.to_str().expect("a path in UTF-8"), made);
    assert!(synced.is_some(), "{seen}");
}

fn must_be_in_order(service: Service, act: impl FnOnce(&Service)) {
    let data = service.folder().join("data");
    let (blobs, log) = (data.join("blobs"), data.join("formservice.db-wal"));
    let trace = Trace::begin(&service, CALLS);
    act(&service);
    let seen = trace.end(service);
    let calls = calls::read(&seen);
    assert_eq!(fault(&calls, &blobs, &log), None, "{seen}");
    println!("{} system calls in their order", calls.len());
}
