//! The database goes away and comes back.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::blocking::Response;
use test_harness::client::at_once;
use test_servers::postgres::PostgresServer;
use test_servers::waiting::{PATIENCE, wait_until};

use crate::database;
use crate::form::{filled, summer_festival};
use crate::page::Page;
use crate::service::{MASTER_KEY, Service, refusal};

#[test]
fn while_the_database_is_away_the_answer_is_503_and_then_it_goes_on() {
    let server = PostgresServer::start(&[]).unwrap();
    let service = Service::start_on(database::on(&server), &[]);
    let pdf = filled("pa_form", &summer_festival());
    let first = service.uploaded("pa_form", pdf.clone());
    for number in 2..=3 {
        server.stop_immediately().unwrap();
        for response in [
            read(&service, &first.path()),
            service.upload("pa_form", pdf.clone()),
        ] {
            let seconds: u64 = response.headers()["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
            assert!((1..=60).contains(&seconds));
            refusal(response, 503, "unavailable");
        }
        server.start_again().unwrap();
        wait_until("the database is read again", || {
            read(&service, &first.path()).status() == 200
        });
        let next = service.uploaded("pa_form", pdf.clone()).pa_id;
        assert!(next.ends_with(&format!("-000{number}")), "{next}");
    }
}

/// Its connections stay open, so nothing tells that it is away but that nothing comes.
#[test]
fn while_the_database_hangs_the_answer_is_503_it_is_told_once_and_then_it_goes_on() {
    let server = PostgresServer::start(&[]).unwrap();
    let service = Service::start_on(database::on(&server), &[]);
    let pdf = filled("pa_form", &summer_festival());
    let first = service.uploaded("pa_form", pdf.clone());
    let frozen = server.freeze().unwrap();
    at_once(20, |_| {
        refusal(read(&service, &first.path()), 503, "unavailable")
    });
    // From now on all are told at once: each of these would wait as long again.
    let began = Instant::now();
    for _ in 0..30 {
        refusal(read(&service, &first.path()), 503, "unavailable");
        refusal(service.upload("pa_form", pdf.clone()), 503, "unavailable");
    }
    assert!(began.elapsed() < PATIENCE, "they are told at once");
    let up = |way: &str| {
        let name = format!("formservice_database_up{{way=\"{way}\"}}");
        Page::of(&service).number(&name)
    };
    wait_until("the metrics to say so", || {
        (up("read"), up("write")) == (0.0, 0.0)
    });
    let told = |line: &str| service.log().matches(line).count();
    wait_until("the log to say so", || {
        told("the database does not answer") == 1
    });
    drop(frozen);
    wait_until("the database is read again", || {
        read(&service, &first.path()).status() == 200
    });
    service.uploaded("pa_form", pdf);
    wait_until("the metrics to say so", || {
        (up("read"), up("write")) == (1.0, 1.0)
    });
    wait_until("the log to say so", || {
        told("the database answers again") == 1
    });
    assert_eq!(told("the database does not answer"), 1);
}

#[test]
fn what_was_acknowledged_before_and_between_crashes_of_the_database_is_there() {
    let server = PostgresServer::start(&[]).unwrap();
    let service = Service::start_on(database::on(&server), &[]);
    let pdf = filled("pa_form", &summer_festival());
    let (stopping, uploads) = (AtomicBool::new(false), AtomicUsize::new(0));
    let more_uploads = || {
        let enough = uploads.load(Ordering::Relaxed) + 3;
        wait_until("uploads", || uploads.load(Ordering::Relaxed) >= enough);
    };
    let acknowledged: Vec<String> = thread::scope(|scope| {
        let clients: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| keep_uploading(&service, &pdf, &stopping, &uploads)))
            .collect();
        for _ in 0..3 {
            more_uploads();
            server.stop_immediately().unwrap();
            thread::sleep(Duration::from_millis(300));
            server.start_again().unwrap();
        }
        more_uploads();
        stopping.store(true, Ordering::Relaxed);
        let clients = clients.into_iter().map(|client| client.join().unwrap());
        clients.flatten().collect()
    });
    assert!(acknowledged.len() > 3);
    for pa_id in &acknowledged {
        let response = read(&service, &format!("/applications/{pa_id}"));
        assert_eq!(response.status(), 200, "{pa_id} was acknowledged");
        let original = read(&service, &format!("/applications/{pa_id}?format=original"));
        assert_eq!(original.bytes().unwrap(), pdf, "{pa_id}");
    }
}

/// Uploads until it is told to stop, and gives the numbers of what was taken.
fn keep_uploading(
    service: &Service,
    pdf: &[u8],
    stopping: &AtomicBool,
    uploads: &AtomicUsize,
) -> Vec<String> {
    let mut taken = Vec::new();
    while !stopping.load(Ordering::Relaxed) {
        let response = service.upload("pa_form", pdf.to_vec());
        if response.status() == 201 {
            let answer: serde_json::Value = response.json().unwrap();
            taken.push(answer["pa_id"].as_str().unwrap().to_owned());
            uploads.fetch_add(1, Ordering::Relaxed);
        } else {
            refusal(response, 503, "unavailable");
        }
    }
    taken
}

fn read(service: &Service, path: &str) -> Response {
    let request = service.get(path).header("X-MASTER-KEY", MASTER_KEY);
    request.send().unwrap()
}
