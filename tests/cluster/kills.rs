//! One of four instances is killed each second for a minute, while clients write and read.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use test_harness::client::{at_once, json_of, text};
use test_harness::ledger::{Erased, Known, must_be_kept};
use test_harness::load::{self, Patience, Template, Watch};

const INSTANCES: usize = 4;
const CLIENTS: usize = 8;
const KILLS: usize = 60;
const BETWEEN_KILLS: Duration = Duration::from_secs(1);

#[test]
fn what_was_acknowledged_survives_a_kill_each_second() {
    let cluster = Cluster::start(INSTANCES, &[]);
    let watch = Watch::new(Patience::WithBrokenConnections);
    let (known, ()) = load::run(&cluster, &Template::fill(), CLIENTS, &watch, || {
        kill(&cluster)
    });
    println!(
        "{KILLS} kills, {:?}, {} applications",
        watch.seen(),
        known.len()
    );
    assert!(watch.seen().broken > 0, "no kill met a request");
    must_be_kept(&cluster, &known);
    must_be_numbered(&cluster, &known);
    cluster.must_be_sound();
}

/// Each instance in turn, the next one while those before are still starting.
fn kill(cluster: &Cluster) {
    let began = Instant::now();
    at_once(INSTANCES, |instance| {
        for kill in (instance..KILLS).step_by(INSTANCES) {
            let due = BETWEEN_KILLS * (kill as u32 + 1);
            std::thread::sleep(due.saturating_sub(began.elapsed()));
            cluster.kill_and_restart(instance);
        }
    });
}

/// Every number up to the last was given, and given once: it is there, or was erased.
pub(crate) fn must_be_numbered(cluster: &Cluster, known: &[Known]) {
    let given: BTreeSet<&String> = known.iter().map(|known| &known.application.pa_id).collect();
    assert_eq!(given.len(), known.len(), "a number was given twice");
    let erased = known.iter().filter(|known| known.erased != Erased::No);
    let mut numbers: BTreeSet<String> = listed(cluster).into_iter().collect();
    numbers.extend(erased.map(|known| known.application.pa_id.clone()));
    let last: usize = cluster
        .servers
        .sql("SELECT last_number FROM year_counters")
        .parse()
        .unwrap();
    let numbers: Vec<usize> = numbers
        .iter()
        .map(|pa_id| pa_id[3..].parse().unwrap())
        .collect();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
}

/// The numbers of all applications that are there.
fn listed(cluster: &Cluster) -> Vec<String> {
    let mut numbers = Vec::new();
    loop {
        let path = format!("/applications?limit=200&offset={}", numbers.len());
        let page = json_of(cluster.administer("GET", &path).send().unwrap(), 200);
        let page = page["applications"].as_array().unwrap();
        if page.is_empty() {
            return numbers;
        }
        numbers.extend(page.iter().map(|application| text(application, "pa_id")));
    }
}
