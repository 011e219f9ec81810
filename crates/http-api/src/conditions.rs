//! Conditions on the state of an application (RFC 9110, section 13): its revision is its entity
//! tag.

use actix_web::HttpRequest;
use actix_web::http::header::{EntityTag, Header as _, IF_MATCH, IfMatch, IfNoneMatch};
use domain::Revision;
use usecases::ExpectedRevision;

/// The entity tag of a revision.
pub(crate) fn entity_tag(revision: Revision) -> EntityTag {
    EntityTag::new_strong(revision.to_string())
}

/// Whether the client has this revision already.
pub(crate) fn is_known(request: &HttpRequest, revision: Revision) -> bool {
    holds_known(request, &entity_tag(revision))
}

/// The entity tag of bytes that never change: their SHA-256.
pub(crate) fn content_tag(sha256: &[u8; 32]) -> EntityTag {
    EntityTag::new_strong(sha256.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether the client has what this tag names already.
pub(crate) fn holds_known(request: &HttpRequest, current: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(current)),
        Err(_) => false,
    }
}

/// On which state the client wants its change to build. A condition that cannot be read never
/// holds.
pub(crate) fn expected(request: &HttpRequest) -> ExpectedRevision {
    if !request.headers().contains_key(IF_MATCH) {
        return ExpectedRevision::Any;
    }
    match IfMatch::parse(request) {
        Ok(IfMatch::Any) => ExpectedRevision::Any,
        Ok(IfMatch::Items(tags)) => {
            ExpectedRevision::Revisions(tags.iter().filter_map(revision).collect())
        }
        Err(_) => ExpectedRevision::Revisions(Vec::new()),
    }
}

fn revision(tag: &EntityTag) -> Option<Revision> {
    let revision = tag.tag().parse().ok()?;
    tag.strong_eq(&entity_tag(revision)).then_some(revision)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use usecases::ExpectedRevision;

    #[test]
    fn only_strong_tags_of_revisions_are_expected() {
        let expected = |value: &str| {
            super::expected(
                &TestRequest::default()
                    .insert_header(("If-Match", value))
                    .to_http_request(),
            )
        };
        assert_eq!(
            super::expected(&TestRequest::default().to_http_request()),
            ExpectedRevision::Any
        );
        assert_eq!(expected("*"), ExpectedRevision::Any);
        assert_eq!(expected("\"3\""), ExpectedRevision::Revisions(vec![3]));
        assert_eq!(
            expected("\"3\", \"x\", W/\"4\", \"05\", \"6\""),
            ExpectedRevision::Revisions(vec![3, 6])
        );
        assert_eq!(expected("3"), ExpectedRevision::Revisions(vec![]));
        assert_eq!(expected(""), ExpectedRevision::Revisions(vec![]));
    }

    #[test]
    fn a_known_revision_is_recognised_by_any_tag() {
        let known = |value: &str| {
            super::is_known(
                &TestRequest::default()
                    .insert_header(("If-None-Match", value))
                    .to_http_request(),
                3,
            )
        };
        assert!(known("\"3\"") && known("W/\"3\"") && known("\"1\", \"3\"") && known("*"));
        assert!(!known("\"4\"") && !known("3") && !known(""));
    }
}
