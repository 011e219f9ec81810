//! The files behind `/docs` and `/redoc`, built into the program: no page loads anything from
//! elsewhere. assets/vendor fetches Swagger UI and Redoc again from their npm packages.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

use super::content_security_policy;
use super::served_file::ServedFile;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Swagger UI with the document.
pub(crate) static DOCS: LazyLock<ServedFile> =
    LazyLock::new(|| plain(HTML, include_bytes!("../../assets/docs.html")));

/// Redoc with the document.
pub(crate) static REDOC: LazyLock<ServedFile> =
    LazyLock::new(|| plain(HTML, include_bytes!("../../assets/redoc.html")));

static ASSETS: LazyLock<[(&str, ServedFile); 12]> = LazyLock::new(|| {
    [
        (
            "docs.js",
            plain(SCRIPT, include_bytes!("../../assets/docs.js")),
        ),
        (
            "redoc.js",
            plain(SCRIPT, include_bytes!("../../assets/redoc.js")),
        ),
        (
            "redoc.css",
            plain(STYLE, include_bytes!("../../assets/redoc.css")),
        ),
        (
            "swagger-ui-bundle.js",
            ServedFile::compressed(
                SCRIPT,
                include_bytes!("../../assets/swagger-ui/swagger-ui-bundle.js.gz"),
            ),
        ),
        (
            "swagger-ui.css",
            ServedFile::compressed(
                STYLE,
                include_bytes!("../../assets/swagger-ui/swagger-ui.css.gz"),
            ),
        ),
        (
            "redoc.standalone.js",
            ServedFile::compressed(
                SCRIPT,
                include_bytes!("../../assets/redoc/redoc.standalone.js.gz"),
            ),
        ),
        (
            "swagger-ui.LICENSE.txt",
            plain(TEXT, include_bytes!("../../assets/swagger-ui/LICENSE")),
        ),
        (
            "swagger-ui.NOTICE.txt",
            plain(TEXT, include_bytes!("../../assets/swagger-ui/NOTICE")),
        ),
        (
            "swagger-ui-bundle.js.LICENSE.txt",
            plain(
                TEXT,
                include_bytes!("../../assets/swagger-ui/swagger-ui-bundle.js.LICENSE.txt"),
            ),
        ),
        (
            "redoc.LICENSE.txt",
            plain(TEXT, include_bytes!("../../assets/redoc/LICENSE")),
        ),
        (
            "redoc.standalone.js.LICENSE.txt",
            plain(
                TEXT,
                include_bytes!("../../assets/redoc/redoc.standalone.js.LICENSE.txt"),
            ),
        ),
        (
            "d87bcbdbea8f8f5aa26f.worker.js.LICENSE.txt",
            plain(
                TEXT,
                include_bytes!("../../assets/redoc/d87bcbdbea8f8f5aa26f.worker.js.LICENSE.txt"),
            ),
        ),
    ]
});

/// The file of this name under `/assets`.
pub(crate) fn asset(name: &str) -> Option<&'static ServedFile> {
    ASSETS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, file)| file)
}

/// The names of all files under `/assets`.
pub(crate) fn asset_names() -> Vec<&'static str> {
    ASSETS.iter().map(|(name, _)| *name).collect()
}

/// Answers a page, with the Content-Security-Policy that lets its scripts run.
pub(crate) fn answer(request: &HttpRequest, page: &ServedFile) -> HttpResponse {
    let mut response = page.answer(request);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        content_security_policy::PAGE,
    );
    response
}

fn plain(media_type: &'static str, bytes: &'static [u8]) -> ServedFile {
    ServedFile::plain(media_type, Bytes::from_static(bytes))
}
