//! Who has how much of something that there is only so much of, and who waits for it.
//!
//! The share of a site (a /48 of IPv6, or an IPv4 address) is a quarter, or, where more than four
//! have or want something, the same part as everybody's. While nobody waits who has less than a
//! share, anybody may have more than one, also all of it. While somebody does, whoever has the
//! least comes next (of several, who has waited longest since it was given something), nobody who
//! has a share gets more, and of sites that have more the newest revocable claims are revoked,
//! until there is room. What a site has, its networks share among themselves by the same rule, so
//! that a client takes nothing from others by calling from many networks. The places in the queue
//! are shared likewise. So one client alone, or several that have everything together, can use it
//! and still take nothing from others for longer than it takes to give back.
//!
//! Claims may grow. If several had a part of what they need, and together all of it, each would
//! wait for the others; so of a pool in which claims grow, what the oldest claim may still need
//! is not given to others. It ends, and then the next one is the oldest.
//!
//! What cannot be revoked may take long to give back. Of such a pool a part can be kept for sites
//! that have less than a share: they need not wait.
//!
//! Pure: it is told of claims and releases, and says what comes of them. Memory is bounded by the
//! capacity (each claim that was granted holds something) and by the length of the queue.

mod choices;
mod claim;
mod queue;

use std::collections::{BTreeMap, BTreeSet};

use self::claim::{Claim, SiteUsage, Usage};
pub use self::claim::{ClaimId, ShareEvent};
use crate::client_network::{ClientNetwork, ClientSite};

/// There are so many shares, or one for each site where there are more.
const SHARES: usize = 4;

/// A pool with its claims and its queue.
#[derive(Debug)]
pub struct ShareTable {
    capacity: u64,
    waiting_max: usize,
    /// So much of it is only for sites that have less than a share.
    kept: u64,
    /// So much a claim may come to hold by growing.
    grown_max: u64,
    free: u64,
    /// How much of what is held is revoked and will be released.
    revoked: u64,
    claims: BTreeMap<ClaimId, Claim>,
    /// The claims that wait, by the time at which they began to.
    queue: BTreeSet<(u64, ClaimId)>,
    clients: BTreeMap<ClientNetwork, Usage>,
    sites: BTreeMap<ClientSite, SiteUsage>,
    next_number: u64,
}

impl ShareTable {
    /// A pool of so much, at least 1, for which so many claims may wait.
    pub fn new(capacity: u64, waiting_max: usize) -> Self {
        let capacity = capacity.max(1);
        Self {
            capacity,
            waiting_max,
            kept: 0,
            grown_max: 0,
            free: capacity,
            revoked: 0,
            claims: BTreeMap::new(),
            queue: BTreeSet::new(),
            clients: BTreeMap::new(),
            sites: BTreeMap::new(),
            next_number: 0,
        }
    }

    /// The same pool, of which so much, less than all of it, is kept for sites that have less than
    /// a share.
    #[must_use]
    pub fn keeping(self, kept: u64) -> Self {
        Self {
            kept: kept.min(self.capacity - 1),
            ..self
        }
    }

    /// The same pool, in which claims grow up to this amount. Where that is more than half of it
    /// nothing is kept free for the oldest: too little would be left for the others.
    #[must_use]
    pub fn with_claims_up_to(self, grown_max: u64) -> Self {
        let leaves_enough = grown_max <= self.capacity / 2;
        let grown_max = if leaves_enough { grown_max } else { 0 };
        Self { grown_max, ..self }
    }

    /// How much there is.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// How much of it is held.
    pub fn held(&self) -> u64 {
        self.capacity - self.free
    }

    /// How many claims wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Asks for so much, from 1 up to the capacity. The claim is granted or refused now, or waits.
    /// Release it in any case.
    pub fn claim(
        &mut self,
        client: ClientNetwork,
        amount: u64,
        is_revocable: bool,
    ) -> (ClaimId, Vec<ShareEvent>) {
        let id = ClaimId(self.number());
        let claim = Claim {
            client,
            held: 0,
            wanted: None,
            is_revocable,
            is_revoked: false,
        };
        self.claims.insert(id, claim);
        self.count(client, |usage| usage.claims += 1);
        (id, self.grow(id, amount))
    }

    /// Asks for so much more for a claim that does not wait.
    pub fn grow(&mut self, id: ClaimId, amount: u64) -> Vec<ShareEvent> {
        let number = self.number();
        let Some(claim) = self.claims.get_mut(&id) else {
            return vec![ShareEvent::Refused(id)];
        };
        if claim.is_revoked || claim.wanted.is_some() {
            return vec![ShareEvent::Refused(id)];
        }
        claim.wanted = Some((number, amount.clamp(1, self.capacity)));
        let client = claim.client;
        self.count(client, |usage| usage.waiting += 1);
        self.queue.insert((number, id));
        let mut events = Vec::new();
        self.serve(&mut events);
        self.shorten_queue(id, &mut events);
        self.revoke(&mut events);
        events
    }

    /// Takes so much more for a claim if it is free and nobody waits. Whether that was so.
    pub fn grow_at_once(&mut self, id: ClaimId, amount: u64) -> bool {
        let is_free = self.queue.is_empty() && amount <= self.room_for(id);
        is_free && self.grow(id, amount) == [ShareEvent::Granted(id)]
    }

    /// From now on the claim cannot be revoked. Whether that comes in time: false where it is
    /// revoked already.
    pub fn make_irrevocable(&mut self, id: ClaimId) -> bool {
        let Some(claim) = self.claims.get_mut(&id) else {
            return false;
        };
        claim.is_revocable = false;
        !claim.is_revoked
    }

    /// The claim waits no more; what it had it still has.
    pub fn withdraw(&mut self, id: ClaimId) -> Vec<ShareEvent> {
        self.leave_queue(id);
        self.settle()
    }

    /// Gives back what the claim holds beyond this amount, at least 1.
    pub fn shrink_to(&mut self, id: ClaimId, amount: u64) -> Vec<ShareEvent> {
        self.give_back(id, amount.max(1));
        self.settle()
    }

    /// Gives back what the claim holds, and its place in the queue.
    pub fn release(&mut self, id: ClaimId) -> Vec<ShareEvent> {
        self.leave_queue(id);
        self.give_back(id, 0);
        if let Some(claim) = self.claims.remove(&id) {
            self.count(claim.client, |usage| usage.claims -= 1);
        }
        self.settle()
    }

    fn give_back(&mut self, id: ClaimId, kept: u64) {
        let Some(claim) = self.claims.get_mut(&id) else {
            return;
        };
        let given = claim.held.saturating_sub(kept);
        claim.held -= given;
        let (client, revoked) = (claim.client, if claim.is_revoked { given } else { 0 });
        self.free += given;
        self.revoked -= revoked;
        self.count(client, |usage| {
            usage.held -= given;
            usage.revoked -= revoked;
        });
    }

    /// Gives what there is room for to those who wait.
    fn settle(&mut self) -> Vec<ShareEvent> {
        let mut events = Vec::new();
        self.serve(&mut events);
        self.revoke(&mut events);
        events
    }

    /// Grants to whoever comes next, as long as there is room.
    fn serve(&mut self, events: &mut Vec<ShareEvent>) {
        while let Some((id, wanted)) = self.next_with_room() {
            self.leave_queue(id);
            self.free -= wanted;
            let number = self.number();
            if let Some(claim) = self.claims.get_mut(&id) {
                claim.held += wanted;
                let client = claim.client;
                self.count(client, |usage| {
                    usage.held += wanted;
                    usage.served = number;
                });
            }
            events.push(ShareEvent::Granted(id));
        }
    }

    /// Where whoever comes next waits for its share, claims of those who have more are revoked.
    fn revoke(&mut self, events: &mut Vec<ShareEvent>) {
        let Some((id, wanted)) = self.next() else {
            return;
        };
        while wanted > self.room_for(id) + self.revoked {
            let Some(victim) = self.victim_for(id) else {
                return;
            };
            let is_waiting = self
                .claims
                .get(&victim)
                .is_some_and(|it| it.wanted.is_some());
            if is_waiting {
                self.leave_queue(victim);
                events.push(ShareEvent::Refused(victim));
            }
            let Some(claim) = self.claims.get_mut(&victim) else {
                return;
            };
            claim.is_revoked = true;
            let (client, held) = (claim.client, claim.held);
            self.revoked += held;
            self.count(client, |usage| usage.revoked += held);
            events.push(ShareEvent::Revoked(victim));
        }
    }

    fn leave_queue(&mut self, id: ClaimId) {
        let Some(claim) = self.claims.get_mut(&id) else {
            return;
        };
        if let Some((since, _)) = claim.wanted.take() {
            let client = claim.client;
            self.queue.remove(&(since, id));
            self.count(client, |usage| usage.waiting -= 1);
        }
    }

    /// Counts something for a client and its site. Those without a claim are forgotten.
    fn count(&mut self, client: ClientNetwork, change: impl Fn(&mut Usage)) {
        let own = self.clients.entry(client).or_default();
        let is_new = own.claims == 0;
        change(own);
        let is_gone = own.claims == 0;
        if is_gone {
            self.clients.remove(&client);
        }
        let site = self.sites.entry(client.site()).or_default();
        change(&mut site.usage);
        site.networks = site.networks + usize::from(is_new) - usize::from(is_gone);
        if site.networks == 0 {
            self.sites.remove(&client.site());
        }
    }

    fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
}

#[cfg(test)]
mod tests;
