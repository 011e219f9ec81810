//! Nothing is answered before it is durable, as the system calls show: `kill -9` cannot tell,
//! because the kernel keeps what a killed process wrote and did not sync.

use test_harness::form::{filled, summer_festival};
use test_harness::operator::attach;
use test_harness::service::Service;

use crate::calls;
use crate::durable::{CALLS, fault};
use crate::trace::Trace;

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
