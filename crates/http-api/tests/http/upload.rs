//! Multipart bodies, right and odd.

use serde_json::json;

use crate::service::Service;

fn part(name: &str, content: &str) -> String {
    format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{content}\r\n")
}

/// The readers of these tests know a PDF by its first line, the service by what is in the last.
fn file() -> String {
    part("file", "%PDF\nname=Fest\n%PDF-1.7")
}

fn form_type() -> String {
    part("form_type", "sample_form")
}

/// A part whose bytes are encoded.
fn encoded(name: &str, encoding: &str) -> String {
    part(name, "JVBERg==").replacen(
        "--b\r\n",
        &format!("--b\r\nContent-Transfer-Encoding: {encoding}\r\n"),
        1,
    )
}

#[test]
fn an_upload_is_answered_with_its_id_its_key_and_its_data() {
    let service = Service::start();
    let response = service.upload("%PDF\nname=Fest\nprojectBeginn=1.7.2026");
    assert_eq!(response.status, 201);
    let mut answer = response.json();
    assert!(
        answer["pa_key"]
            .take()
            .as_str()
            .unwrap()
            .starts_with("pak_")
    );
    let data = json!({"name": "Fest", "projectBeginn": "2026-07-01"});
    assert_eq!(
        answer,
        json!({"pa_id": "26-0001", "pa_key": null, "data": data, "status": "complete"})
    );
}

#[test]
fn the_parts_come_in_any_order() {
    let service = Service::start();
    for body in [file() + &form_type(), form_type() + &file()] {
        assert_eq!(service.multipart(&format!("{body}--b--\r\n")).status, 201);
        assert_eq!(
            service
                .multipart(&format!("preamble\r\n{body}--b--"))
                .status,
            201
        );
    }
}

#[test]
fn parts_with_other_names_are_ignored() {
    let service = Service::start();
    let token = part("csrf_token", &"x".repeat(100_000));
    let submit = part("submit", "Absenden");
    let body = token + &file() + "--b\r\n\r\nno head\r\n" + &form_type() + &submit;
    assert_eq!(service.multipart(&format!("{body}--b--")).status, 201);
    let too_much = part("x", &"x".repeat(1_048_577)) + &body;
    let sentence = service
        .multipart(&format!("{too_much}--b--"))
        .refused(400, "upload_invalid");
    assert!(sentence.contains("larger than 1 MB"), "{sentence}");
}

#[test]
fn all_mistakes_are_named_at_once() {
    let service = Service::start();
    for (body, mistakes) in [
        (form_type(), vec!["`file` is missing"]),
        (file(), vec!["`form_type` is missing"]),
        (
            String::new(),
            vec!["`file` is missing", "`form_type` is missing"],
        ),
        (part("file", "") + &form_type(), vec!["`file` is empty"]),
        (
            file() + &file() + &form_type(),
            vec!["`file` was sent twice"],
        ),
        (
            form_type() + &file() + &form_type(),
            vec!["`form_type` was sent twice"],
        ),
        (
            part("form_type", "other") + &part("file", &"x".repeat(10_485_761)),
            vec!["must be one of: sample_form"],
        ),
        (
            part("x", "1") + &part("form_type", "other") + &file() + &file(),
            vec!["must be one of: sample_form", "`file` was sent twice"],
        ),
        (
            part("form_type", &"y".repeat(5000)),
            vec!["must be one of", "`file` is missing"],
        ),
    ] {
        // A form type that does not exist is a mistake of another kind.
        let is_mixed = mistakes[0].starts_with("must be one of");
        let code = if is_mixed {
            "data_invalid"
        } else {
            "upload_invalid"
        };
        let sentence = service
            .multipart(&format!("{body}--b--\r\n"))
            .refused(400, code);
        let places: Vec<_> = mistakes
            .iter()
            .map(|mistake| sentence.find(mistake))
            .collect();
        assert!(
            places.is_sorted() && places.iter().all(Option::is_some),
            "{sentence}"
        );
        assert_eq!(
            sentence.matches("The part").count(),
            mistakes.len(),
            "{sentence}"
        );
    }
    let unknown = part("form_type", "other") + &file() + "--b--\r\n";
    let sentence = service
        .multipart(&unknown)
        .refused(400, "form_type_unknown");
    assert!(sentence.contains("sample_form"), "{sentence}");
}

#[test]
fn a_body_that_is_no_whole_multipart_body_is_refused() {
    let service = Service::start();
    for body in [
        file() + &form_type(),
        file().replace("\r\n", "\n"),
        "--b\r\n\r\nno headers\r\n--b--\r\n".to_owned(),
        "--b\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--b--\r\n".to_owned(),
        "--b\r\nContent-Dis".to_owned(),
        format!("--b\r\nX: {}", "x".repeat(100_000)),
        "junk".to_owned(),
        String::new(),
    ] {
        service.multipart(&body).refused(400, "upload_invalid");
    }
    for content_type in [
        "text/plain",
        "multipart/mixed; boundary=b",
        "application/pdf",
    ] {
        let request = service.request("POST", "/upload");
        request
            .body(content_type, file())
            .send()
            .refused(400, "content_type_unsupported");
    }
    for boundary in ["", "; boundary=", &format!("; boundary={}", "b".repeat(71))] {
        let request = service.request("POST", "/upload");
        let content_type = format!("multipart/form-data{boundary}");
        let refused = request.body(&content_type, file()).send();
        let told = refused.refused(400, "upload_invalid");
        assert!(told.contains("no boundary of 1 to 70 characters"), "{told}");
    }
    let nothing = service.request("POST", "/upload").send();
    nothing.refused(400, "content_type_unsupported");
}

#[test]
fn the_code_tells_why_a_file_cannot_be_taken() {
    let service = Service::start();
    service.upload("GIF89a").refused(400, "pdf_not_a_pdf");
    service.upload("locked").refused(400, "pdf_locked");
    let sentence = service
        .upload("%PDF\nprojectBeginn=soon")
        .refused(400, "form_values_invalid");
    assert!(
        sentence.contains("projectBeginn") && sentence.contains("soon"),
        "{sentence}"
    );
    assert!(service.uploaded().path.ends_with("-0001"));
}

#[test]
fn no_cut_and_no_changed_byte_breaks_the_service() {
    let service = Service::start();
    let whole = format!("{}{}{}--b--\r\n", part("x", ""), form_type(), file()).into_bytes();
    let cuts = (0..whole.len()).map(|length| whole[..length].to_vec());
    let changes = (0..whole.len()).flat_map(|index| {
        [0, b'\n', b'-', b'"', 0xff].map(|byte| {
            let mut changed = whole.clone();
            changed[index] = byte;
            changed
        })
    });
    for body in cuts.chain(changes) {
        let request = service.request("POST", "/upload");
        let shown = String::from_utf8_lossy(&body).into_owned();
        let status = request
            .body("multipart/form-data; boundary=b", body)
            .send()
            .status;
        // A changed boundary before the first part makes that part a preamble, which is right.
        assert!([201, 400].contains(&status), "{status}: {shown}");
    }
}

#[test]
fn mistakes_of_different_kinds_are_invalid_data() {
    let service = Service::start();
    let part = |head: &str, content: &str| {
        format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
    };
    let unknown = part("name=\"form_type\"", "zzz");
    let empty = part("name=\"file\"; filename=\"a.pdf\"", "");
    let detail = service
        .multipart(&format!("{unknown}{empty}--b--\r\n"))
        .refused(400, "data_invalid");
    let told = detail.contains("must be one of") && detail.contains("is empty");
    assert!(told, "{detail}");
    let twice = format!("{empty}{empty}--b--\r\n");
    service.multipart(&twice).refused(400, "upload_invalid");
    let packed = encoded("file", "base64");
    let detail = service
        .multipart(&format!("{unknown}{packed}{unknown}--b--\r\n"))
        .refused(400, "data_invalid");
    let named = ["must be one of", "base64", "`form_type` was sent twice"];
    let places = named.map(|mistake| detail.find(mistake));
    assert!(places.is_sorted() && places[0].is_some(), "{detail}");
}

/// Whatever else is wrong: alone it is told with its own code, and after the scanner.
#[test]
fn a_file_that_is_no_pdf_is_named_beside_other_mistakes_in_its_place() {
    let service = Service::start();
    let picture = part("file", "GIF89a");
    let not_a_pdf = "The file is not a PDF.";
    for (body, mistakes) in [
        (
            picture.clone() + &part("form_type", "zzz"),
            [not_a_pdf, "must be one of"],
        ),
        (
            part("form_type", "zzz") + &picture,
            ["must be one of", not_a_pdf],
        ),
        (
            picture.clone() + &picture + &form_type(),
            [not_a_pdf, "twice"],
        ),
        (picture.clone(), [not_a_pdf, "`form_type` is missing"]),
        (
            picture.clone() + &encoded("form_type", "base64"),
            [not_a_pdf, "base64"],
        ),
    ] {
        let detail = service.multipart(&format!("{body}--b--\r\n"));
        let detail = detail.refused(400, "data_invalid");
        let places = mistakes.map(|mistake| detail.find(mistake));
        assert!(places.is_sorted() && places[0].is_some(), "{detail}");
    }
    let alone = format!("{picture}{}--b--\r\n", form_type());
    service.multipart(&alone).refused(400, "pdf_not_a_pdf");
    let broken = service.multipart(&format!("{picture}--b\r\nContent-Dis"));
    let broken = broken.refused(400, "data_invalid");
    assert!(broken.starts_with(not_a_pdf), "{broken}");
}

#[test]
fn a_part_whose_bytes_are_encoded_is_refused() {
    let service = Service::start();
    let head = "--b\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: form-data;\r\n ";
    let body = format!("{head}name=\"file\"; filename=\"a.pdf\"\r\n\r\nJVBERg==\r\n--b--\r\n");
    let detail = service.multipart(&body).refused(400, "upload_invalid");
    assert!(detail.contains("base64"), "{detail}");
    let own = service.uploaded();
    let attach = |body: &str| {
        let request = service.request("POST", &format!("{}/attachments", own.path));
        let request = request.header("X-PA-KEY", &own.key);
        request.body("multipart/form-data; boundary=b", body).send()
    };
    attach(&body).refused(400, "upload_invalid");
    let packed = body.replace(
        "Content-Transfer-Encoding: base64",
        "Content-Encoding: gzip",
    );
    let twice = packed.replace("--b--", &part("file", "x")) + "--b--";
    let detail = attach(&twice).refused(400, "upload_invalid");
    let places = ["gzip", "sent twice"].map(|part| detail.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{detail}");
    let empty = part("file", "") + "--b\r\nContent-Dis";
    let detail = attach(&empty).refused(400, "upload_invalid");
    let places = ["is empty", "broken"].map(|part| detail.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{detail}");
    let cut = packed.trim_end_matches("--b--\r\n");
    let detail = attach(cut).refused(400, "upload_invalid");
    let places = ["gzip", "broken"].map(|part| detail.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{detail}");
    let large = packed.replace("JVBERg==", &"x".repeat(1_048_577));
    let detail = attach(&large).refused(400, "upload_invalid");
    assert!(detail.ends_with("send its bytes as they are."), "{detail}");
    let added = attach(&body.replace("base64", "binary"));
    assert_eq!(
        (added.status, added.json()["size"].as_u64()),
        (201, Some(8))
    );
}
