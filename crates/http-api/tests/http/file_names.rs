//! File names of attachments as browsers, curl and old programs send them.

use crate::service::Service;

#[test]
fn a_file_name_is_kept_whoever_sends_it_and_other_parts_are_ignored() {
    let service = Service::start();
    let own = service.uploaded();
    for (sent, kept) in [
        (&br"C:\Users\Ida\Angebot.pdf"[..], "Angebot.pdf"),
        (br"\\server\Ida\Angebot.pdf", "Angebot.pdf"),
        (br#"das \"beste\" Angebot.pdf"#, "das \"beste\" Angebot.pdf"),
        (b"A\x00n\x07g\x1be\x7fbot\t.pdf", "Angebot.pdf"),
        (b"M\xfcller \x96 Zelt.pdf", "Müller – Zelt.pdf"),
        ("Müller.pdf".as_bytes(), "Müller.pdf"),
    ] {
        let body = [
            b"--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n1\r\n\
                --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"",
            sent,
            b"\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"submit\"\r\n\r\nOK\r\n\
                --b--\r\n",
        ];
        let answer = service
            .request("POST", &format!("{}/attachments", own.path))
            .header("X-PA-KEY", &own.key)
            .body("multipart/form-data; boundary=b", body.concat())
            .send();
        assert_eq!(answer.status, 201, "{answer:?}");
        assert_eq!(answer.json()["filename"], kept);
    }
}

#[test]
fn a_boundary_is_read_as_programs_write_it() {
    let service = Service::start();
    let own = service.uploaded();
    let file = |content_type: &str, boundary: &str| {
        let body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=a.txt\r\n\r\n\
             x\r\n--{boundary}--\r\n"
        );
        let request = service.request("POST", &format!("{}/attachments", own.path));
        let request = request.header("X-PA-KEY", &own.key);
        request.body(content_type, body).send()
    };
    for (content_type, boundary) in [
        ("multipart/form-data ; boundary=b", "b"),
        ("Multipart/Form-Data;BOUNDARY=\"b c\"", "b c"),
        ("multipart/form-data; boundary=b ; charset=UTF-8", "b"),
        ("multipart/form-data; charset=UTF-8;; boundary=b", "b"),
        (
            "multipart/form-data; boundary=----=_Part_1:2",
            "----=_Part_1:2",
        ),
    ] {
        let answer = file(content_type, boundary);
        assert_eq!(answer.status, 201, "{content_type}: {answer:?}");
    }
    let long = "b".repeat(71);
    for (content_type, boundary) in [
        ("multipart/form-data", "b"),
        ("multipart/form-data; boundary=", ""),
        ("multipart/form-data; boundary=\"\"", ""),
        (&format!("multipart/form-data; boundary={long}"), &long),
    ] {
        let sentence = file(content_type, boundary).refused(400, "upload_invalid");
        assert!(sentence.contains("no boundary of 1 to 70"), "{sentence}");
    }
}

#[test]
fn who_names_a_file_twice_is_told_to_name_it_once() {
    let service = Service::start();
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=a; filename=b";
    let body = format!("{head}\r\n\r\nx\r\n--b--\r\n");
    let request = service.request("POST", "/upload");
    let answer = request.body("multipart/form-data; boundary=b", body).send();
    let sentence = answer.refused(400, "upload_invalid");
    assert!(
        sentence.ends_with("gives `filename` twice, give it once."),
        "{sentence}"
    );
}

#[test]
fn a_file_that_is_missing_empty_or_doubled_is_named_as_that() {
    let service = Service::start();
    let own = service.uploaded();
    let file = |content: &str| {
        format!("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{content}\r\n")
    };
    for (body, mistakes) in [
        (String::new(), vec!["is missing"]),
        (file(""), vec!["is empty"]),
        (file("a") + &file("b"), vec!["was sent twice"]),
        (file("") + &file("b"), vec!["is empty", "was sent twice"]),
    ] {
        let sentence = service
            .request("POST", &format!("{}/attachments", own.path))
            .header("X-PA-KEY", &own.key)
            .body("multipart/form-data; boundary=b", body + "--b--\r\n")
            .send()
            .refused(400, "upload_invalid");
        assert_eq!(sentence.matches("`file`").count(), mistakes.len());
        for mistake in mistakes {
            assert!(sentence.contains(mistake), "{sentence}");
        }
    }
}
