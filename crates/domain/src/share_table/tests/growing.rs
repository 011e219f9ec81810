//! Claims that grow do not wait for each other.

use proptest::prelude::*;

use super::super::ShareEvent::Granted;
use super::super::{ClaimId, ShareTable};
use super::{client, neighbour};

/// A claim that grows by one until it has what it needs, and is released then.
struct Growing {
    id: ClaimId,
    held: u64,
    needed: u64,
    is_waiting: bool,
}

#[test]
fn halves_of_one_client_do_not_wait_for_each_other() {
    let mut table = ShareTable::new(16, 64).with_claims_up_to(4);
    let mut claims: Vec<ClaimId> = (0..8).map(|_| table.claim(client(1), 1, true).0).collect();
    for id in &claims {
        table.grow(*id, 1);
    }
    // Two more would be all that there is; the oldest may still need two.
    assert_eq!((table.held(), table.waiting()), (14, 2));
    let oldest = claims.remove(0);
    assert_eq!(table.grow(oldest, 1), [Granted(oldest)]);
    assert_eq!(table.grow(oldest, 1), [Granted(oldest)]);
    // What it gives back goes to the next oldest, and to others as far as that leaves enough.
    assert!(!table.release(oldest).is_empty());
    assert_eq!(table.grow(claims[0], 2), [Granted(claims[0])]);
}

#[test]
fn a_newcomer_gets_its_share_although_something_is_kept_for_the_oldest() {
    let mut table = ShareTable::new(8, 64).with_claims_up_to(2);
    let mine: Vec<ClaimId> = (0..8).map(|_| table.claim(client(1), 1, true).0).collect();
    assert_eq!((table.held(), table.waiting()), (7, 1));
    let (own, events) = table.claim(client(2), 1, true);
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(table.release(mine[6])[0], Granted(own));
}

#[test]
fn nothing_is_kept_for_claims_that_are_larger_than_half_of_the_pool() {
    let mut table = ShareTable::new(8, 64).with_claims_up_to(5);
    for _ in 0..8 {
        let (id, events) = table.claim(client(1), 1, true);
        assert_eq!(events, [Granted(id)]);
    }
}

#[test]
fn grow_at_once_takes_what_is_free_and_never_waits() {
    let mut table = ShareTable::new(8, 64);
    let (own, _) = table.claim(client(1), 6, true);
    assert!(!table.grow_at_once(own, 3));
    assert!(table.grow_at_once(own, 1));
    assert_eq!((table.held(), table.waiting()), (7, 0));
    // Another one waits for what is free.
    table.claim(client(2), 2, false);
    assert!(!table.grow_at_once(own, 1));
}

proptest! {
    #[test]
    fn all_claims_that_grow_come_to_what_they_need(
        capacity in 8_u64..40,
        needs in prop::collection::vec((0_u8..8, 1_u64..=4), 1..60),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1000),
    ) {
        let mut table = ShareTable::new(capacity, 1000).with_claims_up_to(4);
        let mut choices = choices.into_iter().cycle();
        let mut claims: Vec<Growing> = Vec::new();
        let mut coming = needs.into_iter().peekable();
        loop {
            let is_next = claims.len() < 2 || choices.next().unwrap().index(2) == 0;
            let mut events = Vec::new();
            if let Some((user, needed)) = coming.next_if(|_| is_next) {
                let network = if user < 4 { client(user) } else { neighbour(user) };
                let (id, heard) = table.claim(network, 1, false);
                claims.push(Growing { id, held: 0, needed, is_waiting: true });
                events.extend(heard);
            } else if !claims.is_empty() {
                let moving: Vec<usize> =
                    (0..claims.len()).filter(|at| !claims[*at].is_waiting).collect();
                prop_assert!(!moving.is_empty(), "each waits for the others");
                let at = moving[choices.next().unwrap().index(moving.len())];
                if claims[at].held == claims[at].needed {
                    events.extend(table.release(claims.remove(at).id));
                } else {
                    claims[at].is_waiting = true;
                    events.extend(table.grow(claims[at].id, 1));
                }
            } else if coming.peek().is_none() {
                break;
            }
            for event in events {
                let Granted(id) = event else {
                    panic!("{event:?}");
                };
                let claim = claims.iter_mut().find(|claim| claim.id == id).unwrap();
                claim.held += 1;
                claim.is_waiting = false;
            }
        }
        prop_assert_eq!((table.held(), table.waiting()), (0, 0));
    }
}
