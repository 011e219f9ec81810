//! A filled form becomes an application; what cannot be taken as one is told apart and leaves
//! nothing.

use reqwest::blocking::multipart::{Form, Part};
use serde_json::json;
use test_servers::waiting::wait_until;
use time::format_description::well_known::Rfc2822;

use crate::form::{blank, filled, summer_festival};
use crate::rows::execute;
use crate::service::{Service, refusal};

#[test]
fn a_filled_form_becomes_an_application_without_losing_a_character() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    assert_eq!(uploaded.answer["data"], summer_festival());
    assert_eq!(uploaded.answer["status"], "complete");
    assert!(
        uploaded.pa_id.ends_with("-0001") && uploaded.pa_key.starts_with("pak_"),
        "{}",
        uploaded.pa_id
    );
    let second = service.uploaded(
        "vsm_form",
        filled(
            "vsm_form",
            &json!({"name": "Hochschulsport", "legalTask": "sports"}),
        ),
    );
    assert_eq!(second.answer["status"], "incomplete");
    assert!(second.pa_id.ends_with("-0002"));
}

#[test]
fn a_blank_form_is_an_empty_application() {
    let service = Service::start();
    for form_type in ["pa_form", "vsm_form"] {
        assert_eq!(
            service.uploaded(form_type, blank(form_type)).answer["status"],
            "empty"
        );
    }
}

#[test]
fn a_file_that_is_no_readable_form_is_told_apart_and_takes_no_number() {
    let service = Service::start();
    let blobs = service.blob_count();
    let half = blank("pa_form").split_at(9_000).0.to_vec();
    for (file, code) in [
        (b"GIF89a".to_vec(), "pdf_not_a_pdf"),
        (half, "pdf_damaged"),
        (b"%PDF-1.7\nnothing\n%%EOF".to_vec(), "pdf_damaged"),
    ] {
        refusal(service.upload("pa_form", file), 400, code);
    }
    refusal(
        service.upload("other_form", blank("pa_form")),
        400,
        "form_type_unknown",
    );
    assert_eq!(service.blob_count(), blobs);
    assert!(
        service
            .uploaded("pa_form", blank("pa_form"))
            .pa_id
            .ends_with("-0001")
    );
}

#[test]
fn the_file_may_be_ten_megabytes_and_no_more() {
    let service = Service::start();
    let mut file = b"%PDF-1.7\n".to_vec();
    file.resize(10 * 1_048_576 + 1, b' ');
    assert!(refusal(service.upload("pa_form", file), 400, "file_too_large").contains("10 MB"));
}

#[test]
fn fifty_uploads_at_once_get_fifty_consecutive_numbers() {
    let service = Service::start();
    let pdf = filled("pa_form", &json!({"name": "Sommerfest"}));
    let mut numbers: Vec<String> = std::thread::scope(|scope| {
        let uploads: Vec<_> = (0..50)
            .map(|_| scope.spawn(|| service.uploaded("pa_form", pdf.clone()).pa_id))
            .collect();
        uploads
            .into_iter()
            .map(|upload| upload.join().unwrap())
            .collect()
    });
    numbers.sort();
    let expected: Vec<String> = (1..=50)
        .map(|number| format!("{}{number:04}", &numbers[0][..3]))
        .collect();
    assert_eq!(numbers, expected);
}

#[test]
fn when_the_numbers_run_out_it_is_told_and_then_nothing_is_read_or_stored() {
    let service = Service::start();
    service.uploaded("pa_form", blank("pa_form"));
    assert!(service.metrics().contains("formservice_numbers_left 9998"));
    execute(&service, "UPDATE year_counters SET last_number = 9997");
    let send = |key: &str, pdf: Vec<u8>| {
        let part = Part::bytes(pdf).file_name("antrag.pdf");
        let form = Form::new().text("form_type", "pa_form").part("file", part);
        let request = service.post("/upload").header("Idempotency-Key", key);
        request.multipart(form).send().unwrap()
    };
    let keys = ["the-last-but-one-0123", "the-last-one-of-all-0"];
    for key in keys {
        assert_eq!(send(key, blank("pa_form")).status(), 201);
    }
    for _ in 0..3 {
        let response = send("one-too-many-0123456", b"GIF89a".to_vec());
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        let seconds: i64 = header("retry-after").parse().unwrap();
        let now = time::OffsetDateTime::parse(&header("date"), &Rfc2822).unwrap();
        refusal(response, 503, "numbers_used_up");
        let first = time::Date::from_ordinal_date(now.year() + 1, 1).unwrap();
        let left = (first.midnight().assume_utc() - now).whole_seconds();
        assert!(
            (left - 60..left + 60).contains(&seconds),
            "{seconds} for {left}"
        );
    }
    // Whoever sends the last one again gets its answer.
    let again = send(keys[1], blank("pa_form"));
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(service.blob_count(), 3);
    assert!(service.metrics().contains("formservice_numbers_left 0"));
    let tells = |what: &str| service.log().matches(what).count();
    let request = "\"message\":\"request\"";
    // The line of a request comes after all others of it.
    let requests = 1 + keys.len() + 3 + 1;
    wait_until("the lines of all", || tells(request) == requests);
    let log = service.log();
    assert_eq!(tells("the numbers of the year are used up"), 1, "{log}");
    assert_eq!(tells("the numbers of the year run out"), 2, "{log}");
}
