use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http_body_util::Full;
use object_store::aws::AmazonS3Builder;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
};
use object_store::path::Path;
use object_store::{ClientOptions, Result};
use ports::BlobError;

use super::remove_unfinished;
use crate::bucket::Bucket;
use crate::key_locks::KeyLocks;

const FIRST: &str = "00000000000000000000000000000001";
const SECOND: &str = "00000000000000000000000000000002";
const YOUNG: &str = "00000000000000000000000000000003";

/// A server with two pages of uploads, which remembers what it was asked.
#[derive(Debug, Clone, Default)]
struct Server {
    asked: Arc<Mutex<Vec<String>>>,
    broken: bool,
}

#[async_trait]
impl HttpService for Server {
    async fn call(&self, request: HttpRequest) -> std::result::Result<HttpResponse, HttpError> {
        let asked = format!("{} {}", request.method(), request.uri());
        let body = match (self.broken, asked.contains("key-marker")) {
            (true, _) => "<html>".to_owned(),
            (false, false) => page(
                "<IsTruncated>true</IsTruncated><NextKeyMarker>a/m</NextKeyMarker>\
                 <NextUploadIdMarker>i</NextUploadIdMarker>",
                &[
                    (FIRST, "2026-01-01T00:00:00.000Z"),
                    (YOUNG, "2026-01-01T01:59:31Z"),
                ],
            ),
            (false, true) => page(
                "<IsTruncated>false</IsTruncated><NextKeyMarker/>",
                &[(SECOND, "2026-01-01T01:00:00.000Z")],
            ),
        };
        self.asked.lock().unwrap().push(asked);
        let body =
            http_body_util::BodyExt::map_err(Full::new(Bytes::from(body)), |never| match never {});
        let answer = http::Response::builder().header("date", "Thu, 01 Jan 2026 02:00:00 GMT");
        Ok(answer.body(HttpResponseBody::new(body)).unwrap())
    }
}

impl HttpConnector for Server {
    fn connect(&self, _: &ClientOptions) -> Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

fn page(head: &str, uploads: &[(&str, &str)]) -> String {
    let upload = |(key, initiated): &(&str, &str)| {
        format!(
            "<Upload><Key>a/{key}</Key><UploadId>id-{key}</UploadId>\
             <Initiator><ID>x</ID></Initiator>\
             <StorageClass>STANDARD</StorageClass><Initiated>{initiated}</Initiated></Upload>"
        )
    };
    let uploads: String = uploads.iter().map(upload).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListMultipartUploadsResult \
            xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\
         <Bucket>b</Bucket><KeyMarker/>{head}<MaxUploads>1000</MaxUploads>\
         {uploads}</ListMultipartUploadsResult>"
    )
}

fn bucket(server: &Server) -> Bucket {
    let builder = AmazonS3Builder::new()
        .with_bucket_name("b")
        .with_endpoint("https://s3.example");
    let builder = builder
        .with_access_key_id("id")
        .with_secret_access_key("secret");
    Bucket {
        objects: builder.with_http_connector(server.clone()).build().unwrap(),
        http: HttpClient::new(server.clone()),
        prefix: Path::from("a"),
        key_locks: KeyLocks::default(),
    }
}

#[tokio::test]
async fn every_page_is_looked_at_and_what_is_old_enough_is_aborted() {
    let server = Server::default();
    let hour = Duration::from_secs(3600);
    let removed = remove_unfinished(&bucket(&server), hour).await.unwrap();
    assert_eq!(removed, 2);
    let asked = server.asked.lock().unwrap();
    let [first, one, next, other] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert!(first.starts_with("GET https://s3.example/b/?"), "{first}");
    assert!(
        first.contains("prefix=a%2F") && first.contains("X-Amz-Signature="),
        "{first}"
    );
    assert_eq!(
        *one,
        format!("DELETE https://s3.example/b/a/{FIRST}?uploadId=id-{FIRST}")
    );
    assert!(
        next.contains("&key-marker=a%2Fm") && next.contains("upload-id-marker=i"),
        "{next}"
    );
    assert_eq!(
        *other,
        format!("DELETE https://s3.example/b/a/{SECOND}?uploadId=id-{SECOND}")
    );
}

#[tokio::test]
async fn an_answer_that_is_no_list_is_an_error() {
    let server = Server {
        broken: true,
        ..Server::default()
    };
    let outcome = remove_unfinished(&bucket(&server), Duration::ZERO).await;
    assert!(matches!(outcome, Err(BlobError::Failed(_))), "{outcome:?}");
}
