//! Attachments: any file comes back as it came, within limits that hold whoever is faster.

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::form::blank;
use crate::service::{Service, Uploaded, refusal};

fn started() -> (Service, Uploaded) {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    (service, uploaded)
}

fn attach(service: &Service, to: &Uploaded, filename: &'static str, bytes: Vec<u8>) -> Response {
    let file = Part::bytes(bytes).file_name(filename);
    let form = Form::new().part("file", file);
    let post = service.post(&format!("{}/attachments", to.path()));
    post.header("X-PA-KEY", &to.pa_key)
        .multipart(form)
        .send()
        .expect("an answer")
}

#[test]
fn a_file_comes_back_as_it_came_whole_or_in_part() {
    let (service, uploaded) = started();
    let bytes: Vec<u8> = (0..100_000_u32).map(|index| (index % 251) as u8).collect();
    let response = attach(
        &service,
        &uploaded,
        "Angebot Müller & Söhne.pdf",
        bytes.clone(),
    );
    assert_eq!(response.status(), 201);
    let attachment: Value = response.json().unwrap();
    assert_eq!(
        (&attachment["filename"], &attachment["size"]),
        (&json!("Angebot Müller & Söhne.pdf"), &json!(100_000))
    );
    let path = format!("{}/attachments", uploaded.path());
    let list: Value = service
        .get(&path)
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert_eq!(
        (&list["total_count"], &list["total_size"]),
        (&json!(1), &json!(100_000))
    );
    let file = format!("{path}/{}", attachment["id"]);
    let whole = service
        .get(&format!("{file}?key={}", uploaded.pa_key))
        .send()
        .unwrap();
    let headers = whole.headers().clone();
    assert_eq!(headers["content-length"], "100000");
    assert_eq!(
        headers["content-security-policy"],
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
    );
    assert!(
        headers["content-disposition"]
            .to_str()
            .unwrap()
            .contains("filename*=UTF-8''Angebot%20M%C3%BCller")
    );
    assert_eq!(whole.bytes().unwrap(), bytes);
}

#[test]
fn no_page_runs_a_file_as_its_code() {
    let (service, uploaded) = started();
    let script = Part::bytes(&b"steal()"[..]).file_name("a.js");
    let script = script.mime_str("text/javascript").unwrap();
    let path = format!("{}/attachments", uploaded.path());
    let post = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
    let sent = post.multipart(Form::new().part("file", script)).send();
    let attachment: Value = sent.unwrap().json().unwrap();
    let file = format!("{path}/{}?key={}", attachment["id"], uploaded.pa_key);
    for (wanted_as, media_type) in [
        ("script", "application/octet-stream"),
        ("style", "application/octet-stream"),
        ("serviceworker", "application/octet-stream"),
        ("document", "text/javascript"),
        ("empty", "text/javascript"),
        ("image", "text/javascript"),
    ] {
        let get = service.get(&file).header("Sec-Fetch-Dest", wanted_as);
        let answer = get.send().unwrap();
        assert_eq!(answer.headers()["content-type"], media_type, "{wanted_as}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert_eq!(answer.bytes().unwrap(), &b"steal()"[..]);
    }
}

#[test]
fn a_part_of_a_file_is_enough_and_what_is_known_is_not_sent_again() {
    let (service, uploaded) = started();
    let bytes: Vec<u8> = (0..100_u8).collect();
    let attachment: Value = attach(&service, &uploaded, "a.bin", bytes.clone())
        .json()
        .unwrap();
    let file = format!("{}/attachments/{}", uploaded.path(), attachment["id"]);
    let get = || service.get(&file).header("X-PA-KEY", &uploaded.pa_key);
    let headers = get().send().unwrap().headers().clone();
    let part = get().header("Range", "bytes=10-19").send().unwrap();
    assert_eq!(
        (
            part.status().as_u16(),
            part.headers()["content-range"].to_str().unwrap()
        ),
        (206, "bytes 10-19/100")
    );
    assert_eq!(part.bytes().unwrap(), bytes[10..20]);
    // However many digits a number has, and however the unit is written.
    let nines = "9".repeat(30);
    let rest = get().header("Range", format!("BYTES=90-{nines}"));
    assert_eq!(rest.send().unwrap().bytes().unwrap(), bytes[90..]);
    for beyond in ["bytes=100-".to_owned(), format!("bytes={nines}-")] {
        let response = get().header("Range", beyond).send().unwrap();
        refusal(response, 416, "range_not_satisfiable");
    }
    assert_eq!(
        get()
            .header("If-None-Match", &headers["etag"])
            .send()
            .unwrap()
            .status(),
        304
    );
}

#[test]
fn what_is_refused_leaves_nothing() {
    let (service, uploaded) = started();
    let blobs = service.blob_count();
    refusal(
        attach(&service, &uploaded, "leer.txt", Vec::new()),
        400,
        "upload_invalid",
    );
    let too_large = vec![0; 50 * 1_048_576 + 1];
    assert!(
        refusal(
            attach(&service, &uploaded, "groß.bin", too_large),
            400,
            "attachment_too_large"
        )
        .contains("50 MB")
    );
    let two = Form::new()
        .part("file", Part::bytes(b"a".to_vec()))
        .part("file", Part::bytes(b"b".to_vec()));
    let post = service
        .post(&format!("{}/attachments", uploaded.path()))
        .header("X-PA-KEY", &uploaded.pa_key);
    refusal(post.multipart(two).send().unwrap(), 400, "upload_invalid");
    assert_eq!(service.blob_count(), blobs);
    let path = format!("{}/attachments/x", uploaded.path());
    refusal(
        service
            .get(&path)
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap(),
        404,
        "attachment_not_found",
    );
}

#[test]
fn a_removed_attachment_is_gone_with_its_bytes_and_offers_name_none() {
    let (service, uploaded) = started();
    let attachment: Value = attach(&service, &uploaded, "a.txt", b"a".to_vec())
        .json()
        .unwrap();
    let blobs = service.blob_count();
    let offers = format!("{}/costs/0/offers", uploaded.path());
    let offer = json!({"supplier_name": "A", "amount": 1, "attachment_id": attachment["id"]});
    let created = service
        .post(&offers)
        .header("X-PA-KEY", &uploaded.pa_key)
        .json(&offer)
        .send()
        .unwrap();
    assert_eq!(created.status(), 201);
    let path = format!("{}/attachments/{}", uploaded.path(), attachment["id"]);
    assert_eq!(
        service
            .delete(&path)
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap()
            .status(),
        200
    );
    assert_eq!(service.blob_count(), blobs - 1);
    let position: Value = service
        .get(&offers)
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert_eq!(position["offers"][0]["attachment_id"], Value::Null);
}
