//! `Cache-Control`: who may keep the answers of an endpoint. `routes.rs` says it for each, beside
//! its path; answers to paths without an endpoint are kept by nobody.

use crate::credentials::KEY;
use crate::query::Parameters;

/// Who may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum CachePolicy {
    /// Whoever wants to: it is the same for all. The handler may say how long.
    Public,
    /// The client that asked, which asks each time whether it is still right.
    Revalidate,
    /// Nobody: there is a key in it, or in its address.
    #[default]
    NoStore,
}

impl CachePolicy {
    /// What holds for a request to an endpoint of this policy.
    pub(crate) fn for_request(self, parameters: &Parameters) -> Self {
        match parameters.all(KEY).next() {
            Some(_) => Self::NoStore,
            None => self,
        }
    }
}
