//! `Cache-Control`: who may keep the answers of an endpoint. `routes.rs` says it for each, beside
//! its path; answers to paths without an endpoint are kept by nobody.

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
