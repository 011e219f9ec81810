//! A service that is killed again and again at moments that nobody chose, while clients upload,
//! attach, offer, change and erase: what was acknowledged to them is there after each restart.

use std::time::{Duration, Instant};

use test_harness::instances::Instances;
use test_harness::ledger::{Known, must_be_kept};
use test_harness::load::{self, Chance, Patience, Template, Watch};
use test_harness::service::Service;
use test_servers::waiting::wait_until;

use crate::ground::must_be_sound;

const CLIENTS: usize = 4;

/// So many answers at most are waited for before a kill.
const ANSWERS_MAX: usize = 60;

/// And then a part of the time that an answer takes, so that it meets what is between two.
const MOMENT_MAX: Duration = Duration::from_millis(20);

/// Of the moments and of what clients do.
const SEED: u64 = 0x51ab_6c3d_90e2_47f5;

#[test]
fn what_was_acknowledged_survives_kills_at_a_few_moments() {
    storm(5);
}

#[test]
#[ignore = "minutes long: just torture"]
fn what_was_acknowledged_survives_kills_at_a_hundred_moments() {
    storm(100);
}

fn storm(rounds: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().to_owned();
    let instances = Instances::new(vec![Service::start_in(folder)]);
    let watch = Watch::new(Patience::WithBrokenConnections);
    let template = Template::fill();
    let mut chance = Chance::of(SEED);
    let began = Instant::now();
    let mut known: Vec<Vec<Known>> = (0..CLIENTS).map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        let due = watch.seen().done + 1 + chance.below(ANSWERS_MAX);
        let moment = MOMENT_MAX * chance.below(1000) as u32 / 1000;
        (known, ()) = load::run_on(&instances, &template, known, &watch, || {
            wait_until("answers", || watch.seen().done >= due);
            std::thread::sleep(moment);
            instances.kill_and_restart(0);
        });
        known
            .iter()
            .for_each(|known| must_be_kept(&instances, known));
    }
    must_be_sound(&path, "after the storm");
    let seen = watch.seen();
    assert!(seen.broken > 0, "no kill met a request");
    println!(
        "{rounds} kills in {:.0?}, {} applications, {} acknowledged changes, {} answers, {} \
            requests cut, 0 violations",
        began.elapsed(),
        known.iter().flatten().count(),
        seen.changed,
        seen.done,
        seen.broken,
    );
}
