//! A storage without room takes no more files; everything else goes on.

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use test_servers::waiting::wait_until;

use crate::form::blank;
use crate::page::Page;
use crate::service::{Service, Uploaded, refusal};

const TOTAL: &str = "FORMSERVICE__LIMITS__STORED_TOTAL_BYTES";
const FLOOR: &str = "FORMSERVICE__LIMITS__FREE_BYTES_MIN";

fn attach(service: &Service, to: &Uploaded, size: usize) -> Response {
    let file = Part::bytes(vec![b'x'; size]).file_name("quote.txt");
    let post = service.post(&format!("{}/attachments", to.path()));
    post.header("X-PA-KEY", &to.pa_key)
        .multipart(Form::new().part("file", file))
        .send()
        .unwrap()
}

/// Reading, changing and removing, and nothing of what was refused.
fn all_but_files_goes_on(service: &Service, uploaded: &Uploaded, attachment: &Value) {
    let blobs = service.blob_count();
    let full = attach(service, uploaded, 700_000);
    assert!(full.headers().contains_key("retry-after"));
    refusal(full, 503, "storage_full");
    let form = service.upload("pa_form", blank("pa_form"));
    if form.status() != 201 {
        refusal(form, 503, "storage_full");
        assert_eq!(service.blob_count(), blobs);
    }
    let (path, key) = (uploaded.path(), &uploaded.pa_key);
    let file = format!("{path}/attachments/{}", attachment["id"]);
    let read = service.get(&file).header("X-PA-KEY", key).send().unwrap();
    assert_eq!(read.bytes().unwrap().len(), 700_000);
    let change = service.put(&path).header("X-PA-KEY", key);
    let change = change.json(&json!({"name": "Sommerfest"})).send().unwrap();
    assert_eq!(change.status(), 200);
    let removed = service
        .delete(&file)
        .header("X-PA-KEY", key)
        .send()
        .unwrap();
    assert_eq!(removed.status(), 200);
}

#[test]
fn above_the_bound_on_all_bytes_no_file_is_taken_until_one_is_removed() {
    let service = Service::start_with(&[(TOTAL, "2000000")]);
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    let first: Value = attach(&service, &uploaded, 700_000).json().unwrap();
    assert_eq!(attach(&service, &uploaded, 700_000).status(), 201);
    all_but_files_goes_on(&service, &uploaded, &first);
    assert_eq!(attach(&service, &uploaded, 700_000).status(), 201);
    refusal(attach(&service, &uploaded, 700_000), 503, "storage_full");
}

#[test]
fn below_the_floor_of_free_space_no_file_is_taken() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    let first: Value = attach(&service, &uploaded, 700_000).json().unwrap();
    // No disk has so much. With S3 and PostgreSQL nobody knows the space, and nothing is refused.
    let service = service.kill_and_restart_with(&[(FLOOR, "1000000000000000000")]);
    if service.blob_files().is_empty() {
        service.uploaded("pa_form", blank("pa_form"));
        return;
    }
    all_but_files_goes_on(&service, &uploaded, &first);
    let form = service.upload("pa_form", blank("pa_form"));
    refusal(form, 503, "storage_full");
}

#[test]
fn stored_bytes_and_free_space_are_on_the_page_and_follow_uploads_and_deletions() {
    let bound = (TOTAL, "50000000");
    let service = Service::start_with(&[bound, (FLOOR, "4096")]);
    let page_shows = |what: &str, is_so: &dyn Fn(f64) -> bool| {
        wait_until(what, || {
            is_so(Page::of(&service).number("formservice_stored_bytes"))
        });
    };
    let form = blank("pa_form");
    let form_bytes = form.len() as f64;
    let uploaded = service.uploaded("pa_form", form);
    let attachment: Value = attach(&service, &uploaded, 700_000).json().unwrap();
    let with_both = form_bytes + 700_000.0;
    page_shows("both files", &|stored| stored == with_both);
    let page = Page::of(&service);
    assert_eq!(page.number("formservice_stored_max_bytes"), 5e7);
    assert_eq!(page.number("formservice_free_min_bytes"), 4096.0);
    let free = page.under("formservice_free_bytes");
    let of = |what: &str| free.iter().any(|(series, _)| series.contains(what));
    // With S3 and PostgreSQL nobody knows the space.
    assert_eq!(of("blobs"), !service.blob_files().is_empty());
    let database = service.folder().join("data/formservice.db");
    assert_eq!(of("database"), database.is_file());
    assert!(free.iter().all(|(_, bytes)| *bytes > 4096.0), "{free:?}");
    let file = format!("{}/attachments/{}", uploaded.path(), attachment["id"]);
    let delete = service.delete(&file).header("X-PA-KEY", &uploaded.pa_key);
    assert_eq!(delete.send().unwrap().status(), 200);
    page_shows("the form alone", &|stored| stored == form_bytes);
}

#[test]
fn a_bound_on_all_bytes_that_is_not_set_is_not_on_the_page() {
    let page = Service::start().metrics();
    assert!(!page.contains("formservice_stored_max_bytes"), "{page}");
    assert!(
        page.contains("formservice_free_min_bytes 268435456"),
        "{page}"
    );
}
