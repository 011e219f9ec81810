//! Database, blob store and Redis go away and come back, ten times each, while clients write and
//! read.

mod resources;

use std::time::{Duration, Instant};

use reqwest::blocking::RequestBuilder;
use serde_json::Value;
use test_servers::waiting::wait_until;

use crate::cluster::Cluster;
use crate::kills::must_be_numbered;
use crate::races::requests_are_counted_together;
use resources::Resources;
use test_harness::client::{
    Application, attach, attachment_form, json_of, left_after, upload_form, uploaded,
};
use test_harness::ledger::must_be_kept;
use test_harness::load::{self, Patience, Template, Watch};

const INSTANCES: usize = 2;
const CLIENTS: usize = 6;
const ROUNDS: usize = 10;
/// So many requests with a key that none is refused, in so long a time that what is left shows who
/// counts.
const COUNTING: [(&str, &str); 1] = [("FORMSERVICE__RATE_LIMIT__PER_KEY", "20000")];

/// What goes away, and what that means for clients.
struct Outage {
    patience: Patience,
    stop: fn(&Cluster),
    start: fn(&Cluster),
    /// What is seen while it is away.
    meanwhile: fn(&Cluster, &Application, &Template),
}

#[test]
fn a_database_that_goes_away_is_waited_for() {
    come_and_go(&Outage {
        patience: Patience::WithUnavailability,
        stop: |cluster| cluster.servers.postgres.stop_immediately().unwrap(),
        start: |cluster| cluster.servers.postgres.start_again().unwrap(),
        meanwhile: |cluster, application, _| {
            is_unavailable(application.next(cluster, "GET", ""));
            is_unavailable(cluster.next("GET", "/health/ready"));
            json_of(cluster.next("GET", "/forms").send().unwrap(), 200);
        },
    });
}

#[test]
fn a_blob_store_that_goes_away_is_waited_for_and_rows_are_read_meanwhile() {
    come_and_go(&Outage {
        patience: Patience::WithUnavailability,
        stop: |cluster| cluster.servers.s3.lock().unwrap().stop(),
        start: |cluster| cluster.servers.s3.lock().unwrap().start_again(),
        meanwhile: |cluster, application, _| {
            application.read(cluster, "");
            application.read(cluster, "/attachments");
            is_unavailable(application.next(cluster, "GET", "?format=original"));
            is_unavailable(attach(cluster, application, b"a quote"));
            is_unavailable(cluster.next("GET", "/health/ready"));
        },
    });
}

#[test]
fn a_redis_that_goes_away_is_not_noticed() {
    come_and_go(&Outage {
        patience: Patience::None,
        stop: |cluster| cluster.servers.redis.lock().unwrap().kill().unwrap(),
        start: |cluster| cluster.servers.redis.lock().unwrap().start_again().unwrap(),
        meanwhile: |cluster, application, template| {
            application.read(cluster, "");
            each_counts_for_itself(cluster, template);
            json_of(cluster.next("GET", "/health/ready").send().unwrap(), 200);
        },
    });
}

fn come_and_go(outage: &Outage) {
    let cluster = Cluster::start(INSTANCES, &COUNTING);
    let template = Template::fill();
    let watch = Watch::new(outage.patience);
    let mut known = Vec::new();
    let (mut used, mut longest_recovery) = (Vec::new(), Duration::ZERO);
    for _ in 0..ROUNDS {
        let round = || go_and_come(&cluster, &template, outage);
        let (more, recovery) = load::run(&cluster, &template, CLIENTS, &watch, round);
        known.extend(more);
        longest_recovery = longest_recovery.max(recovery);
        used.push(Resources::of(&cluster));
    }
    println!(
        "{:?}, back after {longest_recovery:?} at most",
        watch.seen()
    );
    must_be_kept(&cluster, &known);
    // What the rounds themselves uploaded is in the list of the service, and no client knows of it.
    must_be_numbered(&cluster, &known);
    Resources::must_not_grow(&used);
    cluster.must_be_sound();
}

/// One round under load. How long after the start of the server until every instance does
/// everything again.
fn go_and_come(cluster: &Cluster, template: &Template, outage: &Outage) -> Duration {
    let application = uploaded(cluster, template.pdf());
    std::thread::sleep(Duration::from_millis(300));
    (outage.stop)(cluster);
    for _ in 0..INSTANCES {
        (outage.meanwhile)(cluster, &application, template);
    }
    std::thread::sleep(Duration::from_millis(500));
    (outage.start)(cluster);
    let began = Instant::now();
    // Whose turn it is the clients decide too, so each is asked by itself: one that tried in vain
    // tries again only after a pause.
    for instance in 0..INSTANCES {
        let upload = || cluster.ask(instance, "POST", "/upload");
        until_done(|| upload().multipart(upload_form(template.pdf())), 201);
        let attach = || application.ask(cluster, instance, "POST", "/attachments");
        until_done(|| attach().multipart(attachment_form(b"a quote")), 201);
        let original = "?format=original";
        until_done(|| application.ask(cluster, instance, "GET", original), 200);
    }
    requests_are_counted_together(cluster, template.pdf());
    began.elapsed()
}

/// Repeats it until it is done.
fn until_done(request: impl Fn() -> RequestBuilder, status: u16) {
    wait_until("it goes on", || {
        request().send().expect("an answer").status() == status
    });
}

/// Of a key that nobody has used yet each allows as many requests as the others.
fn each_counts_for_itself(cluster: &Cluster, template: &Template) {
    let application = uploaded(cluster, template.pdf());
    let left = |instance| left_after(application.ask(cluster, instance, "GET", "/check"));
    let first: Vec<u64> = (0..INSTANCES).map(left).collect();
    assert!(first.iter().all(|left| *left == first[0]), "{first:?}");
}

fn is_unavailable(request: RequestBuilder) {
    let answer = request.send().expect("an answer");
    assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
    let body: Value = json_of(answer, 503);
    assert_eq!(body["code"], "unavailable");
}
