//! How many requests an address and a key may make, by one instance and by two that count together.

use std::time::Duration;

use reqwest::blocking::{RequestBuilder, Response};
use test_harness::program;
use test_servers::redis::RedisServer;

use crate::form::blank;
use crate::service::{MASTER_KEY, Service, refusal};

/// Six requests an hour for an address, four for a key; the tests themselves are a proxy that is
/// believed.
const COUNTING: [(&str, &str); 4] = [
    ("FORMSERVICE__SERVER__TRUSTED_PROXIES", "127.0.0.0/8"),
    ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "6"),
    ("FORMSERVICE__RATE_LIMIT__PER_KEY", "4"),
    ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "3600"),
];

const CLIENT: &str = "203.0.113.9";

fn send(request: RequestBuilder, address: &str) -> Response {
    let request = request.header("X-Forwarded-For", address);
    request.send().expect("an answer")
}

fn number(response: &Response, name: &str) -> u64 {
    let value = response.headers().get(name).expect(name);
    value.to_str().expect("a text").parse().expect("a number")
}

fn remaining(response: &Response) -> u64 {
    number(response, "x-ratelimit-remaining")
}

/// Redis and the settings that make a service count there.
fn over_redis() -> (RedisServer, String) {
    let server = RedisServer::start().expect("a Redis");
    let url = server.url();
    (server, url)
}

fn start_over(url: &str) -> Service {
    let mut settings = COUNTING.to_vec();
    settings.push(("FORMSERVICE__RATE_LIMIT__STORE", "redis"));
    settings.push(("FORMSERVICE__RATE_LIMIT__REDIS_URL", url));
    Service::start_counting(&settings)
}

#[test]
fn every_kind_of_answer_tells_what_is_left() {
    let service = Service::start_counting(&[]);
    let own = service.uploaded("pa_form", blank("pa_form"));
    let now = std::time::UNIX_EPOCH.elapsed().expect("a time").as_secs();
    for (request, status) in [
        (service.get("/"), 200),
        (service.get("/nowhere"), 404),
        (service.request("PATCH", "/"), 405),
        (service.request("OPTIONS", "/forms"), 405),
        (service.get(&own.path()), 401),
        (
            service.get(&format!("{}?key={}", own.path(), own.pa_key)),
            200,
        ),
        (
            service.get(&format!("{}?key={}&format=pdf", own.path(), own.pa_key)),
            200,
        ),
        (
            service.get("/applications").header("X-PA-KEY", &own.pa_key),
            403,
        ),
        (service.post("/upload").body("no form"), 400),
        (service.get("/forms/pa_form?format=pdf"), 200),
    ] {
        let response = request.send().expect("an answer");
        assert_eq!(response.status(), status);
        // The tests call from this machine, so nothing is counted.
        assert_eq!(number(&response, "x-ratelimit-limit"), 60);
        assert_eq!(remaining(&response), 60);
        let reset = number(&response, "x-ratelimit-reset");
        assert!((now..now + 60).contains(&reset), "{reset} at {now}");
    }
}

#[test]
fn an_address_is_refused_after_its_limit_and_others_are_not() {
    let service = Service::start_counting(&COUNTING);
    for left in (0..6).rev() {
        let response = send(service.get("/"), CLIENT);
        assert_eq!(
            (response.status().as_u16(), remaining(&response)),
            (200, left)
        );
    }
    let response = send(service.get("/nowhere"), CLIENT);
    let wait = number(&response, "retry-after");
    assert!((1..=600).contains(&wait), "{wait}");
    let reset = number(&response, "x-ratelimit-reset");
    let now = std::time::UNIX_EPOCH.elapsed().expect("a time").as_secs();
    assert!(
        (now + 3000..=now + 3601).contains(&reset),
        "{reset} at {now}"
    );
    assert_eq!(remaining(&response), 0);
    let sentence = refusal(response, 429, "rate_limit_exceeded");
    assert!(sentence.contains("from this address"), "{sentence}");
    assert_eq!(send(service.get("/"), "203.0.113.10").status(), 200);
}

#[test]
fn a_connection_that_a_limit_refuses_is_closed() {
    let service = Service::start_counting(&COUNTING);
    for _ in 0..6 {
        let response = send(service.get("/"), CLIENT);
        assert!(!response.headers().contains_key("connection"));
    }
    let upload = service.post("/upload").body(vec![b'x'; 100_000]);
    for request in [service.get("/"), upload] {
        let response = send(request, CLIENT);
        assert_eq!(response.headers()["connection"], "close");
        refusal(response, 429, "rate_limit_exceeded");
    }
}

#[test]
fn two_addresses_of_one_ipv6_network_share_a_limit() {
    let service = Service::start_counting(&COUNTING);
    assert_eq!(remaining(&send(service.get("/"), "2001:db8:0:1::1")), 5);
    assert_eq!(
        remaining(&send(service.get("/"), "2001:db8:0:1:ffff::2")),
        4
    );
    assert_eq!(remaining(&send(service.get("/"), "2001:db8:0:2::1")), 5);
}

#[test]
fn the_limit_of_a_key_holds_for_its_application_from_any_address_and_after_a_new_key() {
    let service = Service::start_counting(&COUNTING);
    let own = service.uploaded("pa_form", blank("pa_form"));
    let get =
        |key: &str, address: &str| send(service.get(&own.path()).header("X-PA-KEY", key), address);
    for number in 0..2 {
        let response = get(&own.pa_key, &format!("203.0.113.{number}"));
        assert_eq!(response.status(), 200);
        assert_eq!(remaining(&response), 3 - number);
    }
    let rotated = service.post(&format!("{}/key", own.path()));
    let rotated = send(rotated.header("X-MASTER-KEY", MASTER_KEY), "203.0.113.20");
    let answer: serde_json::Value = rotated.json().expect("JSON");
    let fresh = answer["pa_key"].as_str().expect("a key");
    for left in [1, 0] {
        assert_eq!(remaining(&get(fresh, "203.0.113.21")), left);
    }
    for _ in 0..5 {
        let response = get(fresh, CLIENT);
        assert_eq!(number(&response, "x-ratelimit-limit"), 4);
        let sentence = refusal(response, 429, "rate_limit_exceeded");
        assert!(sentence.contains("with this key"), "{sentence}");
    }
    // What the key's limit refused is counted for the address all the same.
    assert_eq!(remaining(&send(service.get("/"), CLIENT)), 0);
    let sentence = refusal(get(fresh, CLIENT), 429, "rate_limit_exceeded");
    assert!(sentence.contains("from this address"), "{sentence}");
}

#[test]
fn the_master_key_has_an_allowance_of_its_own_at_each_address() {
    let mut settings = COUNTING.to_vec();
    settings.push(("FORMSERVICE__RATE_LIMIT__PER_MASTER_KEY", "2"));
    let service = Service::start_counting(&settings);
    let list = |address: &str| {
        let request = service.get("/applications");
        send(request.header("X-MASTER-KEY", MASTER_KEY), address)
    };
    for address in [CLIENT, "203.0.113.10", "2001:db8:0:1::1"] {
        for left in [1, 0] {
            let response = list(address);
            assert_eq!(
                (response.status().as_u16(), remaining(&response)),
                (200, left)
            );
        }
        let sentence = refusal(list(address), 429, "rate_limit_exceeded");
        assert!(sentence.contains("with this key"), "{sentence}");
    }
    refusal(list("2001:db8:0:1:ffff::2"), 429, "rate_limit_exceeded");
}

#[test]
fn invented_keys_use_up_nothing_of_an_application() {
    let service = Service::start_counting(&COUNTING);
    let own = service.uploaded("pa_form", blank("pa_form"));
    let mut wrong = own.pa_key.clone();
    let last = wrong.pop().expect("a letter");
    wrong.push(if last == 'A' { 'B' } else { 'A' });
    for number in 0..10 {
        let request = service.get(&own.path()).header("X-PA-KEY", &wrong);
        refusal(
            send(request, &format!("203.0.113.{number}")),
            401,
            "key_invalid",
        );
    }
    let request = service.get(&own.path()).header("X-PA-KEY", &own.pa_key);
    assert_eq!(remaining(&send(request, "203.0.113.50")), 3);
}

#[test]
fn exempt_addresses_are_never_refused_and_the_ranges_are_configurable() {
    let service = Service::start_counting(&COUNTING);
    for address in ["10.1.2.3", "fd00::1", "169.254.1.1", "127.0.0.1"] {
        for _ in 0..8 {
            assert_eq!(remaining(&send(service.get("/"), address)), 6, "{address}");
        }
    }
    let mut settings = COUNTING.to_vec();
    settings.push(("FORMSERVICE__RATE_LIMIT__EXEMPT", "203.0.113.0/24"));
    let service = Service::start_counting(&settings);
    assert_eq!(remaining(&send(service.get("/"), CLIENT)), 6);
    assert_eq!(remaining(&send(service.get("/"), "10.1.2.3")), 5);
    settings.push(("FORMSERVICE__RATE_LIMIT__ENABLED", "false"));
    let service = Service::start_counting(&settings);
    for _ in 0..8 {
        assert_eq!(remaining(&send(service.get("/"), "10.1.2.3")), 6);
    }
}

/// Whether two instances count the requests of an address together, up to the limit.
fn share(one: &Service, other: &Service, address: &str) -> bool {
    let instances = [one, other];
    let together = (0..6).all(|turn| {
        let response = send(instances[turn % 2].get("/"), address);
        remaining(&response) == 5 - turn as u64
    });
    together && instances.map(|instance| send(instance.get("/"), address).status()) == [429, 429]
}

/// Waits until they do. A Redis that is late for once, on a busy machine, is left alone for a
/// moment too.
fn wait_until_they_share(one: &Service, other: &Service) {
    for round in 0..240_u8 {
        // Another address in each round: what was counted before is still counted.
        if share(one, other, &format!("192.0.2.{round}")) {
            return;
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    panic!("they do not count together");
}

#[test]
fn two_instances_share_an_allowance_over_redis() {
    let (_redis, url) = over_redis();
    wait_until_they_share(&start_over(&url), &start_over(&url));
}

#[test]
fn without_redis_it_goes_on_here_and_with_redis_again_there() {
    let (mut redis, url) = over_redis();
    let (one, other) = (start_over(&url), start_over(&url));
    wait_until_they_share(&one, &other);
    redis.kill().expect("it was running");
    for left in (0..6).rev() {
        let response = send(one.get("/"), CLIENT);
        assert_eq!(
            (response.status().as_u16(), remaining(&response)),
            (200, left)
        );
    }
    refusal(send(one.get("/"), CLIENT), 429, "rate_limit_exceeded");
    redis.start_again().expect("it starts again");
    wait_until_they_share(&one, &other);
}

#[test]
fn a_redis_that_cannot_be_is_named_before_anything_is_served() {
    let output = std::process::Command::new(program::path())
        .arg("serve")
        .current_dir(tempfile::tempdir().expect("a temporary folder").path())
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__RATE_LIMIT__STORE", "redis")
        .env(
            "FORMSERVICE__RATE_LIMIT__REDIS_URL",
            "https://:geheim@localhost",
        )
        .output()
        .expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(told.contains("`rate_limit.redis_url` must be"), "{told}");
    assert!(!told.contains("geheim"), "{told}");
}
