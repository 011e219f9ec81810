//! The Content-Security-Policy of every kind of answer.
//!
//! `default-src` says nothing of `base-uri` and `frame-ancestors`, so each names them; `object-src`
//! stands in each as well, so that no later change of `default-src` opens it.

use actix_web::http::header::HeaderValue;

/// For answers that load nothing: JSON, files of the service.
pub(crate) const PLAIN: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
);

/// For the pages of the documentation, which load nothing from other hosts. Both draw with styles
/// in the document; Redoc searches in a worker made of its own text.
pub(crate) const PAGE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' \
        data:; connect-src 'self'; worker-src blob:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// For a PDF that a browser shows; nothing in the file may load anything.
///
/// The viewers of Chromium 156 and Firefox 153 show it under `default-src 'none'` alone. Others put
/// a page of their own around the PDF, which embeds it and styles itself: the policy holds there as
/// well.
pub(crate) const PDF: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; \
     frame-ancestors 'self'",
);

/// For uploaded files, which may hold anything: they must not run in the origin of the service.
pub(crate) const UPLOADED: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
);
