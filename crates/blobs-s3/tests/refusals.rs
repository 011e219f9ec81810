//! A server that answers every request with the same refusal, or the same page.

mod fake_server;

use std::error::Error as _;

use blobs_s3::{PART_BYTES, S3BlobStore};
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use ports::{BlobError, BlobStore};
use testkit::TestResult;
use testkit::blob_suite::key;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use fake_server::{read_head, store_on};

/// What reading, writing, removing and looking after a blob are told where all is answered so.
async fn told(status: &str, more: &str, body: &str) -> TestResult<Vec<BlobError>> {
    let (store, answering) = answered(status, more, body).await?;
    let bytes = stream::iter([Ok(Bytes::from_static(b"a"))]).boxed();
    let told = [
        store.read(&key(1), None).await.err(),
        store.put(&key(1), bytes).await.err(),
        store.remove(&key(1)).await.err(),
        store.check().await.err(),
    ];
    answering.abort();
    let told: Vec<BlobError> = told.into_iter().flatten().collect();
    assert_eq!(told.len(), 4, "{told:?}");
    Ok(told)
}

/// The bucket of a server that answers so to everything.
async fn answered(
    status: &str,
    more: &str,
    body: &str,
) -> TestResult<(S3BlobStore, JoinHandle<()>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let store = store_on(&listener)?;
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{more}Connection: close\r\n\r\n{body}"
    );
    Ok((store, tokio::spawn(answer_all(listener, answer))))
}

async fn answer_all(listener: TcpListener, answer: String) {
    while let Ok((client, _)) = listener.accept().await {
        tokio::spawn(refuse(client, answer.clone()));
    }
}

/// The whole request is read before it is answered, so that no reset overtakes the answer.
async fn refuse(mut client: TcpStream, answer: String) -> std::io::Result<()> {
    let head = read_head(&mut client).await?;
    let head = String::from_utf8_lossy(&head).to_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let length = length.and_then(|length| length.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or_default()];
    client.read_exact(&mut body).await?;
    client.write_all(answer.as_bytes()).await
}

#[tokio::test]
async fn credentials_whose_time_is_over_are_an_outage_though_s3_blames_the_request() -> TestResult {
    for code in [
        "ExpiredToken",
        "InvalidToken",
        "TokenRefreshRequired",
        "RequestTimeout",
        "AuthorizationHeaderMalformed",
    ] {
        let body = format!("<Error><Code>{code}</Code></Error>");
        for error in told("400 Bad Request", "", &body).await? {
            assert!(matches!(error, BlobError::Unavailable(_)), "{error:?}");
            let said = error.source().map(ToString::to_string);
            assert!(said.is_some_and(|said| said.ends_with(&format!("400 {code}"))));
        }
    }
    let body = "<Error><Code>InvalidArgument</Code></Error>";
    for error in told("400 Bad Request", "", body).await? {
        assert!(matches!(error, BlobError::Failed(_)), "{error:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_redirection_is_an_outage_and_without_an_address_the_region_is_named() -> TestResult {
    let body = "<Error><Code>PermanentRedirect</Code></Error>";
    for error in told("301 Moved Permanently", "", body).await? {
        assert!(matches!(error, BlobError::Unavailable(_)), "{error:?}");
        let said = error.source().map(ToString::to_string);
        assert!(said.is_some_and(|said| said.contains("AWS_REGION")));
    }
    let elsewhere = "Location: http://127.0.0.1:1/\r\n";
    for error in told("307 Temporary Redirect", elsewhere, "").await? {
        assert!(matches!(error, BlobError::Unavailable(_)), "{error:?}");
    }
    Ok(())
}

/// A small blob and one of several parts.
const SIZES: [usize; 2] = [1, PART_BYTES + 1];

#[tokio::test]
async fn a_page_in_the_place_of_an_answer_is_no_promise_that_bytes_are_stored() -> TestResult {
    let headers = "ETag: \"a\"\r\n";
    let (store, answering) = answered("200 OK", headers, "<html>Maintenance</html>").await?;
    for size in SIZES {
        let bytes = stream::iter([Ok(Bytes::from(vec![0; size]))]).boxed();
        let refused = store.put(&key(1), bytes).await;
        assert!(
            matches!(refused, Err(BlobError::Unavailable(_))),
            "{size} bytes: {refused:?}"
        );
    }
    let small = stream::iter([Ok(Bytes::from_static(b"a"))]).boxed();
    let told = [
        store.put(&key(1), small).await.err(),
        store.check().await.err(),
    ];
    for error in told {
        let error = error.ok_or("it was taken for S3")?;
        assert!(matches!(error, BlobError::Unavailable(_)), "{error:?}");
        let said = error.source().map(ToString::to_string);
        assert!(said.is_some_and(|said| said.contains("AWS_ENDPOINT_URL")));
    }
    answering.abort();
    Ok(())
}

#[tokio::test]
async fn a_server_that_does_not_give_back_what_it_was_given_is_not_in_order() -> TestResult {
    let headers = "ETag: \"a\"\r\nLast-Modified: Wed, 21 Oct 2026 07:28:00 GMT\r\n";
    let (store, answering) = answered("200 OK", headers, "").await?;
    let error = store.check().await.err().ok_or("it was taken for S3")?;
    assert!(matches!(error, BlobError::Unavailable(_)), "{error:?}");
    answering.abort();
    Ok(())
}
