//! A range of a file (RFC 9110, section 14): one range of bytes is answered, several are not and
//! give the whole file.

use std::ops::Range;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, EntityTag};

use crate::error::ApiError;

/// The part of a file that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestedBytes {
    Whole,
    Range(Range<u64>),
}

/// A range as it is asked for, whatever the size of the file. A number of any length is one: what
/// does not fit lies behind every end.
enum AskedRange {
    From { first: u64, last: Option<u64> },
    Last { count: u64 },
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
    let Some(asked) = text(header::RANGE).and_then(single) else {
        return Ok(RequestedBytes::Whole);
    };
    // The rest of another file than the one the client began with is worth nothing to it.
    let same = |condition: &str| {
        condition
            .parse::<EntityTag>()
            .is_ok_and(|sent| sent.strong_eq(tag))
    };
    let condition = request.headers().get(header::IF_RANGE);
    if !condition.is_none_or(|sent| sent.to_str().is_ok_and(same)) {
        return Ok(RequestedBytes::Whole);
    }
    asked
        .within(size_bytes)
        .map(RequestedBytes::Range)
        .ok_or(ApiError::RangeNotSatisfiable { size_bytes })
}

/// The one range of a header; `None` where there are several, and where it is no range of bytes.
/// The unit is read in any case (RFC 9110, 14.1), empty members of the list are none (5.6.1).
fn single(value: &str) -> Option<AskedRange> {
    let (unit, set) = value.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let ranges = set.split(',').map(|range| range.trim_matches([' ', '\t']));
    let mut ranges = ranges.filter(|range| !range.is_empty());
    let range = ranges.next().and_then(AskedRange::parse)?;
    ranges.next().is_none().then_some(range)
}

impl AskedRange {
    /// `0-499`, `500-` or `-500`; a range that ends before it begins is none (RFC 9110, 14.1.1).
    fn parse(text: &str) -> Option<Self> {
        let (first, last) = text.split_once('-')?;
        if first.is_empty() {
            let count = number(last)?;
            return Some(Self::Last { count });
        }
        let first = number(first)?;
        let last = match last {
            "" => None,
            last => Some(number(last).filter(|last| *last >= first)?),
        };
        Some(Self::From { first, last })
    }

    /// The bytes of a file of this size; `None` where it has none of them (RFC 9110, 14.1.2).
    fn within(&self, size_bytes: u64) -> Option<Range<u64>> {
        let range = match *self {
            Self::From { first, last } => {
                let end = last.map_or(size_bytes, |last| last.saturating_add(1).min(size_bytes));
                first..end
            }
            Self::Last { count } => size_bytes.saturating_sub(count)..size_bytes,
        };
        Some(range).filter(|range| !range.is_empty())
    }
}

/// The number of these digits; one that is too large is the largest.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
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
            ("BYTES=0-9", RequestedBytes::Range(0..10)),
            ("Bytes = 2-2 ,", RequestedBytes::Range(2..3)),
            (
                "bytes=8-999999999999999999999999999999",
                RequestedBytes::Range(8..10),
            ),
            (
                "bytes=-999999999999999999999999999999",
                RequestedBytes::Range(0..10),
            ),
            ("bytes=0-1,3-4", RequestedBytes::Whole),
            ("bytes=3-2", RequestedBytes::Whole),
            ("bytes=+3-4", RequestedBytes::Whole),
            ("bytes=-", RequestedBytes::Whole),
            ("bytes=", RequestedBytes::Whole),
            ("lines=1-2", RequestedBytes::Whole),
            ("nonsense", RequestedBytes::Whole),
        ] {
            assert_eq!(asked(range).ok(), Some(expected), "{range}");
        }
        for beyond in [
            "bytes=10-",
            "bytes=10-99",
            "bytes=999999999999999999999999999999-",
            "bytes=-0",
        ] {
            assert!(asked(beyond).is_err(), "{beyond}");
        }
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
