//! The queries of use cases, made of a request.

use actix_web::HttpRequest;
use usecases::{ApplicationQuery, FindApplication, FindPosition, ListAttachments};

use super::path_parameters::{CostPositionIndex, number};
use crate::state::State;

/// A query of a use case that can be made of a request.
pub(crate) trait RequestedQuery: ApplicationQuery {
    fn of(request: &HttpRequest, state: &State) -> Self;
}

impl RequestedQuery for FindApplication {
    fn of(_: &HttpRequest, state: &State) -> Self {
        state.api.applications.find_view()
    }
}

impl RequestedQuery for FindPosition {
    fn of(request: &HttpRequest, _: &State) -> Self {
        Self(number(request.match_info(), CostPositionIndex::NAME))
    }
}

impl RequestedQuery for ListAttachments {
    fn of(_: &HttpRequest, state: &State) -> Self {
        state.api.applications.list_attachments()
    }
}
