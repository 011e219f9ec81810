//! A range of a file (RFC 9110, section 14): one range of bytes is answered, several are not and
//! give the whole file.

use std::ops::Range;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, ByteRangeSpec, EntityTag, Range as RangeHeader};

use crate::error::ApiError;

/// The part of a file that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestedBytes {
    Whole,
    Range(Range<u64>),
}

/// The part of a file with this tag and size that a request asks for (`Range`, `If-Range`).
pub(crate) fn part(
    request: &HttpRequest,
    tag: &EntityTag,
    size_bytes: u64,
) -> Result<RequestedBytes, ApiError> {
    // Only GET knows ranges (RFC 9110, section 14.2).
    if request.method() != Method::GET {
        return Ok(RequestedBytes::Whole);
    }
    let text = |name| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let Some(Ok(RangeHeader::Bytes(ranges))) = text(header::RANGE).map(str::parse::<RangeHeader>)
    else {
        return Ok(RequestedBytes::Whole);
    };
    // The rest of another file than the one the client began with is worth nothing to it.
    let same = |condition: &str| {
        condition
            .parse::<EntityTag>()
            .is_ok_and(|sent| sent.strong_eq(tag))
    };
    let [range] = ranges.as_slice() else {
        return Ok(RequestedBytes::Whole);
    };
    if !text(header::IF_RANGE).is_none_or(same) {
        return Ok(RequestedBytes::Whole);
    }
    satisfiable(range, size_bytes)
        .map(RequestedBytes::Range)
        .ok_or(ApiError::RangeNotSatisfiable { size_bytes })
}

fn satisfiable(range: &ByteRangeSpec, size_bytes: u64) -> Option<Range<u64>> {
    let (first, last) = range.to_satisfiable_range(size_bytes)?;
    Some(first..last.saturating_add(1).min(size_bytes))
}

#[cfg(test)]
mod tests {
    use actix_web::http::Method;
    use actix_web::http::header::EntityTag;
    use actix_web::test::TestRequest;

    use super::{RequestedBytes, part};

    #[test]
    fn one_range_is_cut_to_the_file_and_several_are_not_answered() {
        let tag = EntityTag::new_strong("a".to_owned());
        let asked = |range: &str| {
            part(
                &TestRequest::default()
                    .insert_header(("Range", range))
                    .to_http_request(),
                &tag,
                10,
            )
        };
        for (range, expected) in [
            ("bytes=0-3", RequestedBytes::Range(0..4)),
            ("bytes=5-", RequestedBytes::Range(5..10)),
            ("bytes=-3", RequestedBytes::Range(7..10)),
            ("bytes=8-99", RequestedBytes::Range(8..10)),
            ("bytes=0-1,3-4", RequestedBytes::Whole),
            ("lines=1-2", RequestedBytes::Whole),
            ("nonsense", RequestedBytes::Whole),
        ] {
            assert_eq!(asked(range).ok(), Some(expected), "{range}");
        }
        assert!(asked("bytes=10-").is_err());
    }

    #[test]
    fn part_ignores_a_range_where_only_the_head_is_asked_for() {
        let tag = EntityTag::new_strong("a".to_owned());
        for range in ["bytes=0-3", "bytes=10-"] {
            let request = TestRequest::default()
                .method(Method::HEAD)
                .insert_header(("Range", range));
            let part = part(&request.to_http_request(), &tag, 10);
            assert_eq!(part.ok(), Some(RequestedBytes::Whole), "{range}");
        }
    }

    #[test]
    fn a_range_of_another_file_gives_the_whole_one() {
        let tag = EntityTag::new_strong("a".to_owned());
        for (condition, expected) in [
            ("\"a\"", RequestedBytes::Range(0..1)),
            ("\"b\"", RequestedBytes::Whole),
            ("W/\"a\"", RequestedBytes::Whole),
        ] {
            let request = TestRequest::default()
                .insert_header(("Range", "bytes=0-0"))
                .insert_header(("If-Range", condition));
            assert_eq!(
                part(&request.to_http_request(), &tag, 10).ok(),
                Some(expected),
                "{condition}"
            );
        }
    }
}
