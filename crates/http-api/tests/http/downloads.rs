//! Files of attachments as they are handed out: whole, in part, or not again.

use crate::client::Response;
use crate::service::{Service, Uploaded};

/// A file of ten bytes; its path.
fn attached(service: &Service, own: &Uploaded) -> String {
    let body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n\
        0123456789\r\n--b--\r\n";
    let path = format!("{}/attachments", own.path);
    let post = service
        .request("POST", &path)
        .header("X-PA-KEY", &own.key)
        .body("multipart/form-data; boundary=b", body);
    format!("{path}/{}", post.send().json()["id"])
}

fn get(service: &Service, own: &Uploaded, file: &str, headers: &[(&str, &str)]) -> Response {
    let request = service.request("GET", file).header("X-PA-KEY", &own.key);
    let with = headers.iter().fold(request, |request, (name, value)| {
        request.header(name, value)
    });
    with.send()
}

#[test]
fn a_part_says_of_which_file_it_is_and_that_there_are_others() {
    let service = Service::start();
    let own = service.uploaded();
    let file = attached(&service, &own);
    let whole = get(&service, &own, &file, &[]);
    let part = get(&service, &own, &file, &[("Range", "bytes=2-4")]);
    assert_eq!((part.status, part.body.as_slice()), (206, &b"234"[..]));
    assert_eq!(part.header("content-range"), "bytes 2-4/10");
    let tag = whole.header("etag");
    assert_eq!(tag.len(), 2 + 64, "a SHA-256 in quotation marks");
    for answer in [&whole, &part] {
        assert_eq!(answer.header("etag"), tag);
        let name = "attachment; filename=\"a.txt\"; filename*=UTF-8''a.txt";
        assert_eq!(answer.header("content-disposition"), name);
        assert_eq!(answer.header("accept-ranges"), "bytes");
        let policy = answer.header("content-security-policy");
        assert!(policy.ends_with("; sandbox"), "{policy}");
    }
    let beyond = get(&service, &own, &file, &[("Range", "bytes=10-")]);
    assert_eq!(beyond.header("content-range"), "bytes */10");
    beyond.refused(416, "range_not_satisfiable");
    let known = get(&service, &own, &file, &[("If-None-Match", tag)]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(known.header("etag"), tag);
}

/// A moment tells no file from another that came in the same second (RFC 9110, 13.1.5).
#[test]
fn the_rest_of_a_file_is_given_for_its_tag_and_for_nothing_else() {
    let service = Service::start();
    let own = service.uploaded();
    let file = attached(&service, &own);
    let tag = get(&service, &own, &file, &[]).header("etag").to_owned();
    let weak = format!("W/{tag}");
    for (condition, status) in [
        (tag.as_str(), 206),
        (weak.as_str(), 200),
        ("\"x\"", 200),
        ("\"é\"", 200),
        ("Fri, 27 Nov 2126 00:00:00 GMT", 200),
        ("x", 200),
    ] {
        let headers = [("Range", "bytes=5-"), ("If-Range", condition)];
        let answer = get(&service, &own, &file, &headers);
        assert_eq!(answer.status, status, "{condition}");
        let expected: &[u8] = if status == 206 {
            b"56789"
        } else {
            b"0123456789"
        };
        assert_eq!(answer.body, expected, "{condition}");
    }
}

#[test]
fn a_file_is_handed_out_only_as_the_one_that_is_wanted() {
    let service = Service::start();
    let own = service.uploaded();
    let file = attached(&service, &own);
    let tag = get(&service, &own, &file, &[]).header("etag").to_owned();
    let wanted = |tag: &str, range: &str| {
        let headers = [("If-Match", tag), ("Range", range)];
        get(&service, &own, &file, &headers)
    };
    assert_eq!(wanted(&tag, "bytes=2-4").body, b"234");
    assert_eq!(wanted("*", "bytes=2-4").body, b"234");
    // Judged before the range (RFC 9110, 13.2.2).
    for range in ["bytes=2-4", "bytes=99-"] {
        wanted("\"another\"", range).refused(412, "precondition_failed");
    }
}
