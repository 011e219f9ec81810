//! HTTP with time-outs, and with TLS that trusts the system's certificates (`SSL_CERT_FILE` names
//! others).

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use http::header::IF_NONE_MATCH;
use http::{HeaderValue, Method};
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

use crate::timed_body::TimedBody;

const CONNECT_MAX: Duration = Duration::from_secs(5);

/// From the first byte of a request to the head of its answer: enough for a part at 100 kB a
/// second.
const ANSWER_MAX: Duration = Duration::from_secs(60);

/// Shorter than servers keep connections that nobody uses.
const IDLE_MAX: Duration = Duration::from_secs(10);

const IDLE_CONNECTIONS_MAX: usize = 32;

/// Makes clients that share the certificates they trust.
#[derive(Debug)]
pub(crate) struct Connector {
    tls: ClientConfig,
}

#[derive(Debug)]
struct Service(Client<HttpsConnector<TcpConnector>, HttpRequestBody>);

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
        Ok(Self { tls })
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
        HttpClient::new(Service(client))
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
        let answer = tokio::time::timeout(ANSWER_MAX, self.0.request(request))
            .await
            .map_err(|elapsed| HttpError::new(HttpErrorKind::Timeout, elapsed))?
            .map_err(http_error)?;
        let (head, body) = answer.into_parts();
        let body =
            TimedBody::new(body.map_err(|error| HttpError::new(HttpErrorKind::Request, error)));
        Ok(HttpResponse::from_parts(head, HttpResponseBody::new(body)))
    }
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
