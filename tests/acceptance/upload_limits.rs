//! How many forms an address and a site of IPv6 may upload in a day, by one instance and by two
//! that count together.

use std::sync::Barrier;
use std::time::Duration;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{RequestBuilder, Response};
use test_servers::redis::RedisServer;

use crate::form::blank;
use crate::service::{Service, refusal};

/// Three uploads a day for an address; the tests themselves are a proxy that is believed.
const COUNTING: [(&str, &str); 3] = [
    ("FORMSERVICE__SERVER__TRUSTED_PROXIES", "127.0.0.0/8"),
    ("FORMSERVICE__RATE_LIMIT__UPLOADS_PER_DAY", "3"),
    ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "1000"),
];

fn upload(service: &Service) -> RequestBuilder {
    let file = Part::bytes(blank("pa_form")).file_name("antrag.pdf");
    let form = Form::new().text("form_type", "pa_form").part("file", file);
    service.post("/upload").multipart(form)
}

fn send(request: RequestBuilder, address: &str) -> Response {
    let request = request.header("X-Forwarded-For", address);
    request.send().expect("an answer")
}

/// An upload that nobody reads a form from, and that counts all the same.
fn attempt(service: &Service, address: &str) -> u16 {
    let request = service.post("/upload").body("no form");
    send(request, address).status().as_u16()
}

#[test]
fn an_address_may_upload_so_often_a_day_and_do_everything_else_after_that() {
    let service = Service::start_counting(&COUNTING);
    assert_eq!(send(upload(&service), "203.0.113.9").status(), 201);
    // What is refused has been tried.
    assert_eq!(attempt(&service, "203.0.113.9"), 400);
    assert_eq!(send(upload(&service), "203.0.113.9").status(), 201);
    let before = service.blob_count();
    let response = send(upload(&service), "203.0.113.9");
    let wait = response.headers()["retry-after"].to_str().expect("a text");
    let wait: u64 = wait.parse().expect("a number");
    assert!((1..=28_800).contains(&wait), "{wait}");
    let sentence = refusal(response, 429, "upload_limit_exceeded");
    assert!(sentence.contains("limit of 3 is used up"), "{sentence}");
    assert_eq!(service.blob_count(), before);
    assert_eq!(send(service.get("/"), "203.0.113.9").status(), 200);
    assert_eq!(attempt(&service, "203.0.113.10"), 400);
}

#[test]
fn a_site_of_ipv6_may_upload_ten_times_as_often_as_one_of_its_networks() {
    let service = Service::start_counting(&COUNTING);
    for network in 0..10 {
        for host in 0..4 {
            let address = format!("2001:db8:1:{network}::{host}");
            let expected = if host < 3 { 400 } else { 429 };
            assert_eq!(attempt(&service, &address), expected, "{address}");
        }
    }
    let refused = send(service.post("/upload"), "2001:db8:1:10::1");
    let sentence = refusal(refused, 429, "upload_limit_exceeded");
    assert!(sentence.contains("30"), "{sentence}");
    assert_eq!(attempt(&service, "2001:db8:2::1"), 400);
}

#[test]
fn exempt_addresses_may_upload_as_often_as_they_like() {
    let service = Service::start_counting(&COUNTING);
    for _ in 0..8 {
        assert_eq!(attempt(&service, "10.1.2.3"), 400);
        assert_eq!(
            service.post("/upload").send().expect("an answer").status(),
            400
        );
    }
    let mut settings = COUNTING.to_vec();
    settings.push(("FORMSERVICE__RATE_LIMIT__ENABLED", "false"));
    let service = Service::start_counting(&settings);
    for _ in 0..8 {
        assert_eq!(attempt(&service, "203.0.113.9"), 400);
    }
}

/// How many of a hundred uploads at once get past the limit.
fn allowed_of_a_hundred(instances: &[&Service], address: &str) -> usize {
    let barrier = Barrier::new(100);
    std::thread::scope(|scope| {
        let uploads: Vec<_> = (0..100)
            .map(|turn| {
                let (instance, barrier) = (instances[turn % instances.len()], &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    attempt(instance, address)
                })
            })
            .collect();
        let statuses = uploads
            .into_iter()
            .map(|upload| upload.join().expect("a status"));
        let statuses: Vec<u16> = statuses.collect();
        assert!(
            statuses.iter().all(|status| [400, 429].contains(status)),
            "{statuses:?}"
        );
        statuses.iter().filter(|status| **status == 400).count()
    })
}

#[test]
fn of_a_hundred_uploads_at_once_exactly_the_limit_is_let_through() {
    let service = Service::start_counting(&COUNTING);
    assert_eq!(allowed_of_a_hundred(&[&service], "203.0.113.9"), 3);
}

#[test]
fn instances_that_share_redis_count_uploads_together_and_across_a_restart() {
    let redis = RedisServer::start().expect("a Redis");
    let url = redis.url();
    let mut settings = COUNTING.to_vec();
    settings[1] = ("FORMSERVICE__RATE_LIMIT__UPLOADS_PER_DAY", "6");
    settings.push(("FORMSERVICE__RATE_LIMIT__STORE", "redis"));
    settings.push(("FORMSERVICE__RATE_LIMIT__REDIS_URL", &url));
    let one = Service::start_counting(&settings);
    let other = Service::start_counting(&settings);
    // An instance for which Redis is late for once, on a busy machine, counts by itself for a
    // moment: then it lets through what it has itself, and another address is tried.
    let mut allowed = Vec::new();
    let address = (0..20_u8).find_map(|round| {
        let address = format!("203.0.113.{round}");
        allowed.push(allowed_of_a_hundred(&[&one, &other], &address));
        allowed.ends_with(&[6]).then_some(address)
    });
    let address = address.unwrap_or_else(|| panic!("never together: {allowed:?}"));
    let one = one.kill_and_restart();
    // What it has itself would be enough for all of these.
    let is_refused = (0..5).any(|_| {
        let is_refused = attempt(&one, &address) == 429;
        if !is_refused {
            std::thread::sleep(Duration::from_millis(1200));
        }
        is_refused
    });
    assert!(is_refused, "a restart forgets");
}
