//! Stored bytes that have changed are never handed out as a whole file.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use bytes::Bytes;
use domain::BlobKey;
use futures::executor::block_on;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobStore as _, StoreError};

use crate::log::{lines, start_log};
use crate::service::{Service, Uploaded};

const FORM: &str = "%PDF\nname=Sommerfest";

/// An application whose attachment is the same text as its form, for this is all that is stored.
fn with_attachment(service: &Service) -> (Uploaded, [String; 2]) {
    let own = service.uploaded();
    let attachments = format!("{}/attachments", own.path);
    let body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"secret.pdf\"\r\n\r\n\
            {FORM}\r\n--b--\r\n"
    );
    let added = service
        .request("POST", &attachments)
        .header("X-PA-KEY", &own.key)
        .body("multipart/form-data; boundary=b", body)
        .send();
    assert_eq!(added.status, 201, "{added:?}");
    let original = format!("{}?format=original", own.path);
    (own, [original, format!("{attachments}/1")])
}

fn replace_all_blobs(service: &Service, content: &'static str) {
    let blobs = &service.house.bytes;
    block_on(async {
        let keys: Vec<_> = blobs.list().await.unwrap().try_collect().await.unwrap();
        assert_eq!(keys.len(), 2);
        for key in keys {
            blobs.remove(&key).await.unwrap();
            let bytes = Bytes::from_static(content.as_bytes());
            let bytes = stream::iter([Ok(bytes)]).boxed();
            blobs.put(&key, bytes).await.unwrap();
        }
    });
}

/// All that comes before the connection ends, or breaks off.
fn downloaded(service: &Service, own: &Uploaded, target: &str, header: &str) -> String {
    let mut stream = TcpStream::connect(service.address).unwrap();
    let head = format!("GET {target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
    let request = format!("{head}X-PA-KEY: {}\r\n{header}\r\n", own.key);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A reset is one way to break off.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap().to_ascii_lowercase()
}

fn is_whole(answer: &str, body: &str) -> bool {
    let (head, sent) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let length = format!("\r\ncontent-length: {}\r\n", body.len());
    head.contains(&length) && sent == body.to_ascii_lowercase()
}

/// The messages of errors about broken downloads.
fn complaints() -> Vec<String> {
    let lines = lines().into_iter();
    let errors = lines.filter(|line| line["level"] == "ERROR");
    let broken = errors.filter(|line| line["fields"]["pa_id"] == "26-0001");
    let messages = broken.map(|line| line["fields"].to_string());
    messages
        .filter(|message| message.contains("download was broken off"))
        .collect()
}

#[test]
fn a_download_of_changed_bytes_is_broken_off_before_its_last_piece_and_logged() {
    start_log();
    let service = Service::start();
    let (own, targets) = with_attachment(&service);
    for target in &targets {
        let whole = downloaded(&service, &own, target, "");
        assert!(is_whole(&whole, FORM), "{whole}");
    }
    assert_eq!(complaints(), Vec::<String>::new());
    let mut broken = 0;
    for content in [
        "",
        "%PDF\nname=Sommer",
        "%PDF\nname=Sommerfest!",
        "%PDF\nname=Winterfest",
    ] {
        replace_all_blobs(&service, content);
        for target in &targets {
            let answer = downloaded(&service, &own, target, "");
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
            // What breaks off before the first piece is told with a sentence.
            let is_refused = head.starts_with("http/1.1 500 ") && body.contains("\"detail\"");
            assert!(is_refused || body.len() < FORM.len(), "{content}: {answer}");
            assert!(
                is_refused || content.len() < FORM.len(),
                "{content}: {answer}"
            );
            assert!(!answer.contains("chunked"), "{answer}");
            broken += 1;
            let logged = complaints();
            assert_eq!(logged.len(), broken, "{content}: {logged:?}");
            let last = &logged[broken - 1];
            assert!(last.contains("have changed") && !last.contains("secret"));
        }
    }
    replace_all_blobs(&service, FORM);
    for target in &targets {
        let whole = downloaded(&service, &own, target, "");
        assert!(is_whole(&whole, FORM), "{whole}");
    }
    assert_eq!(complaints().len(), broken);
    // Ranges are judged by their length alone.
    replace_all_blobs(&service, "%PDF\nname=Winter");
    let inside = downloaded(&service, &own, &targets[1], "Range: bytes=10-15\r\n");
    assert!(is_whole(&inside, "Winter"), "{inside}");
    assert_eq!(complaints().len(), broken);
    let past = downloaded(&service, &own, &targets[1], "Range: bytes=10-18\r\n");
    assert!(!past.ends_with("winter"), "{past}");
    assert_eq!(complaints().len(), broken + 1);
}

#[test]
fn a_media_type_that_no_header_can_hold_costs_nobody_the_file() {
    let service = Service::start();
    let (own, [_, target]) = with_attachment(&service);
    let add = add_again(&service, "text/html\r\nX-Evil: y");
    actix_web::rt::System::new().block_on(add);
    let answer = downloaded(&service, &own, &target.replace("/1", "/2"), "");
    assert!(is_whole(&answer, FORM), "{answer}");
    let told = "\r\ncontent-type: application/octet-stream\r\n";
    assert!(answer.contains(told), "{answer}");
    assert!(!answer.contains("x-evil"), "{answer}");
}

/// Adds the attachment once more with another media type, as nothing but the rows can.
async fn add_again(service: &Service, content_type: &'static str) {
    let blob = BlobKey::from_entropy([2; 16]);
    let bytes = stream::iter([Ok(Bytes::from_static(FORM.as_bytes()))]).boxed();
    service.house.bytes.put(&blob, bytes).await.unwrap();
    let add = service.house.rows.write::<_, StoreError>(move |rows| {
        let pa_id = rows.list_pa_ids(None, 1)?[0];
        rows.lock(pa_id)?;
        let mut attachment = rows.list_attachments(pa_id)?.remove(0);
        attachment.file.content_type = content_type.to_owned();
        attachment.file.blob = blob;
        let created_at = attachment.created_at;
        let added = rows.add_attachment(pa_id, &attachment.file, created_at);
        added.map(drop)
    });
    add.await.unwrap();
}
