//! Whom a request counts for behind proxies: what the one configured header says, and what becomes
//! of requests for which it says nothing.

use reqwest::blocking::Response;
use test_servers::waiting::wait_until;

use crate::service::{Service, refusal};

const LIMIT: u64 = 6;

const CLIENT: &str = "203.0.113.9";

/// Six requests an hour for an address; the tests themselves are a proxy that is believed.
const BEHIND_A_PROXY: [(&str, &str); 3] = [
    ("FORMSERVICE__SERVER__TRUSTED_PROXIES", "127.0.0.0/8"),
    ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "6"),
    ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "3600"),
];

const FORWARDED: (&str, &str) = ("FORMSERVICE__SERVER__FORWARDED_HEADER", "forwarded");

fn get(service: &Service, headers: &[(&str, &str)]) -> Response {
    let request = headers
        .iter()
        .fold(service.get("/"), |request, (name, value)| {
            request.header(*name, *value)
        });
    request.send().expect("an answer")
}

/// What is left for whom a request with these headers counts for.
fn left(service: &Service, headers: &[(&str, &str)]) -> u64 {
    let response = get(service, headers);
    let value = response.headers().get("x-ratelimit-remaining");
    let value = value.expect("a limit").to_str().expect("a text");
    value.parse().expect("a number")
}

fn behind_a_proxy(more: &[(&'static str, &'static str)]) -> Service {
    Service::start_counting(&[&BEHIND_A_PROXY, more].concat())
}

#[test]
fn only_the_configured_forwarding_header_counts() {
    let x_forwarded_for = ("X-Forwarded-For", CLIENT);
    let forwarded = ("Forwarded", "for=203.0.113.10");
    for (settings, counts, ignored) in [
        (vec![], x_forwarded_for, forwarded),
        (vec![FORWARDED], forwarded, x_forwarded_for),
    ] {
        let service = behind_a_proxy(&settings);
        assert_eq!(left(&service, &[counts]), LIMIT - 1);
        assert_eq!(left(&service, &[counts, ignored]), LIMIT - 2);
        // Without the header the request is the proxy's own, which is exempt.
        assert_eq!(left(&service, &[ignored]), LIMIT);
        assert_eq!(left(&service, &[]), LIMIT);
        assert_eq!(left(&service, &[counts]), LIMIT - 3);
    }
}

#[test]
fn the_right_most_address_that_is_no_trusted_proxy_is_the_client() {
    let service = behind_a_proxy(&[]);
    for (left_over, value) in [
        (5, "203.0.113.9"),
        (4, "198.51.100.7, 203.0.113.9"),
        (3, "unknown, 10.0.0.1, 203.0.113.9:4711, 127.0.0.9"),
        (5, "203.0.113.9, 198.51.100.7"),
        (5, "127.0.0.9, 2001:db8::1"),
        (4, "[2001:db8::2]:80"),
    ] {
        assert_eq!(
            left(&service, &[("X-Forwarded-For", value)]),
            left_over,
            "{value}"
        );
    }
    // All are proxies of ours: the first of them has made the request itself.
    assert_eq!(
        left(&service, &[("X-Forwarded-For", "127.0.0.8, 127.0.0.9")]),
        LIMIT
    );
}

#[test]
fn a_header_that_cannot_be_read_counts_for_the_proxy_and_is_not_exempt() {
    let service = behind_a_proxy(&[]);
    for (turn, value) in ["unknown", "", "nonsense", "203.0.113.9, _hidden"]
        .iter()
        .enumerate()
    {
        let expected = LIMIT - 1 - turn as u64;
        assert_eq!(
            left(&service, &[("X-Forwarded-For", value)]),
            expected,
            "{value}"
        );
    }
    let service = behind_a_proxy(&[FORWARDED]);
    for turn in 0..LIMIT {
        let expected = LIMIT - 1 - turn;
        assert_eq!(left(&service, &[("Forwarded", "for=unknown")]), expected);
    }
    let refused = get(&service, &[("Forwarded", "proto=https")]);
    refusal(refused, 429, "rate_limit_exceeded");
    // The proxy's own requests stay free.
    assert_eq!(left(&service, &[]), LIMIT);
}

#[test]
fn nobody_but_a_trusted_proxy_can_name_another_address() {
    for header in ["X-Forwarded-For", "Forwarded"] {
        let service = Service::start_counting(&[
            ("FORMSERVICE__RATE_LIMIT__EXEMPT", "10.0.0.0/8"),
            ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "6"),
            ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "3600"),
            (
                "FORMSERVICE__SERVER__FORWARDED_HEADER",
                &header.to_lowercase(),
            ),
        ]);
        for expected in (0..LIMIT).rev() {
            let claimed = format!("for=10.0.0.{expected}");
            let claimed = if header == "Forwarded" {
                &claimed
            } else {
                &claimed[4..]
            };
            assert_eq!(left(&service, &[(header, claimed)]), expected);
        }
        refusal(
            get(&service, &[(header, "10.0.0.3")]),
            429,
            "rate_limit_exceeded",
        );
        // Who is counted is in nobody's way.
        assert!(!service.log().contains(WARNING));
    }
}

const WARNING: &str = "limits are probably off for everyone";

#[test]
fn a_proxy_that_is_exempt_and_not_trusted_is_told_in_the_log_once() {
    for header in [
        ("X-Forwarded-For", CLIENT),
        ("Forwarded", "for=203.0.113.9"),
    ] {
        let service = Service::start_counting(&[]);
        assert_eq!(left(&service, &[]), 60);
        assert!(!service.log().contains(WARNING));
        for _ in 0..3 {
            assert_eq!(left(&service, &[header]), 60);
        }
        wait_until("the warning", || service.log().contains(WARNING));
        // The line of a later request is there, and no second warning before it.
        let before = service.log().lines().count();
        get(&service, &[header]);
        wait_until("another line", || service.log().lines().count() > before);
        assert_eq!(service.log().matches(WARNING).count(), 1);
    }
    let trusted = behind_a_proxy(&[]);
    get(&trusted, &[("X-Forwarded-For", CLIENT)]);
    get(&trusted, &[("Forwarded", "for=203.0.113.9")]);
    let lines = || trusted.log().matches("\"message\":\"request\"").count();
    wait_until("the lines of both", || lines() >= 2);
    assert!(!trusted.log().contains(WARNING));
}
