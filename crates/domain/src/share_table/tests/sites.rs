//! Somebody who calls from many networks of one site has no more of it than others.

use super::super::ShareEvent::{Granted, Refused, Revoked};
use super::super::ShareTable;
use super::{client, neighbour};

#[test]
fn however_many_networks_of_a_site_wait_another_client_is_served_next() {
    let mut table = ShareTable::new(1, 300);
    let (running, _) = table.claim(neighbour(0), 1, false);
    let waiting: Vec<_> = (1..=250)
        .map(|last| table.claim(neighbour(last), 1, false).0)
        .collect();
    let (other, events) = table.claim(client(1), 1, false);
    assert_eq!(events, []);
    let (later, _) = table.claim(client(1), 1, false);
    assert_eq!(table.release(running), [Granted(other)]);
    // They take turns.
    assert_eq!(table.release(other), [Granted(waiting[0])]);
    assert_eq!(table.release(waiting[0]), [Granted(later)]);
    // In the site whoever has waited longest without anything comes first.
    assert_eq!(table.release(later), [Granted(waiting[1])]);
}

#[test]
fn a_queue_full_of_a_site_has_a_place_for_another_client() {
    let mut table = ShareTable::new(1, 8);
    table.claim(neighbour(0), 1, false);
    let waiting: Vec<_> = (1..=8)
        .map(|last| table.claim(neighbour(last), 1, false).0)
        .collect();
    let (_, events) = table.claim(client(1), 1, false);
    assert_eq!(events, [Refused(waiting[7])]);
    // While that one waits, a quarter of the places is what the site gets anew.
    let (id, events) = table.claim(neighbour(9), 1, false);
    assert_eq!(events, [Refused(id)]);
}

#[test]
fn what_many_networks_of_a_site_hold_is_revoked_for_another_client() {
    let mut table = ShareTable::new(8, 8);
    let held: Vec<_> = (0..8)
        .map(|last| table.claim(neighbour(last), 1, true).0)
        .collect();
    let (own, events) = table.claim(client(1), 2, true);
    assert_eq!(events, [Revoked(held[7]), Revoked(held[6])]);
    assert_eq!(table.release(held[7]), []);
    assert_eq!(table.release(held[6]), [Granted(own)]);
    // It has its share now.
    assert_eq!(table.claim(client(1), 1, true).1, []);
}

#[test]
fn what_is_kept_is_not_for_a_site_that_has_its_share() {
    let mut table = ShareTable::new(8, 8).keeping(2);
    for last in 0..8 {
        table.claim(neighbour(last), 1, false);
    }
    assert_eq!((table.held(), table.waiting()), (6, 2));
    let (id, events) = table.claim(client(1), 1, false);
    assert_eq!(events, [Granted(id)]);
}

#[test]
fn networks_of_a_site_share_what_it_has() {
    let mut table = ShareTable::new(8, 8);
    let mine: Vec<_> = (0..8)
        .map(|_| table.claim(neighbour(1), 1, true).0)
        .collect();
    let (own, events) = table.claim(neighbour(2), 2, true);
    assert_eq!(events, [Revoked(mine[7]), Revoked(mine[6])]);
    table.release(mine[7]);
    assert_eq!(table.release(mine[6]), [Granted(own)]);
    // One that waits more often than a quarter of the places is refused for its neighbour.
    assert_eq!(table.claim(neighbour(2), 1, true).1, []);
    for _ in 0..2 {
        assert_eq!(table.claim(neighbour(1), 1, true).1, []);
    }
    let (third, _) = table.claim(neighbour(3), 1, true);
    let (id, events) = table.claim(neighbour(1), 1, true);
    assert_eq!(events, [Refused(id)], "{third:?} waits");
}

#[test]
fn networks_share_what_their_site_has_also_while_that_is_less_than_a_share() {
    let mut table = ShareTable::new(16, 8);
    table.claim(client(1), 13, false);
    let mine = [(); 3].map(|()| table.claim(neighbour(1), 1, true).0);
    let (own, events) = table.claim(neighbour(2), 1, true);
    assert_eq!(events, [Revoked(mine[2])]);
    assert_eq!(table.release(mine[2]), [Granted(own)]);
}
