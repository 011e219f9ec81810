//! HTTP with time-outs, and with TLS that trusts the system's certificates (`SSL_CERT_FILE` names
//! others).

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::header::IF_NONE_MATCH;
use http::uri::PathAndQuery;
use http::{HeaderValue, Method, Uri};
use http_body::Body;
use http_body_util::BodyExt as _;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use object_store::ClientOptions;
use object_store::client::{
    ClientConfigKey, HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest,
    HttpRequestBody, HttpResponse, HttpResponseBody, HttpService,
};
use ports::BoxError;
use rustls::{ClientConfig, RootCertStore};
use tokio::time::{Instant, timeout};

use crate::silence::{Silence, until_heard};
use crate::timed_body::TimedBody;

const CONNECT_MAX: Duration = Duration::from_secs(5);

/// From the first byte of a request to the head of its answer, beside what its own bytes take.
const ANSWER_MAX: Duration = Duration::from_secs(15);

/// The same where the server makes one object of many parts first.
const COMPLETION_MAX: Duration = Duration::from_secs(60);

/// The slowest line, in bytes a second.
const RATE_MIN: usize = 100_000;

/// Shorter than servers keep connections that nobody uses.
const IDLE_MAX: Duration = Duration::from_secs(10);

const IDLE_CONNECTIONS_MAX: usize = 32;

/// Makes clients that share the certificates they trust.
#[derive(Debug)]
pub(crate) struct Connector {
    tls: ClientConfig,
    silence: Arc<Silence>,
}

#[derive(Debug)]
struct Service {
    client: Client<HttpsConnector<TcpConnector>, HttpRequestBody>,
    silence: Arc<Silence>,
}

impl Connector {
    /// Reads the system's certificates. With none every TLS connection is refused, which says so
    /// itself.
    pub(crate) fn new() -> Result<Self, BoxError> {
        let mut trusted = RootCertStore::empty();
        trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let cryptography = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(cryptography)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(trusted)
            .with_no_client_auth();
        let silence = Arc::default();
        Ok(Self { tls, silence })
    }

    /// A client; `allow_http` says whether it may talk without TLS.
    pub(crate) fn client(&self, allow_http: bool) -> HttpClient {
        let mut tcp = TcpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT_MAX));
        let builder = HttpsConnectorBuilder::new().with_tls_config(self.tls.clone());
        let builder = if allow_http {
            builder.https_or_http()
        } else {
            builder.https_only()
        };
        let connector = builder.enable_http1().wrap_connector(tcp);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_MAX)
            .pool_max_idle_per_host(IDLE_CONNECTIONS_MAX)
            .build(connector);
        HttpClient::new(Service {
            client,
            silence: Arc::clone(&self.silence),
        })
    }
}

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let allow_http = options.get_config_value(&ClientConfigKey::AllowHttp);
        Ok(self.client(allow_http.as_deref() == Some("true")))
    }
}

#[async_trait]
impl HttpService for Service {
    async fn call(&self, mut request: HttpRequest) -> Result<HttpResponse, HttpError> {
        if completes_upload(&request) {
            let anything = HeaderValue::from_static("*");
            request.headers_mut().insert(IF_NONE_MATCH, anything);
        }
        if self.silence.is_silent() {
            // Of a kind that is not tried again.
            let silent = "it takes requests and answers none".into();
            return Err(HttpError::new_boxed(HttpErrorKind::Unknown, silent));
        }
        let stores = request.method() == Method::PUT;
        let (asked_at, place, time_max) = (Instant::now(), place(&request), answer_max(&request));
        let Ok(answer) = timeout(time_max, self.client.request(request)).await else {
            self.note_miss(asked_at, place);
            let silent = std::io::Error::from(std::io::ErrorKind::TimedOut);
            return Err(HttpError::new(HttpErrorKind::Timeout, silent));
        };
        let answer = answer.map_err(http_error)?;
        self.silence.hears();
        let (head, body) = answer.into_parts();
        let mut body =
            TimedBody::new(body.map_err(|error| HttpError::new(HttpErrorKind::Request, error)));
        if stores && head.status.is_success() {
            refuse_page(&mut body).await?;
        }
        Ok(HttpResponse::from_parts(head, HttpResponseBody::new(body)))
    }
}

impl Service {
    /// Where a silence begins, the server is asked from now on until it says anything.
    fn note_miss(&self, asked_at: Instant, place: Uri) {
        if !self.silence.misses(asked_at) {
            return;
        }
        let (client, silence) = (self.client.clone(), Arc::downgrade(&self.silence));
        tokio::spawn(async move {
            let ask = || {
                let mut question = HttpRequest::new(HttpRequestBody::empty());
                *question.method_mut() = Method::HEAD;
                *question.uri_mut() = place.clone();
                let asked = timeout(ANSWER_MAX, client.request(question));
                // An error of the connection is an answer too: others shall meet it themselves.
                async move { asked.await.is_ok() }
            };
            until_heard(silence, ask).await;
        });
    }
}

/// S3 has nothing more to say of bytes that it stored. A page says that something else was reached,
/// such as a proxy whose S3 is in maintenance, and that nothing was stored.
async fn refuse_page(
    body: &mut (impl Body<Data = Bytes, Error = HttpError> + Unpin),
) -> Result<(), HttpError> {
    while let Some(frame) = body.frame().await {
        if frame?.data_ref().is_some_and(|data| !data.is_empty()) {
            // Of a kind that is not tried again, and that nothing else has.
            let page = "it answered with a page".into();
            return Err(HttpError::new_boxed(HttpErrorKind::Decode, page));
        }
    }
    Ok(())
}

/// The server alone: what is asked for is signed, and need not be known.
fn place(request: &HttpRequest) -> Uri {
    let uri = request.uri().clone();
    let mut parts = uri.into_parts();
    parts.path_and_query = Some(PathAndQuery::from_static("/"));
    Uri::from_parts(parts).unwrap_or_default()
}

fn answer_max(request: &HttpRequest) -> Duration {
    if completes_upload(request) {
        return COMPLETION_MAX;
    }
    let seconds = request.body().content_length() / RATE_MIN;
    ANSWER_MAX + Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX))
}

/// Whether the request makes an object of parts. `object_store` offers no condition for that one,
/// so it is added here.
fn completes_upload(request: &HttpRequest) -> bool {
    let query = request.uri().query().unwrap_or_default();
    request.method() == Method::POST && query.split('&').any(|pair| pair.starts_with("uploadId="))
}

/// An error of the connection. `Request` is tried again even for a PUT: the mark of a put tells its
/// object when the first one arrived after all.
fn http_error(error: Error) -> HttpError {
    let kind = if error.is_connect() {
        HttpErrorKind::Connect
    } else {
        HttpErrorKind::Request
    };
    // The innermost cause says most, and nothing of what was asked for.
    let mut cause = error.source();
    while let Some(inner) = cause.and_then(std::error::Error::source) {
        cause = Some(inner);
    }
    let told = cause.map_or_else(|| error.to_string(), ToString::to_string);
    HttpError::new_boxed(kind, told.into())
}
