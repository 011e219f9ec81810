//! Who comes next, and who gives up for it.

use super::claim::{ClaimId, SiteUsage, Usage};
use super::{SHARES, ShareTable};
use crate::client_network::ClientNetwork;

impl ShareTable {
    /// The claim that is served next, and what it waits for: the one that comes next, or, where
    /// there is no room for that, the oldest, for which some is kept.
    pub(super) fn next_with_room(&self) -> Option<(ClaimId, u64)> {
        let oldest = self.oldest().filter(|_| self.grown_max > 0);
        let oldest = oldest.and_then(|id| Some((id, self.claims.get(&id)?.wanted?.1)));
        let mut candidates = self.next().into_iter().chain(oldest);
        candidates.find(|(id, wanted)| *wanted <= self.room_for(*id))
    }

    /// The claim that comes next, and what it waits for: of the site that holds least, and was
    /// served longest ago, and in it of such a client, the oldest.
    pub(super) fn next(&self) -> Option<(ClaimId, u64)> {
        let first = self.queue.iter().min_by_key(|(_, id)| {
            let order = |usage: Usage| (usage.held, usage.served);
            let client = self.client_of(*id);
            let site = client.map_or((0, 0), |client| order(self.site(client).usage));
            let own = client.map_or((0, 0), |client| order(self.usage(client)));
            (site, own, *id)
        });
        let (_, id) = first?;
        let (_, wanted) = self.claims.get(id)?.wanted?;
        Some((*id, wanted))
    }

    /// The newest claim that can be revoked so that a waiting one gets its share: of the site that
    /// has most, if that is over its share and the waiting one's is not; else of the client that
    /// has most in the waiting one's site, if that is over its part and the waiting one is not.
    pub(super) fn victim_for(&self, id: ClaimId) -> Option<ClaimId> {
        let waiting = self.client_of(id)?;
        let (share, part) = (self.share(), self.part_in_site(waiting));
        let of_others =
            || self.newest_revocable(|client| self.site(client).usage.remaining() > share);
        let of_neighbours = || {
            self.newest_revocable(|client| {
                client.site() == waiting.site() && self.usage(client).remaining() > part
            })
        };
        let is_below_share = self.site(waiting).usage.held < share;
        let is_below_part = self.usage(waiting).held < part;
        let others = is_below_share.then(of_others).flatten();
        others.or_else(|| is_below_part.then(of_neighbours).flatten())
    }

    /// The newest revocable claim of the client that has most in the site that has most, of these.
    fn newest_revocable(&self, is_meant: impl Fn(ClientNetwork) -> bool) -> Option<ClaimId> {
        let revocable = self.claims.iter().filter_map(|(id, claim)| {
            let can_be = claim.is_revocable && !claim.is_revoked && claim.held > 0;
            let site = self.site(claim.client).usage.remaining();
            let own = self.usage(claim.client).remaining();
            (can_be && is_meant(claim.client)).then_some((site, own, *id))
        });
        revocable.max().map(|(_, _, id)| id)
    }

    /// How much of what is free a claim may have.
    pub(super) fn room_for(&self, id: ClaimId) -> u64 {
        let client = self.client_of(id);
        let held = client.map_or(0, |client| self.site(client).usage.held);
        let kept = if held < self.share() { 0 } else { self.kept };
        self.free.saturating_sub(kept.max(self.kept_for_oldest(id)))
    }

    /// What the oldest claim may still need, for all others.
    fn kept_for_oldest(&self, id: ClaimId) -> u64 {
        let oldest = self.oldest().filter(|oldest| *oldest != id);
        let oldest = oldest.and_then(|oldest| self.claims.get(&oldest));
        oldest.map_or(0, |oldest| self.grown_max.saturating_sub(oldest.held))
    }

    /// The oldest claim that stays.
    fn oldest(&self) -> Option<ClaimId> {
        let mut staying = self.claims.iter().filter(|(_, claim)| !claim.is_revoked);
        staying.next().map(|(id, _)| *id)
    }

    /// Whether a client waits that has less than its site's share, or less than its part of what
    /// its site has.
    pub(super) fn waits_for_its_share(&self, client: ClientNetwork) -> bool {
        let is_waiting = self.usage(client).waiting > 0;
        is_waiting
            && (self.site(client).usage.held < self.share()
                || self.usage(client).held < self.part_in_site(client))
    }

    /// Falls with every site that comes, so that of a pool that others have divided among
    /// themselves a newcomer gets as much as each of them.
    pub(super) fn share(&self) -> u64 {
        divided(self.capacity, self.sites.len())
    }

    /// The part of a client in what its site has, or may have.
    fn part_in_site(&self, client: ClientNetwork) -> u64 {
        let site = self.site(client);
        divided(site.usage.held.max(self.share()), site.networks)
    }

    pub(super) fn client_of(&self, id: ClaimId) -> Option<ClientNetwork> {
        self.claims.get(&id).map(|claim| claim.client)
    }

    pub(super) fn usage(&self, client: ClientNetwork) -> Usage {
        self.clients.get(&client).copied().unwrap_or_default()
    }

    pub(super) fn site(&self, client: ClientNetwork) -> SiteUsage {
        self.sites.get(&client.site()).copied().unwrap_or_default()
    }
}

/// The part of each of so many, of which there are four at least.
fn divided(amount: u64, parties: usize) -> u64 {
    let shares = u64::try_from(parties.max(SHARES)).unwrap_or(u64::MAX);
    (amount / shares).max(1)
}
