//! What an error of S3 means for a caller.
//!
//! The errors of `object_store` name keys and addresses, so none of them is handed on: what
//! happened is said anew.

use http::StatusCode;
use object_store::Error;
use object_store::client::{HttpError, HttpErrorKind};
use ports::BlobError;

/// S3's word for a bucket that is not there.
const NO_BUCKET: &str = "NoSuchBucket";

/// S3's words, beside a status that is mostly the request's own fault, for what may pass:
/// credentials of a time that is over or for another region, a server that tired of waiting, and
/// the bucket.
const PASSING: [&str; 6] = [
    NO_BUCKET,
    "AuthorizationHeaderMalformed",
    "ExpiredToken",
    "InvalidToken",
    "TokenRefreshRequired",
    "RequestTimeout",
];

/// How `object_store` begins when a redirection does not say where to, as S3's to another region.
const BARE_REDIRECTION: &str = "Received redirect without LOCATION";

/// What happened, in words that may be logged.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum S3Error {
    #[error("the S3 server cannot be reached: {0}")]
    Unreachable(String),
    #[error("the S3 server did not answer in time")]
    Silent,
    #[error("the S3 server answered {}", answer(*status, code))]
    Refused { status: u16, code: String },
    #[error(
        "the S3 server answered with a redirection that does not say where to: AWS_REGION is \
         perhaps not that of the bucket"
    )]
    BareRedirect,
    #[error("the S3 server answered with something that is no S3")]
    Unintelligible,
    #[error(
        "what answers in the place of the S3 server is none, as it does not store and give back: \
         perhaps a page for maintenance, or AWS_ENDPOINT_URL leads elsewhere"
    )]
    Page,
}

/// The port's error. Whatever may pass is unavailable.
pub(crate) fn blob_error(error: Error) -> BlobError {
    if let Error::AlreadyExists { .. } | Error::Precondition { .. } = error {
        return BlobError::AlreadyExists;
    }
    let error = s3_error(&error);
    match error {
        S3Error::Unreachable(_)
        | S3Error::Silent
        | S3Error::BareRedirect
        | S3Error::Unintelligible
        | S3Error::Page => BlobError::Unavailable(error.into()),
        S3Error::Refused { status: 507, .. } => BlobError::Full(error.into()),
        S3Error::Refused { status, ref code } if passes(status, code) => {
            BlobError::Unavailable(error.into())
        }
        error => BlobError::Failed(error.into()),
    }
}

/// The error for a refusal that was answered to a request of our own, not of `object_store`.
pub(crate) fn refused(status: StatusCode, body: &str) -> BlobError {
    let (status, code) = (status.as_u16(), code(body));
    let is_passing = passes(status, &code);
    let error = S3Error::Refused { status, code };
    if is_passing {
        BlobError::Unavailable(error.into())
    } else {
        BlobError::Failed(error.into())
    }
}

/// An answer of something that does not give back what was stored.
pub(crate) fn gives_nothing_back() -> BlobError {
    BlobError::Unavailable(S3Error::Page.into())
}

/// A task that was ended because the process ends.
pub(crate) fn broke_off() -> BlobError {
    BlobError::Unavailable("work on a blob was broken off".into())
}

/// Whether the object is missing, and not the whole bucket.
pub(crate) fn is_missing_object(error: &Error) -> bool {
    matches!(error, Error::NotFound { .. }) && code(&texts(error).join(" ")) != NO_BUCKET
}

/// Whether something answered that is no S3.
pub(crate) fn is_page(error: &Error) -> bool {
    s3_error(error) == S3Error::Page
}

/// Whether it may end while the service runs: by itself, or since whoever runs the server mends it.
/// That is so of credentials that it takes no more, of a bucket that is not there, and of one that
/// is asked for elsewhere: no request is to blame for them, and all is well again when they are.
fn passes(status: u16, code: &str) -> bool {
    matches!(status, 300..=399 | 401 | 403 | 408 | 429 | 500 | 502..=599) || PASSING.contains(&code)
}

fn s3_error(error: &Error) -> S3Error {
    let http = links(error).find_map(|link| link.downcast_ref::<HttpError>());
    match http.map(HttpError::kind) {
        Some(HttpErrorKind::Timeout) => return S3Error::Silent,
        Some(HttpErrorKind::Decode) => return S3Error::Page,
        Some(_) => return S3Error::Unreachable(http.map(cause).unwrap_or_default()),
        None => {}
    }
    let texts = texts(error);
    if texts.iter().any(|text| text.starts_with(BARE_REDIRECTION)) {
        return S3Error::BareRedirect;
    }
    // The status stands only in the text: the type that holds it is private.
    let status = texts.iter().find_map(|text| {
        if text.starts_with("Server returned error response: ") {
            return Some(500);
        }
        let status = text.strip_prefix("Server returned non-2xx status code: ")?;
        status.get(..3)?.parse().ok()
    });
    status.map_or(S3Error::Unintelligible, |status| S3Error::Refused {
        status,
        code: code(&texts.join(" ")),
    })
}

fn links(error: &Error) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
    let first: &(dyn std::error::Error + 'static) = error;
    std::iter::successors(Some(first), |link| link.source())
}

fn texts(error: &Error) -> Vec<String> {
    links(error).map(ToString::to_string).collect()
}

fn cause(error: &HttpError) -> String {
    std::error::Error::source(error).map_or_else(String::new, ToString::to_string)
}

/// A status with S3's word for what is wrong; of an answer without a body, with that of HTTP.
fn answer(status: u16, code: &str) -> String {
    let known = StatusCode::from_u16(status).ok();
    let reason = known.and_then(|status| status.canonical_reason());
    match if code.is_empty() { reason } else { Some(code) } {
        Some(word) => format!("{status} {word}"),
        None => status.to_string(),
    }
}

/// The one word of S3's error that says what is wrong, such as `SignatureDoesNotMatch`.
fn code(body: &str) -> String {
    let code = body
        .split_once("<Code>")
        .and_then(|(_, rest)| rest.split_once("</Code>"));
    code.map(|(code, _)| code)
        .filter(|code| code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use http::StatusCode;

    use super::refused;

    #[test]
    fn an_answer_without_a_word_of_s3_is_told_with_that_of_http_or_its_number_alone() {
        let told = |status: u16, body: &str| {
            let error = refused(StatusCode::from_u16(status).unwrap(), body);
            error.source().unwrap().to_string()
        };
        let body = "<Error><Code>SignatureDoesNotMatch</Code></Error>";
        let prefix = "the S3 server answered";
        assert_eq!(
            told(403, body),
            format!("{prefix} 403 SignatureDoesNotMatch")
        );
        assert_eq!(told(403, ""), format!("{prefix} 403 Forbidden"));
        assert_eq!(told(499, ""), format!("{prefix} 499"));
    }
}
