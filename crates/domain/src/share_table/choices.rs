//! Who comes next, who waits, and who gives up.

use super::claim::{Claim, ClaimId};
use super::{SHARES, ShareTable};
use crate::client_network::ClientNetwork;

impl ShareTable {
    /// The newest claim that can be revoked of the client that has most, if that is over its share.
    pub(super) fn victim(&self) -> Option<ClaimId> {
        let share = self.share();
        let kept = |claim: &Claim| {
            let usage = self.clients.get(&claim.client);
            usage.map_or(0, |usage| usage.held - usage.revoked)
        };
        let revocable = self.claims.iter().filter(|(_, claim)| {
            claim.is_revocable && !claim.is_revoked && claim.held > 0 && kept(claim) > share
        });
        let most = revocable.max_by_key(|(id, claim)| (kept(claim), **id));
        most.map(|(id, _)| *id)
    }

    /// The claim that comes next, and what it waits for: of the client that holds least, and was
    /// served longest ago, the first.
    pub(super) fn next(&self) -> Option<(ClaimId, u64)> {
        let first = self.queue.iter().min_by_key(|(since, id)| {
            let client = self.claims.get(id).map(|claim| claim.client);
            let usage = client.and_then(|client| self.clients.get(&client));
            let usage = usage.map_or((0, 0), |it| (it.held, it.served));
            (usage, *since)
        });
        let (_, id) = first?;
        let (_, wanted) = self.claims.get(id)?.wanted?;
        Some((*id, wanted))
    }

    /// Whether another client waits that has less than its share.
    pub(super) fn others_wait(&self, client: ClientNetwork) -> bool {
        let share = self.share();
        self.queue.iter().any(|(_, id)| {
            let other = self.claims.get(id).map(|claim| claim.client);
            other != Some(client) && self.held_by_client_of(*id) < share
        })
    }

    pub(super) fn newest_waiting(&self, client: ClientNetwork) -> Option<ClaimId> {
        let mut newest_first = self.queue.iter().rev().map(|(_, id)| *id);
        newest_first.find(|id| {
            let claim = self.claims.get(id);
            claim.is_some_and(|claim| claim.client == client)
        })
    }

    /// How much of what is free the client of a claim may have.
    pub(super) fn room_for(&self, id: ClaimId) -> u64 {
        match self.held_by_client_of(id) < self.share() {
            true => self.free,
            false => self.free.saturating_sub(self.kept),
        }
    }

    pub(super) fn held_by_client_of(&self, id: ClaimId) -> u64 {
        let claim = self.claims.get(&id);
        let usage = claim.and_then(|claim| self.clients.get(&claim.client));
        usage.map_or(0, |usage| usage.held)
    }

    /// Falls with every client that comes, so that of a pool that others have divided among
    /// themselves a newcomer gets as much as each of them.
    pub(super) fn share(&self) -> u64 {
        let shares = self.clients.len().max(SHARES);
        (self.capacity / u64::try_from(shares).unwrap_or(u64::MAX)).max(1)
    }

    pub(super) fn is_waiting(&self, id: ClaimId) -> bool {
        let claim = self.claims.get(&id);
        claim.is_some_and(|claim| claim.wanted.is_some())
    }
}
