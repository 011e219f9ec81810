//! What a request looks up in an application.

use actix_web::HttpRequest;
use usecases::{ApplicationQuery, FindApplication, FindPosition, ListAttachments};

use super::path_parameters::{CostPositionIndex, number};

/// A query that a request says.
pub(crate) trait RequestedQuery: ApplicationQuery {
    fn of(request: &HttpRequest) -> Self;
}

impl RequestedQuery for FindApplication {
    fn of(_: &HttpRequest) -> Self {
        Self
    }
}

impl RequestedQuery for FindPosition {
    fn of(request: &HttpRequest) -> Self {
        Self(number(request.match_info(), CostPositionIndex::NAME))
    }
}

impl RequestedQuery for ListAttachments {
    fn of(_: &HttpRequest) -> Self {
        Self
    }
}
