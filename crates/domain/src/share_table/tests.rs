mod growing;
mod model;
mod sites;

use proptest::prelude::*;

use super::ShareEvent::{Granted, Refused, Revoked};
use super::{ClaimId, ShareEvent, ShareTable};
use crate::client_network::ClientNetwork;
use model::{Users, step};

fn client(last: u8) -> ClientNetwork {
    ClientNetwork::of([192, 0, 2, last].into())
}

/// A network of one site.
fn neighbour(last: u8) -> ClientNetwork {
    ClientNetwork::of([0x2001, 0xdb8, 1, last.into(), 0, 0, 0, 1].into())
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
    for last in 1..=8 {
        claims(&mut table, last, 1);
    }
    assert_eq!(table.claim(client(9), 1, true).1, []);
    let mut table = ShareTable::new(8, 8);
    let mine = claims(&mut table, 1, 8);
    assert!(mine[1..].iter().all(|(id, _)| table.make_irrevocable(*id)));
    assert_eq!(table.claim(client(2), 1, true).1, [Revoked(mine[0].0)]);
    assert!(!table.make_irrevocable(mine[0].0));
    assert_eq!(table.claim(client(3), 1, true).1, []);
}

#[test]
fn a_newcomer_gets_its_share_of_what_four_have_divided_among_themselves() {
    let mut table = ShareTable::new(40, 8);
    let mut last = Vec::new();
    for holder in 1..=4 {
        last = claims(&mut table, holder, 10);
    }
    // A fifth of it is eight.
    for count in 0..8 {
        let (own, events) = table.claim(client(5), 1, true);
        let [Revoked(victim)] = events[..] else {
            panic!("{count}: {events:?}");
        };
        assert_eq!(table.release(victim), [Granted(own)]);
    }
    assert_eq!(table.claim(client(5), 1, true).1, []);
    let kept = |holder: u8| table.usage(client(holder)).held;
    assert_eq!([1, 2, 3, 4, 5].map(kept), [8; 5]);
    assert!(
        table.claims.contains_key(&last[0].0),
        "the newest have gone"
    );
}

#[test]
fn what_is_kept_goes_to_clients_with_less_than_a_share_alone() {
    let mut table = ShareTable::new(8, 8).keeping(2);
    let mine = claims(&mut table, 1, 7);
    let granted = mine.iter().filter(|(id, events)| *events == [Granted(*id)]);
    assert_eq!((granted.count(), table.waiting()), (6, 1));
    let newcomers = [2, 3].map(|last| table.claim(client(last), 1, false));
    for (id, events) in &newcomers {
        assert_eq!(*events, [Granted(*id)]);
    }
    // What comes back is kept first.
    assert_eq!(table.release(newcomers[0].0), []);
    assert_eq!(table.release(newcomers[1].0), []);
    assert_eq!(table.release(mine[0].0), [Granted(mine[6].0)]);
    // A pool is never kept as a whole.
    let mut table = ShareTable::new(1, 8).keeping(1);
    let (id, events) = table.claim(client(1), 1, false);
    assert_eq!(events, [Granted(id)]);
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
fn clients_that_have_nothing_take_turns_however_many_claims_of_one_wait() {
    let mut table = ShareTable::new(1, 8);
    let (running, _) = table.claim(client(1), 1, false);
    let mine = claims(&mut table, 1, 4);
    let other = claims(&mut table, 2, 2);
    assert_eq!(table.release(running), [Granted(other[0].0)]);
    assert_eq!(table.release(other[0].0), [Granted(mine[0].0)]);
    assert_eq!(table.release(mine[0].0), [Granted(other[1].0)]);
    assert_eq!(table.release(other[1].0), [Granted(mine[1].0)]);
    assert_eq!(table.release(mine[1].0), [Granted(mine[2].0)]);
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
    assert_eq!((table.held(), table.sites.len()), (0, 0));
}

#[test]
fn what_a_claim_gives_back_of_itself_goes_to_whoever_waits_for_it() {
    let mut table = ShareTable::new(8, 8);
    let (large, _) = table.claim(client(1), 8, true);
    assert_eq!(table.shrink_to(large, 9), []);
    assert_eq!(table.held(), 8);
    assert_eq!(table.shrink_to(large, 0), []);
    assert_eq!(table.held(), 1);
    assert_eq!(table.grow(large, 7), [Granted(large)]);
    let (own, events) = table.claim(client(2), 2, true);
    assert_eq!(events, [Revoked(large)]);
    assert_eq!(table.shrink_to(large, 6), [Granted(own)]);
    assert_eq!(table.release(large), []);
    assert_eq!((table.held(), table.revoked), (2, 0));
    assert_eq!(table.release(own), []);
    assert_eq!(table.shrink_to(own, 1), []);
    assert_eq!((table.held(), table.sites.len()), (0, 0));
}

proptest! {
    #[test]
    fn whatever_is_claimed_and_released_shares_hold_and_nothing_is_lost(
        capacity in 1_u64..20,
        waiting_max in 0_usize..8,
        steps in prop::collection::vec(step(), 0..200),
    ) {
        let mut table = ShareTable::new(capacity, waiting_max);
        let mut users = Users::default();
        for step in steps {
            let events = users.take(&mut table, step);
            users.hear(users.share(capacity), &events);
            users.revoked_for_whom_it_is_due(capacity);
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
            users.hear(users.share(capacity), &events);
        }
        prop_assert_eq!((table.held(), table.waiting(), table.revoked), (0, 0, 0));
        prop_assert!(table.clients.is_empty() && table.sites.is_empty());
        prop_assert!(table.claims.is_empty());
    }
}
