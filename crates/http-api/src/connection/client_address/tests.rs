use std::net::IpAddr;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use domain::client_network::ClientAddress;
use ipnet::IpNet;
use proptest::prelude::*;

use super::ForwardedHeader::{Forwarded, XForwardedFor};
use super::{ForwardedHeader, HOPS_MAX, TrustedProxies};

const PROXY: &str = "10.0.0.1";

/// What is found where a proxy of ours names nobody that can be read.
const HIDDEN: &str = "hidden behind 10.0.0.1";

fn trusted() -> Vec<IpNet> {
    vec![
        "10.0.0.0/8".parse().unwrap(),
        "2001:db8:ffff::/48".parse().unwrap(),
    ]
}

/// The client's address with these header lines, as a text.
fn found(header: ForwardedHeader, socket: &str, lines: &[(&'static str, &str)]) -> String {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        headers.append(
            HeaderName::from_static(name),
            HeaderValue::from_bytes(value.as_bytes()).unwrap(),
        );
    }
    let networks = trusted();
    let proxies = TrustedProxies { networks, header };
    match proxies.client_address(socket.parse().unwrap(), &headers) {
        ClientAddress::Known(address) => address.to_string(),
        ClientAddress::HiddenBehind(proxy) => format!("hidden behind {proxy}"),
    }
}

fn forwarded(value: &str) -> String {
    found(Forwarded, PROXY, &[("forwarded", value)])
}

fn x_forwarded_for(value: &str) -> String {
    found(XForwardedFor, PROXY, &[("x-forwarded-for", value)])
}

#[test]
fn who_is_no_proxy_of_ours_can_write_what_it_likes() {
    for (header, name) in [(Forwarded, "forwarded"), (XForwardedFor, "x-forwarded-for")] {
        for socket in ["203.0.113.1", "::ffff:203.0.113.1"] {
            for value in ["for=192.0.2.1", "192.0.2.1", "unknown", ""] {
                assert_eq!(found(header, socket, &[(name, value)]), "203.0.113.1");
            }
        }
    }
}

#[test]
fn a_proxy_that_names_nobody_has_made_the_request_itself() {
    assert_eq!(found(Forwarded, PROXY, &[]), PROXY);
    assert_eq!(found(XForwardedFor, "::ffff:10.0.0.1", &[]), PROXY);
    // The same of a proxy behind it.
    assert_eq!(x_forwarded_for("10.1.1.1"), "10.1.1.1");
    assert_eq!(x_forwarded_for("10.1.1.1, 10.2.2.2"), "10.1.1.1");
    assert_eq!(forwarded("for=10.1.1.1, for=10.2.2.2"), "10.1.1.1");
}

#[test]
fn the_nearest_stranger_is_the_client() {
    assert_eq!(x_forwarded_for("192.0.2.1"), "192.0.2.1");
    assert_eq!(x_forwarded_for("198.51.100.1, 192.0.2.1"), "192.0.2.1");
    assert_eq!(
        x_forwarded_for("192.0.2.1,10.1.1.1 ,\t10.2.2.2"),
        "192.0.2.1"
    );
    assert_eq!(
        x_forwarded_for("junk, 192.0.2.1:4711, 2001:db8:ffff::1"),
        "192.0.2.1"
    );
    assert_eq!(forwarded("for=192.0.2.1"), "192.0.2.1");
    assert_eq!(
        forwarded("for=198.51.100.1, For=192.0.2.1;proto=https;by=10.0.0.1"),
        "192.0.2.1"
    );
    assert_eq!(
        forwarded(r#"for=192.0.2.1, for="10.1.1.1:80" ; by="a,b;for=1""#),
        "192.0.2.1"
    );
    let lines = [
        ("forwarded", "for=192.0.2.1"),
        ("forwarded", "for=10.9.9.9"),
    ];
    assert_eq!(found(Forwarded, PROXY, &lines), "192.0.2.1");
    assert_eq!(found(Forwarded, "::ffff:10.0.0.1", &lines), "192.0.2.1");
}

#[test]
fn ipv6_is_read_with_and_without_brackets_and_ports() {
    for value in [
        "2001:db8::7",
        "[2001:db8::7]",
        "[2001:db8::7]:80",
        "[2001:db8::7]:_x",
    ] {
        assert_eq!(x_forwarded_for(value), "2001:db8::7", "{value}");
        assert_eq!(
            forwarded(&format!("for=\"{value}\"")),
            "2001:db8::7",
            "{value}"
        );
    }
    assert_eq!(forwarded(r#"for="\[2001:db8:\:7]""#), "2001:db8::7");
    assert_eq!(x_forwarded_for("::ffff:192.0.2.1"), "192.0.2.1");
    assert_eq!(x_forwarded_for("192.0.2.1, ::ffff:10.0.0.9"), "192.0.2.1");
}

#[test]
fn only_the_header_of_the_settings_counts() {
    let both = [
        ("x-forwarded-for", "198.51.100.1"),
        ("forwarded", "for=192.0.2.1"),
    ];
    assert_eq!(found(Forwarded, PROXY, &both), "192.0.2.1");
    assert_eq!(found(XForwardedFor, PROXY, &both), "198.51.100.1");
    // The other one alone is as good as none.
    assert_eq!(found(Forwarded, PROXY, &both[..1]), PROXY);
    assert_eq!(found(XForwardedFor, PROXY, &both[1..]), PROXY);
    let hidden = [
        ("x-forwarded-for", "198.51.100.1"),
        ("forwarded", "for=_hidden"),
    ];
    assert_eq!(found(Forwarded, PROXY, &hidden), HIDDEN);
}

#[test]
fn what_cannot_be_read_hides_the_client_and_all_behind_it() {
    for value in [
        "",
        ",",
        "192.0.2.1,",
        "192.0.2.1, unknown",
        "192.0.2.1, _hidden",
        "192.0.2.1, 1.2.3",
        "192.0.2.1, [2001:db8::7",
        "192.0.2.1, [1.2.3.4]",
        "192.0.2.1, 1.2.3.4:",
        "192.0.2.1, 1.2.3.4:8 0",
        "192.0.2.1, 1.2.3.4:é",
        "unknown",
        "unknown, 10.2.2.2",
        "10.1.1.1, , 10.2.2.2",
        "192.0.2.1, fe80::1%eth0",
    ] {
        assert_eq!(x_forwarded_for(value), HIDDEN, "{value}");
    }
    for value in [
        "",
        "for",
        "for=",
        "by=192.0.2.1",
        "for=unknown",
        "for=\"unknown:80\"",
        "for=_x",
        "192.0.2.1",
        "for=192.0.2.1, proto=https",
        "for=192.0.2.1;for=192.0.2.2",
        "for=192.0.2.1, for=\"",
        "for=192.0.2.1, for=\"10.0.0.2",
        "for=192.0.2.1,",
        "for =192.0.2.1",
        "for=192.0.2.1\"",
    ] {
        assert_eq!(forwarded(value), HIDDEN, "{value}");
    }
}

#[test]
fn endless_chains_are_given_up() {
    let proxies = |count| vec!["10.1.1.1"; count].join(",");
    assert_eq!(
        x_forwarded_for(&format!("192.0.2.1,{}", proxies(HOPS_MAX - 1))),
        "192.0.2.1"
    );
    assert_eq!(
        x_forwarded_for(&format!("192.0.2.1,{}", proxies(HOPS_MAX))),
        HIDDEN
    );
}

/// An address as a proxy may write it into `Forwarded`.
fn written() -> impl Strategy<Value = (String, String)> {
    let address = prop_oneof![
        any::<u32>().prop_map(|bits| IpAddr::V4(bits.into())),
        any::<u128>().prop_map(|bits| IpAddr::V6(bits.into())),
    ];
    let port = prop_oneof![
        Just(String::new()),
        any::<u16>().prop_map(|port| format!(":{port}"))
    ];
    (address, port).prop_map(|(address, port)| {
        let plain = match address {
            IpAddr::V4(_) => format!("{address}{port}"),
            IpAddr::V6(_) => format!("[{address}]{port}"),
        };
        (address.to_canonical().to_string(), plain)
    })
}

fn is_proxy(address: &str) -> bool {
    let address: IpAddr = address.parse().unwrap();
    trusted().iter().any(|proxies| proxies.contains(&address))
}

proptest! {
    #[test]
    fn whatever_stands_on_the_left_the_last_stranger_counts(
        (address, plain) in written(),
        junk in "[ -~\t]{0,60}",
        proxies in 0_usize..5,
    ) {
        prop_assume!(!is_proxy(&address));
        let tail = ", for=10.0.0.3;proto=http".repeat(proxies);
        let line = format!("{junk},for=\"{plain}\";by=\"x\\\",y\"{tail}");
        prop_assert_eq!(forwarded(&line), address.clone());
        let tail = ", 10.0.0.3".repeat(proxies);
        prop_assert_eq!(x_forwarded_for(&format!("{junk},{plain}{tail}")), address);
    }

    #[test]
    fn no_header_breaks_it(value in "[ -~\t\u{80}-\u{ff}]{0,200}") {
        forwarded(&value);
        x_forwarded_for(&value);
    }
}
