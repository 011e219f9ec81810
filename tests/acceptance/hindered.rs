//! Something else keeps the service from writing: a folder that has become read-only, a database
//! that another program has locked, a bound on the size of files. What can be read is read, and it
//! goes on without a restart.

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use test_harness::client::at_once;
use test_servers::waiting::wait_until;

use crate::apart;
use crate::form::{blank, filled, summer_festival};
use crate::operator::{attach, call};
use crate::page::Page;
use crate::rows::lock;
use crate::service::{MASTER_KEY, Service, Uploaded, refusal};

/// So often everything is tried meanwhile.
const TRIES: usize = 5;

#[test]
fn a_folder_of_files_that_has_become_read_only_takes_none_while_the_rest_goes_on() {
    apart::run("hindered::with_a_mount_of_its_own");
}

#[test]
#[ignore = "mounts a file system: run by the story above"]
fn with_a_mount_of_its_own() {
    apart::must_be_inside();
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let file = attach(&service, &own.path(), vec![b'x'; 70_000]);
    let kept = service.blobs();
    let blobs = service.folder().join("data/blobs");
    let blobs = blobs.to_str().unwrap();
    apart::call("mount", &["--bind", blobs, blobs]);
    apart::call("mount", &["-o", "remount,bind,ro", blobs]);
    for number in 0..TRIES {
        unavailable(service.upload("pa_form", blank("pa_form")));
        unavailable(attaching(&service, &own));
        reading_goes_on(&service, &own, &file);
        assert_eq!(renaming(&service, &own, number).status(), 200);
    }
    assert_eq!(service.get("/health/ready").send().unwrap().status(), 503);
    apart::call("umount", &[blobs]);
    assert_eq!(service.blobs(), kept, "nothing is left of what was refused");
    goes_on_again(&service, &own);
}

#[test]
fn a_database_that_another_program_has_locked_can_be_read_and_is_written_to_again() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let file = attach(&service, &own.path(), vec![b'x'; 70_000]);
    let kept = service.blobs();
    let locked = lock(&service);
    // At once, since each of them waits for the lock first.
    at_once(TRIES, |number| {
        unavailable(renaming(&service, &own, number));
        reading_goes_on(&service, &own, &file);
    });
    unavailable(attaching(&service, &own));
    let page = Page::of(&service);
    let up = |way| page.number(&format!("formservice_database_up{{way=\"{way}\"}}"));
    assert_eq!((up("read"), up("write")), (1.0, 0.0));
    reading_goes_on(&service, &own, &file);
    drop(locked);
    assert_eq!(service.blobs(), kept, "nothing is left of what was refused");
    goes_on_again(&service, &own);
}

/// The kernel ends a process that writes past that bound (`ulimit -f`, `LimitFSIZE=`), unless it
/// asks not to be; so one large attachment would end all that is under way.
#[test]
fn an_attachment_larger_than_a_file_may_be_is_refused_while_the_rest_goes_on() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let file = attach(&service, &own.path(), vec![b'x'; 70_000]);
    let kept = service.blobs();
    let process = service.process_id().to_string();
    let bound = |bytes| apart::call("prlimit", &["--pid", &process, bytes]);
    bound("--fsize=4000000:");
    let refused = attaching_bytes(&service, &own, 4_000_001);
    refusal(refused, 503, "storage_full");
    assert_eq!(service.blobs(), kept, "nothing is left of what was refused");
    reading_goes_on(&service, &own, &file);
    assert_eq!(attaching(&service, &own).status(), 201);
    bound("--fsize=100000000:");
    assert_eq!(attaching_bytes(&service, &own, 4_000_001).status(), 201);
    goes_on_again(&service, &own);
}

fn goes_on_again(service: &Service, own: &Uploaded) {
    wait_until("the service to be ready", || {
        service.get("/health/ready").send().unwrap().status() == 200
    });
    assert_eq!(renaming(service, own, TRIES).status(), 200);
    assert_eq!(attaching(service, own).status(), 201);
    service.uploaded("pa_form", blank("pa_form"));
    wait_until("the metrics to say so", || {
        let page = Page::of(service);
        page.number("formservice_database_up{way=\"write\"}") == 1.0
            && page.number("formservice_blob_store_up{way=\"write\"}") == 1.0
    });
    call(service.folder(), &["verify"]).with(0);
}

fn unavailable(answer: Response) {
    assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
    refusal(answer, 503, "unavailable");
}

fn reading_goes_on(service: &Service, own: &Uploaded, file: &Value) {
    let attachment = format!("/attachments/{file}");
    for rest in [
        "",
        "/attachments",
        &attachment,
        "?format=original",
        "/history",
    ] {
        let path = format!("{}{rest}", own.path());
        let answer = service.get(&path).header("X-MASTER-KEY", MASTER_KEY).send();
        assert_eq!(answer.unwrap().status(), 200, "{path}");
    }
}

fn renaming(service: &Service, own: &Uploaded, number: usize) -> Response {
    let change = service.put(&own.path()).header("X-PA-KEY", &own.pa_key);
    let name = format!("Fest {number}");
    change.json(&json!({"name": name})).send().unwrap()
}

fn attaching(service: &Service, own: &Uploaded) -> Response {
    attaching_bytes(service, own, 100_000)
}

fn attaching_bytes(service: &Service, own: &Uploaded, bytes: usize) -> Response {
    let file = Part::bytes(vec![b'y'; bytes]).file_name("quote.txt");
    let post = service.post(&format!("{}/attachments", own.path()));
    let post = post.header("X-PA-KEY", &own.pa_key);
    post.multipart(Form::new().part("file", file))
        .send()
        .unwrap()
}
