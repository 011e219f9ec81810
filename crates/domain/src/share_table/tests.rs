use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::ShareEvent::{Granted, Refused, Revoked};
use super::{ClaimId, ShareEvent, ShareTable};
use crate::client_network::ClientNetwork;

fn client(last: u8) -> ClientNetwork {
    ClientNetwork::of([192, 0, 2, last].into())
}

fn claims(table: &mut ShareTable, last: u8, count: usize) -> Vec<(ClaimId, Vec<ShareEvent>)> {
    (0..count)
        .map(|_| table.claim(client(last), 1, true))
        .collect()
}

#[test]
fn one_client_alone_may_claim_everything_and_wait_for_more() {
    let mut table = ShareTable::new(8, 3);
    for (id, events) in claims(&mut table, 1, 8) {
        assert_eq!(events, [Granted(id)]);
    }
    assert_eq!((table.held(), table.waiting()), (8, 0));
    let waiting = claims(&mut table, 1, 3);
    assert!(waiting.iter().all(|(_, events)| events.is_empty()));
    let (id, events) = table.claim(client(1), 1, true);
    assert_eq!(events, [Refused(id)]);
}

#[test]
fn another_client_gets_its_share_at_once_when_the_newest_claims_are_revoked() {
    let mut table = ShareTable::new(8, 8);
    let mine = claims(&mut table, 1, 8);
    let (first, events) = table.claim(client(2), 1, true);
    assert_eq!(events, [Revoked(mine[7].0)]);
    // The second waits too; one after the other is served.
    let (second, events) = table.claim(client(2), 1, true);
    assert_eq!(events, []);
    let events = table.release(mine[7].0);
    assert_eq!(events, [Granted(first), Revoked(mine[6].0)]);
    assert_eq!(table.release(mine[6].0), [Granted(second)]);
    // It has its share now, so a third one waits for what is given back.
    let (third, events) = table.claim(client(2), 1, true);
    assert_eq!(events, []);
    assert_eq!(table.release(mine[0].0), [Granted(third)]);
}

#[test]
fn no_claim_within_a_share_and_none_that_is_kept_is_revoked() {
    let mut table = ShareTable::new(8, 8);
    for last in 1..=4 {
        claims(&mut table, last, 2);
    }
    assert_eq!(table.claim(client(5), 1, true).1, []);
    let mut table = ShareTable::new(8, 8);
    let mine = claims(&mut table, 1, 8);
    assert!(mine[1..].iter().all(|(id, _)| table.keep(*id)));
    assert_eq!(table.claim(client(2), 1, true).1, [Revoked(mine[0].0)]);
    assert!(!table.keep(mine[0].0));
    assert_eq!(table.claim(client(3), 1, true).1, []);
}

#[test]
fn whoever_has_the_least_is_served_first() {
    let mut table = ShareTable::new(4, 8);
    let mine = claims(&mut table, 1, 4);
    let own = table.claim(client(1), 1, false).0;
    let other = table.claim(client(2), 1, false).0;
    assert_eq!(table.release(mine[0].0)[0], Granted(other));
    assert!(table.release(mine[1].0).contains(&Granted(own)));
}

#[test]
fn the_queue_is_shared_too() {
    let mut table = ShareTable::new(1, 8);
    table.claim(client(1), 1, false);
    let mine = claims(&mut table, 1, 8);
    // Another one takes the place of the newest of the client that waits most.
    let (_, events) = table.claim(client(2), 1, false);
    assert_eq!(events, [Refused(mine[7].0)]);
    // While it waits the first client may wait with no more than a quarter.
    table.release(mine[6].0);
    let (id, events) = table.claim(client(1), 1, false);
    assert_eq!(events, [Refused(id)]);
}

#[test]
fn a_claim_that_grows_is_judged_by_all_that_its_client_holds() {
    let mut table = ShareTable::new(8, 8);
    let (large, _) = table.claim(client(1), 2, true);
    assert_eq!(table.grow(large, 5), [Granted(large)]);
    let (small, events) = table.claim(client(2), 1, true);
    assert_eq!(events, [Granted(small)]);
    assert_eq!(table.grow(small, 1), [Revoked(large)]);
    // What must be released cannot grow.
    assert_eq!(table.grow(large, 1), [Refused(large)]);
    assert_eq!(table.release(large), [Granted(small)]);
    assert_eq!(table.held(), 2);
    assert_eq!(table.release(small), []);
    assert_eq!((table.held(), table.clients.len()), (0, 0));
}

#[derive(Debug, Clone)]
enum Step {
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

fn step() -> impl Strategy<Value = Step> {
    let (amount, which) = (1_u64..6, any::<usize>());
    prop_oneof![
        4 => (0_u8..6, amount.clone(), any::<bool>()).prop_map(|(client, amount, is_revocable)| {
            Step::Claim { client, amount, is_revocable }
        }),
        2 => (which, amount).prop_map(|(which, amount)| Step::Grow { which, amount }),
        1 => which.prop_map(|which| Step::Keep { which }),
        1 => which.prop_map(|which| Step::Withdraw { which }),
        3 => which.prop_map(|which| Step::Release { which }),
    ]
}

/// What its users know of a table.
#[derive(Default)]
struct Users {
    /// Whose claim it is, what it has, and what it waits for.
    claims: BTreeMap<ClaimId, (u8, u64, Option<u64>)>,
    revoked: BTreeSet<ClaimId>,
}

impl Users {
    fn held(&self, client: u8) -> u64 {
        let own = self.claims.values().filter(|claim| claim.0 == client);
        own.map(|claim| claim.1).sum()
    }

    fn waits_for_its_share(&self, share: u64, except: u8) -> bool {
        let mut waiting = self.claims.values().filter(|claim| claim.2.is_some());
        waiting.any(|claim| claim.0 != except && self.held(claim.0) < share)
    }

    /// Follows the events and looks whether each was right at its time.
    fn hear(&mut self, share: u64, events: &[ShareEvent]) {
        for event in events {
            match event {
                Granted(id) => {
                    let claim = self.claims.get_mut(id).unwrap();
                    let client = claim.0;
                    let granted = claim.2.take().expect("only what was asked for is granted");
                    if self.held(client) >= share {
                        assert!(!self.waits_for_its_share(share, client), "{event:?}");
                    }
                    self.claims.get_mut(id).unwrap().1 += granted;
                }
                Refused(id) => {
                    self.claims.get_mut(id).unwrap().2 = None;
                }
                Revoked(id) => {
                    let client = self.claims[id].0;
                    assert!(self.revoked.insert(*id), "{event:?} twice");
                    assert!(self.held(client) > share, "{event:?} within its share");
                    assert!(
                        self.waits_for_its_share(share, client),
                        "{event:?} for nobody"
                    );
                }
            }
        }
    }

    fn take(&mut self, table: &mut ShareTable, step: Step) -> Vec<ShareEvent> {
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
                let (id, events) = table.claim(client(last), amount, is_revocable);
                let wanted = Some(amount.min(table.capacity()));
                self.claims.insert(id, (last, 0, wanted));
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
                    assert_eq!(table.keep(id), !self.revoked.contains(&id));
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

    fn release(&mut self, table: &mut ShareTable, id: Option<ClaimId>) -> Vec<ShareEvent> {
        let Some(id) = id else {
            return Vec::new();
        };
        self.claims.remove(&id);
        self.revoked.remove(&id);
        table.release(id)
    }
}

proptest! {
    #[test]
    fn whatever_is_claimed_and_released_shares_hold_and_nothing_is_lost(
        capacity in 1_u64..20,
        waiting_max in 0_usize..8,
        steps in prop::collection::vec(step(), 0..200),
    ) {
        let mut table = ShareTable::new(capacity, waiting_max);
        let share = (capacity / 4).max(1);
        let mut users = Users::default();
        for step in steps {
            let events = users.take(&mut table, step);
            users.hear(share, &events);
            let held: u64 = users.claims.values().map(|claim| claim.1).sum();
            prop_assert_eq!(table.held(), held);
            prop_assert!(held <= capacity);
            let waiting = users.claims.values().filter(|claim| claim.2.is_some());
            prop_assert_eq!(table.waiting(), waiting.clone().count());
            prop_assert!(table.waiting() <= waiting_max);
            // Whoever has the least waits only for want of room.
            let least = waiting.map(|claim| users.held(claim.0)).min();
            let first = users.claims.values().find(|claim| {
                claim.2.is_some_and(|wanted| wanted <= capacity - held)
                    && Some(users.held(claim.0)) == least
            });
            let is_alone = table.waiting() == 1;
            prop_assert!(first.is_none() || !is_alone, "{first:?} could be served");
        }
        // When everything is given back everybody is served.
        while let Some(id) = users.claims.keys().next().copied() {
            let holders = users.claims.iter().filter(|(_, claim)| claim.1 > 0);
            let id = holders.map(|(id, _)| *id).next().unwrap_or(id);
            let events = users.release(&mut table, Some(id));
            users.hear(share, &events);
        }
        prop_assert_eq!((table.held(), table.waiting(), table.revoked), (0, 0, 0));
        prop_assert!(table.clients.is_empty() && table.claims.is_empty());
    }
}
