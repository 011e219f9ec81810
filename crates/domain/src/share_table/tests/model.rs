//! What the users of a table do and know of it.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::ShareEvent::{Granted, Refused, Revoked};
use super::super::{ClaimId, ShareEvent, ShareTable};
use super::{client, neighbour};
use crate::client_network::{ClientNetwork, ClientSite};

#[derive(Debug, Clone)]
pub(super) enum Step {
    Claim {
        client: u8,
        amount: u64,
        is_revocable: bool,
    },
    Grow {
        which: usize,
        amount: u64,
    },
    Keep {
        which: usize,
    },
    Withdraw {
        which: usize,
    },
    Release {
        which: usize,
    },
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    let (amount, which) = (1_u64..6, any::<usize>());
    prop_oneof![
        4 => (0_u8..9, amount.clone(), any::<bool>()).prop_map(|(client, amount, is_revocable)| {
            Step::Claim { client, amount, is_revocable }
        }),
        2 => (which, amount).prop_map(|(which, amount)| Step::Grow { which, amount }),
        1 => which.prop_map(|which| Step::Keep { which }),
        1 => which.prop_map(|which| Step::Withdraw { which }),
        3 => which.prop_map(|which| Step::Release { which }),
    ]
}

/// The first six each call from an address of their own, the others from networks of one site.
fn network(user: u8) -> ClientNetwork {
    match user {
        0..6 => client(user),
        _ => neighbour(user),
    }
}

fn is_one_site(one: u8, other: u8) -> bool {
    network(one).site() == network(other).site()
}

/// What its users know of a table.
#[derive(Default)]
pub(super) struct Users {
    /// Whose claim it is, what it has, and what it waits for.
    pub(super) claims: BTreeMap<ClaimId, (u8, u64, Option<u64>)>,
    revocable: BTreeSet<ClaimId>,
    revoked: BTreeSet<ClaimId>,
}

impl Users {
    pub(super) fn held(&self, client: u8) -> u64 {
        let own = self.claims.values().filter(|claim| claim.0 == client);
        own.map(|claim| claim.1).sum()
    }

    /// What the site of a client holds.
    fn held_by_site(&self, client: u8) -> u64 {
        let of_site = self
            .claims
            .values()
            .filter(|claim| is_one_site(claim.0, client));
        of_site.map(|claim| claim.1).sum()
    }

    /// A quarter, or every site's part where there are more.
    pub(super) fn share(&self, capacity: u64) -> u64 {
        let sites: BTreeSet<ClientSite> = self
            .claims
            .values()
            .map(|claim| network(claim.0).site())
            .collect();
        (capacity / (sites.len() as u64).max(4)).max(1)
    }

    /// The part of a client in what its site has or may have.
    fn part_in_site(&self, share: u64, client: u8) -> u64 {
        let of_site = self
            .claims
            .values()
            .filter(|claim| is_one_site(claim.0, client));
        let clients: BTreeSet<u8> = of_site.map(|claim| claim.0).collect();
        (self.held_by_site(client).max(share) / (clients.len() as u64).max(4)).max(1)
    }

    /// Whether another site waits for its share.
    fn site_waits_for_its_share(&self, share: u64, except: u8) -> bool {
        let mut waiting = self.claims.values().filter(|claim| claim.2.is_some());
        waiting.any(|claim| !is_one_site(claim.0, except) && self.held_by_site(claim.0) < share)
    }

    /// Whether another client of the same site waits for its part.
    fn neighbour_waits_for_its_part(&self, share: u64, client: u8) -> bool {
        let mut waiting = self.claims.values().filter(|claim| claim.2.is_some());
        waiting.any(|claim| {
            claim.0 != client
                && is_one_site(claim.0, client)
                && self.held(claim.0) < self.part_in_site(share, client)
        })
    }

    /// Follows the events and looks whether each was right at its time.
    pub(super) fn hear(&mut self, share: u64, events: &[ShareEvent]) {
        for event in events {
            match event {
                Granted(id) => {
                    let claim = self.claims.get_mut(id).unwrap();
                    let client = claim.0;
                    let granted = claim.2.take().expect("only what was asked for is granted");
                    if self.held_by_site(client) >= share {
                        assert!(!self.site_waits_for_its_share(share, client), "{event:?}");
                    }
                    if self.held(client) >= self.part_in_site(share, client) {
                        assert!(
                            !self.neighbour_waits_for_its_part(share, client),
                            "{event:?}"
                        );
                    }
                    self.claims.get_mut(id).unwrap().1 += granted;
                }
                Refused(id) => {
                    self.claims.get_mut(id).unwrap().2 = None;
                }
                Revoked(id) => {
                    let client = self.claims[id].0;
                    assert!(self.revoked.insert(*id), "{event:?} twice");
                    let is_for_others = self.held_by_site(client) > share
                        && self.site_waits_for_its_share(share, client);
                    let is_for_neighbours = self.held(client) > self.part_in_site(share, client)
                        && self.neighbour_waits_for_its_part(share, client);
                    assert!(is_for_others || is_for_neighbours, "{event:?} for nobody");
                }
            }
        }
    }

    /// Of every site that has more than a share all that can be revoked is, while one waits for its
    /// own for which there would be no room otherwise.
    pub(super) fn revoked_for_whom_it_is_due(&self, capacity: u64) {
        let share = self.share(capacity);
        let held: u64 = self.claims.values().map(|claim| claim.1).sum();
        let revoked = |id: &ClaimId| self.revoked.contains(id);
        let coming = self.claims.iter().filter(|(id, _)| revoked(id));
        let coming: u64 = coming.map(|(_, claim)| claim.1).sum();
        let waiting = || self.claims.values().filter(|claim| claim.2.is_some());
        let Some(least) = waiting().map(|claim| self.held_by_site(claim.0)).min() else {
            return;
        };
        let mut first = waiting().filter(|claim| self.held_by_site(claim.0) == least);
        if least >= share || first.any(|claim| claim.2 <= Some(capacity - held + coming)) {
            return;
        }
        for (id, claim) in &self.claims {
            let kept = self
                .claims
                .iter()
                .filter(|(id, other)| is_one_site(other.0, claim.0) && !revoked(id));
            let kept: u64 = kept.map(|(_, claim)| claim.1).sum();
            let is_due = self.revocable.contains(id) && !revoked(id) && claim.1 > 0;
            assert!(!is_due || kept <= share, "{id:?} of {kept} is not revoked");
        }
    }

    pub(super) fn take(&mut self, table: &mut ShareTable, step: Step) -> Vec<ShareEvent> {
        let chosen = |which: usize| {
            let count = self.claims.len().max(1);
            self.claims.keys().nth(which % count).copied()
        };
        match step {
            Step::Claim {
                client: last,
                amount,
                is_revocable,
            } => {
                let (id, events) = table.claim(network(last), amount, is_revocable);
                let wanted = Some(amount.min(table.capacity()));
                self.claims.insert(id, (last, 0, wanted));
                if is_revocable {
                    self.revocable.insert(id);
                }
                events
            }
            Step::Grow { which, amount } => {
                let Some(id) = chosen(which).filter(|id| self.claims[id].2.is_none()) else {
                    return Vec::new();
                };
                let wanted = Some(amount.min(table.capacity()));
                self.claims.get_mut(&id).unwrap().2 = wanted;
                table.grow(id, amount)
            }
            Step::Keep { which } => {
                if let Some(id) = chosen(which) {
                    assert_eq!(table.make_irrevocable(id), !self.revoked.contains(&id));
                    self.revocable.remove(&id);
                }
                Vec::new()
            }
            Step::Withdraw { which } => {
                let Some(id) = chosen(which) else {
                    return Vec::new();
                };
                self.claims.get_mut(&id).unwrap().2 = None;
                table.withdraw(id)
            }
            Step::Release { which } => self.release(table, chosen(which)),
        }
    }

    pub(super) fn release(
        &mut self,
        table: &mut ShareTable,
        id: Option<ClaimId>,
    ) -> Vec<ShareEvent> {
        let Some(id) = id else {
            return Vec::new();
        };
        self.claims.remove(&id);
        self.revoked.remove(&id);
        self.revocable.remove(&id);
        table.release(id)
    }
}
