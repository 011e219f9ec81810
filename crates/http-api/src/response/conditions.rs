//! Conditions on the state of an application (RFC 9110, section 13): the digest of what it shows is
//! its entity tag.

use actix_web::HttpRequest;
use actix_web::http::header::{
    EntityTag, Header as _, IF_MATCH, IF_NONE_MATCH, IfMatch, IfNoneMatch,
};
use forms::hexadecimal::hexadecimal;
use usecases::{AddressedPosition, ExpectedState, StateDigest};

use crate::error::ApiError;

/// The entity tag of the state of an application.
pub(crate) fn entity_tag(state: StateDigest) -> EntityTag {
    content_tag(&state.0)
}

/// The entity tag of bytes that never change: their SHA-256.
pub(crate) fn content_tag(sha256: &[u8; 32]) -> EntityTag {
    EntityTag::new_strong(hexadecimal(sha256))
}

/// Whether `If-None-Match` says that the client has this state already (RFC 9110, 13.1.2).
pub(crate) fn holds_known(request: &HttpRequest, current: &EntityTag) -> bool {
    if !request.headers().contains_key(IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(current)),
        Err(_) => false,
    }
}

/// Like [`holds_known`], but first refuses a request whose `If-Match` names another state (RFC
/// 9110, 13.2.2).
pub(crate) fn holds_wanted(request: &HttpRequest, current: &EntityTag) -> Result<bool, ApiError> {
    if request.headers().contains_key(IF_MATCH) {
        let is_wanted = match IfMatch::parse(request) {
            Ok(IfMatch::Any) => true,
            Ok(IfMatch::Items(tags)) => tags.iter().any(|tag| tag.strong_eq(current)),
            Err(_) => false,
        };
        if !is_wanted {
            return Err(ApiError::PreconditionFailed);
        }
    }
    Ok(holds_known(request, current))
}

/// Refuses to remove bytes that are not those which the client expects.
pub(crate) fn see_expected(expected: &ExpectedState, sha256: &[u8; 32]) -> Result<(), ApiError> {
    let is_expected = expected.allows(StateDigest(*sha256));
    is_expected
        .then_some(())
        .ok_or(ApiError::PreconditionFailed)
}

/// The states that the client wants to change or to remove, from `If-Match` and `If-None-Match`
/// (RFC 9110, 13.1.1 and 13.1.2). A condition that cannot be read never holds.
pub(crate) fn expected(request: &HttpRequest) -> ExpectedState {
    let Some(excluded) = excluded(request) else {
        return ExpectedState::OneOf(Vec::new());
    };
    match wanted(request) {
        None if excluded.is_empty() => ExpectedState::Any,
        None => ExpectedState::NoneOf(excluded),
        Some(mut states) => {
            states.retain(|state| !excluded.contains(state));
            ExpectedState::OneOf(states)
        }
    }
}

/// The cost position that the client wants to change, in the states of the application in which its
/// index means the row that the client has seen.
pub(crate) fn position(request: &HttpRequest, index: u64) -> AddressedPosition {
    let expected = expected(request);
    AddressedPosition { index, expected }
}

/// The states that `If-Match` names; `None` where every state will do.
fn wanted(request: &HttpRequest) -> Option<Vec<StateDigest>> {
    if !request.headers().contains_key(IF_MATCH) {
        return None;
    }
    match IfMatch::parse(request) {
        Ok(IfMatch::Any) => None,
        Ok(IfMatch::Items(tags)) => Some(states(&tags, EntityTag::strong_eq)),
        Err(_) => Some(Vec::new()),
    }
}

/// The states that `If-None-Match` names; `None` where no state will do, since there is one.
fn excluded(request: &HttpRequest) -> Option<Vec<StateDigest>> {
    if !request.headers().contains_key(IF_NONE_MATCH) {
        return Some(Vec::new());
    }
    match IfNoneMatch::parse(request) {
        // The library leaves out what it cannot read.
        Ok(IfNoneMatch::Items(tags)) if !tags.is_empty() => Some(states(&tags, EntityTag::weak_eq)),
        Ok(_) | Err(_) => None,
    }
}

/// The states whose tags these are, by this comparison (RFC 9110, 8.8.3.2).
fn states(
    tags: &[EntityTag],
    is_same: impl Fn(&EntityTag, &EntityTag) -> bool,
) -> Vec<StateDigest> {
    let state = |tag: &EntityTag| {
        let digest = digest(tag)?;
        is_same(tag, &content_tag(&digest)).then_some(StateDigest(digest))
    };
    tags.iter().filter_map(state).collect()
}

fn digest(tag: &EntityTag) -> Option<[u8; 32]> {
    let digits = tag.tag().as_bytes().as_chunks::<2>().0;
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = digits.iter().map_while(byte).collect();
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::EntityTag;
    use actix_web::test::TestRequest;
    use usecases::{ExpectedState, StateDigest};

    #[test]
    fn only_strong_tags_of_states_are_expected() {
        let [three, six] = [[3; 32], [6; 32]];
        let tag = |digest: &[u8; 32]| super::content_tag(digest).to_string();
        let expected = |value: &str| {
            super::expected(
                &TestRequest::default()
                    .insert_header(("If-Match", value))
                    .to_http_request(),
            )
        };
        assert_eq!(
            super::expected(&TestRequest::default().to_http_request()),
            ExpectedState::Any
        );
        assert_eq!(expected("*"), ExpectedState::Any);
        let one_of = |digests: &[[u8; 32]]| {
            ExpectedState::OneOf(digests.iter().copied().map(StateDigest).collect())
        };
        assert_eq!(expected(&tag(&three)), one_of(&[three]));
        let longer = format!("\"{}0\"", tag(&three).trim_matches('"'));
        let others = format!("\"3\", \"x\", W/{}, {longer}", tag(&three));
        assert_eq!(expected(&others), one_of(&[]));
        let several = format!("{}, {others}, {}", tag(&three), tag(&six));
        assert_eq!(expected(&several), one_of(&[three, six]));
        assert_eq!(expected("3"), one_of(&[]));
        assert_eq!(expected(""), one_of(&[]));
    }

    #[test]
    fn a_state_that_if_none_match_names_is_not_expected() {
        let [three, six] = [[3; 32], [6; 32]].map(StateDigest);
        let tag = |state: &StateDigest| super::content_tag(&state.0).to_string();
        let expected = |wanted: &str, excluded: &str| {
            let request = TestRequest::default().insert_header(("If-None-Match", excluded));
            let request = match wanted {
                "" => request,
                wanted => request.insert_header(("If-Match", wanted)),
            };
            super::expected(&request.to_http_request())
        };
        let both = format!("W/{}, {}", tag(&three), tag(&six));
        let none_of = ExpectedState::NoneOf(vec![three, six]);
        assert_eq!(expected("", &both), none_of);
        assert_eq!(expected("*", &both), none_of);
        let one_of = |states: &[StateDigest]| ExpectedState::OneOf(states.to_vec());
        let wanted = format!("{}, {}", tag(&three), tag(&six));
        assert_eq!(expected(&wanted, &tag(&three)), one_of(&[six]));
        // No tag of a state.
        assert_eq!(expected("", "\"x\""), ExpectedState::Any);
        // There is a state, and what cannot be read does not hold.
        for never in ["*", "3"] {
            assert_eq!(expected("", never), one_of(&[]));
            assert_eq!(expected(&wanted, never), one_of(&[]));
        }
    }

    #[test]
    fn a_known_state_is_recognised_by_any_tag() {
        let known = |value: &str| {
            super::holds_known(
                &TestRequest::default()
                    .insert_header(("If-None-Match", value))
                    .to_http_request(),
                &EntityTag::new_strong("3".to_owned()),
            )
        };
        assert!(known("\"3\"") && known("W/\"3\"") && known("\"1\", \"3\"") && known("*"));
        assert!(!known("\"4\"") && !known("3") && !known(""));
    }

    #[test]
    fn holds_wanted_refuses_who_wants_another_state() {
        let refused = |value: &str| {
            let request = TestRequest::default().insert_header(("If-Match", value));
            let request = request.insert_header(("If-None-Match", "\"3\""));
            let current = EntityTag::new_strong("3".to_owned());
            super::holds_wanted(&request.to_http_request(), &current).is_err()
        };
        assert!(!refused("*") && !refused("\"3\"") && !refused("\"1\", \"3\""));
        assert!(refused("\"4\"") && refused("W/\"3\"") && refused("3") && refused(""));
    }
}
