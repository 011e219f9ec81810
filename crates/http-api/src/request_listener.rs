//! The interface by which metrics learn of every request.

use std::time::Duration;

/// Is told of every request that comes in, and how it ended.
pub trait RequestListener: Send + Sync {
    fn began(&self);

    /// Is called for every request that began, also where the client went away before the answer.
    fn ended(&self, request: &EndedRequest<'_>);
}

/// A request that has ended, in labels whose number is bounded: none is chosen by a client.
#[derive(Debug, Clone, Copy)]
pub struct EndedRequest<'a> {
    /// A method of RFC 9110, or `other`.
    pub method: &'static str,
    /// The pattern of its route, such as `/applications/{pa_id}`, or `none`.
    pub route: &'a str,
    /// The status of its answer; none if the client went away before.
    pub status: Option<&'a str>,
    /// From its first middleware to the head of its answer.
    pub took: Duration,
}

/// Listens to nothing: for services without metrics.
impl RequestListener for () {
    fn began(&self) {}

    fn ended(&self, _: &EndedRequest<'_>) {}
}
