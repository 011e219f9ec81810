//! `GET /applications/{pa_id}/attachments/{attachment_id}`: the file, or a range of it.

use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use domain::AttachmentId;
use serde_json::json;

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{ApplicationKeyHolderInBrowser, AuthorizedRequest};
use crate::response::ranges::{self, RequestedBytes};
use crate::response::{self, conditions, content_security_policy, disposition};
use crate::shares::download::DownloadPlace;
use crate::state::State;

/// Takes the key in the query too, for browsers.
pub(super) async fn get_attachment(
    authorized: AuthorizedRequest<ApplicationKeyHolderInBrowser, AttachmentId>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let (pa_id, id) = (authorized.granted.pa_id, authorized.path);
    let attachment = state.api.attachments.find(pa_id, id).await?;
    let tag = conditions::content_tag(&attachment.file.sha256);
    if conditions::holds_wanted(&request, &tag)? {
        let mut response = HttpResponse::NotModified().finish();
        response::set_etag(&mut response, &tag);
        return Ok(response);
    }
    let part = ranges::part(&request, &tag, attachment.file.size_bytes)?;
    let (status, length, range) = match &part {
        RequestedBytes::Whole => (StatusCode::OK, attachment.file.size_bytes, None),
        RequestedBytes::Range(range) => {
            let length = range.end - range.start;
            (StatusCode::PARTIAL_CONTENT, length, Some(range.clone()))
        }
    };
    let place = DownloadPlace::acquire(&request, &state).await?;
    let download = state
        .api
        .attachments
        .read(pa_id, &attachment, range)
        .await?;
    let sent = place.send(download.bytes).await?;
    let mut response = HttpResponse::build(status);
    response
        .content_type(media_type(&request, &attachment.file.content_type))
        .insert_header((
            header::CONTENT_DISPOSITION,
            disposition::attachment(&attachment.file.filename),
        ))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            content_security_policy::UPLOADED,
        ))
        .insert_header((header::ACCEPT_RANGES, "bytes"));
    if let RequestedBytes::Range(range) = part {
        let shown = format!(
            "bytes {}-{}/{}",
            range.start,
            range.end - 1,
            attachment.file.size_bytes
        );
        response.insert_header((header::CONTENT_RANGE, shown));
    }
    let mut response = response.body(SizedStream::new(length, sent));
    response::set_etag(&mut response, &tag);
    Ok(response)
}

const FILE: &str = "The file, with its own content type; without it to a browser that says it \
    wants it as the script or style of a page (`Sec-Fetch-Dest`).";

/// What a browser asks for to run or apply it in a page (`Sec-Fetch-Dest`).
const CODE: [&[u8]; 9] = [
    b"audioworklet",
    b"manifest",
    b"paintworklet",
    b"script",
    b"serviceworker",
    b"sharedworker",
    b"style",
    b"worker",
    b"xslt",
];

/// The stored media type. One that no header can hold was written by somebody else; the file is
/// handed out all the same. As code of a page no browser takes bytes of an unknown type that must
/// not be sniffed: the pages of the documentation run every script of the service's own origin.
fn media_type(request: &HttpRequest, stored: &str) -> HeaderValue {
    let unknown = HeaderValue::from_static("application/octet-stream");
    let mut wanted = request.headers().get_all("Sec-Fetch-Dest");
    if wanted.any(|wanted| CODE.contains(&wanted.as_bytes())) {
        return unknown;
    }
    HeaderValue::from_str(stored).unwrap_or(unknown)
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    const HEADERS: [&str; 4] = [
        "ETag",
        "Accept-Ranges",
        "Content-Disposition",
        "Cache-Control",
    ];
    Operation::new(
        "getAttachment",
        tag::ATTACHMENTS,
        "Hands out the file of an attachment",
    )
    .parameter(parameter::in_header(
        "Range",
        "The bytes that are asked for, such as `bytes=0-1023`. Several ranges at once give the \
            whole file.",
        json!({"type": "string"}),
    ))
    .parameter(parameter::in_header(
        "If-Range",
        "The `ETag` of the file of which the range is meant; of another file the whole is \
            answered.",
        json!({"type": "string"}),
    ))
    .parameter(parameter::if_match())
    .parameter(parameter::if_none_match())
    .response(
        DocumentedResponse::empty(200, FILE)
            .bytes("application/octet-stream")
            .bytes("*/*")
            .headers(&HEADERS),
    )
    .response(
        DocumentedResponse::empty(206, "The range of the file.")
            .bytes("application/octet-stream")
            .bytes("*/*")
            .headers(&HEADERS)
            .headers(&["Content-Range"]),
    )
    .response(
        DocumentedResponse::empty(304, "The client has the file already.")
            .headers(&["ETag", "Cache-Control"]),
    )
    .refused(&[Code::PreconditionFailed, Code::RangeNotSatisfiable])
}
