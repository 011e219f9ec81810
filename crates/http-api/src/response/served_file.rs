//! Files of the service itself: with an entity tag, and with gzip for clients that accept it.

use std::io::{Read as _, Write as _};
use std::sync::OnceLock;

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header as _,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use forms::hexadecimal::hexadecimal;
use sha256::Sha256;

use super::conditions;
use crate::response;

/// A file that does not change while the service runs.
pub(crate) struct ServedFile {
    media_type: &'static str,
    compressed: Bytes,
    plain: OnceLock<Bytes>,
    digest: [u8; 32],
}

impl ServedFile {
    /// A file that was compressed when the program was built. It is decompressed for the first
    /// client that does not accept gzip.
    pub(crate) fn compressed(media_type: &'static str, gzip: &'static [u8]) -> Self {
        Self {
            media_type,
            compressed: Bytes::from_static(gzip),
            plain: OnceLock::new(),
            digest: Sha256::digest(gzip),
        }
    }

    /// A file that is compressed now.
    pub(crate) fn plain(media_type: &'static str, bytes: Bytes) -> Self {
        Self {
            media_type,
            digest: Sha256::digest(&bytes),
            compressed: compress(&bytes),
            plain: OnceLock::from(bytes),
        }
    }

    /// The file, or 304 where the client has it already.
    pub(crate) fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let encoding = if accepts_gzip(request) {
            ContentEncoding::Gzip
        } else {
            ContentEncoding::Identity
        };
        let tag = self.entity_tag(encoding);
        let mut response = if conditions::holds_known(request, &tag) {
            HttpResponse::NotModified().finish()
        } else {
            self.full_answer(encoding)
        };
        let headers = response.headers_mut();
        headers.insert(
            header::CACHE_CONTROL,
            header::HeaderValue::from_static("no-cache"),
        );
        headers.insert(
            header::VARY,
            header::HeaderValue::from_static("Accept-Encoding"),
        );
        response::set_etag(&mut response, &tag);
        response
    }

    fn full_answer(&self, encoding: ContentEncoding) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.content_type(self.media_type);
        if encoding == ContentEncoding::Gzip {
            response.insert_header(encoding);
            return response.body(self.compressed.clone());
        }
        response.body(
            self.plain
                .get_or_init(|| decompress(&self.compressed))
                .clone(),
        )
    }

    /// Two encodings of a file are two representations, so their tags differ (RFC 9110, 8.8.3.3).
    fn entity_tag(&self, encoding: ContentEncoding) -> EntityTag {
        let digest = hexadecimal(&self.digest[..16]);
        EntityTag::new_strong(format!("{digest}-{}", encoding.as_str()))
    }
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let Ok(accepted) = AcceptEncoding::parse(request) else {
        return false;
    };
    let offered = [Encoding::gzip(), Encoding::identity()];
    accepted.negotiate(offered.iter()) == Some(Encoding::gzip())
}

fn compress(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    Bytes::from(written.unwrap_or_default())
}

fn decompress(gzip: &[u8]) -> Bytes {
    let mut bytes = Vec::new();
    // The bytes are built in, and a test decompresses all of them.
    let _ = GzDecoder::new(gzip).read_to_end(&mut bytes);
    Bytes::from(bytes)
}
