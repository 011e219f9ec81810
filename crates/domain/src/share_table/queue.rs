//! Who has a place in the queue.

use super::claim::{ClaimId, ShareEvent};
use super::{SHARES, ShareTable};
use crate::client_network::ClientNetwork;

impl ShareTable {
    /// Where the one that has just begun to wait makes too many, one is refused.
    pub(super) fn shorten_queue(&mut self, id: ClaimId, events: &mut Vec<ShareEvent>) {
        let Some(refused) = self.one_too_many(id) else {
            return;
        };
        self.leave_queue(refused);
        events.push(ShareEvent::Refused(refused));
        // It may have been the one for which there was no room.
        self.serve(events);
    }

    /// While others wait for their share, a site has a quarter of the places, and a client in it no
    /// more than that. Where all places are taken, one of the site that has most is given up.
    fn one_too_many(&self, id: ClaimId) -> Option<ClaimId> {
        self.claims.get(&id)?.wanted?;
        let client = self.client_of(id)?;
        let part = (self.waiting_max / SHARES).max(1);
        let is_own_site = |other: ClientNetwork| other.site() == client.site();
        if self.site(client).usage.waiting > part && self.one_waits(|other| !is_own_site(other)) {
            return self.newest_where_most_wait(client, is_own_site);
        }
        let is_neighbour = |other| other != client && is_own_site(other);
        if self.usage(client).waiting > part && self.one_waits(is_neighbour) {
            return Some(id);
        }
        match self.queue.len() > self.waiting_max {
            true => self.newest_where_most_wait(client, |_| true),
            false => None,
        }
    }

    /// Whether one of these clients waits for its share.
    fn one_waits(&self, is_meant: impl Fn(ClientNetwork) -> bool) -> bool {
        let mut clients = self.clients.keys().copied();
        clients.any(|other| is_meant(other) && self.waits_for_its_share(other))
    }

    /// The newest waiting claim of the client that waits most often, in the site that does; where
    /// several wait as often, of the one that has just begun.
    fn newest_where_most_wait(
        &self,
        just_begun: ClientNetwork,
        is_meant: impl Fn(ClientNetwork) -> bool,
    ) -> Option<ClaimId> {
        let waiting = self.queue.iter().filter_map(|(since, id)| {
            let client = self.client_of(*id).filter(|client| is_meant(*client))?;
            let of_site = self.site(client).usage.waiting;
            let is_own_site = client.site() == just_begun.site();
            let own = self.usage(client).waiting;
            Some((of_site, is_own_site, own, *since, *id))
        });
        waiting.max().map(|(.., id)| id)
    }
}
