//! Claims, what becomes of them, and all of one client together.

use crate::client_network::ClientNetwork;

/// One use of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClaimId(pub(super) u64);

/// What becomes of claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareEvent {
    /// It has what it asked for.
    Granted(ClaimId),
    /// It does not get what it asked for. What it had before it still has.
    Refused(ClaimId),
    /// It must be released, since another client waits for its share. Where it waits for more it is
    /// refused first.
    Revoked(ClaimId),
}

#[derive(Debug)]
pub(super) struct Claim {
    pub(super) client: ClientNetwork,
    pub(super) held: u64,
    /// The amount that it waits for, and the time at which it began to wait.
    pub(super) wanted: Option<(u64, u64)>,
    pub(super) is_revocable: bool,
    pub(super) is_revoked: bool,
}

/// All claims of a client, or of a site, together.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Usage {
    pub(super) claims: usize,
    pub(super) held: u64,
    pub(super) revoked: u64,
    pub(super) waiting: usize,
    /// When it was last given something, of what it has or waits for.
    pub(super) served: u64,
}

impl Usage {
    /// What it has when all that is revoked is given back.
    pub(super) fn remaining(self) -> u64 {
        self.held - self.revoked
    }
}

/// All claims of a site, from so many of its networks.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SiteUsage {
    pub(super) usage: Usage,
    pub(super) networks: usize,
}
