//! Which crate may know which. The picture stands in docs/ARCHITECTURE.md.

use std::collections::BTreeMap;

use cargo_metadata::Metadata;
use house::packages::{Arrow, arrows, members, metadata};

/// What a crate may see of the workspace in its product code.
const ARROWS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("ports", &["domain"]),
    ("usecases", &["domain", "ports"]),
    ("data-json", &["domain"]),
    ("http-api", &["data-json", "domain", "usecases"]),
    ("store-diesel", &["data-json", "domain", "ports"]),
    ("store-postgres", &["ports", "store-diesel"]),
    ("store-sqlite", &["ports", "store-diesel"]),
    ("blobs-fs", &["domain", "ports"]),
    ("blobs-s3", &["domain", "ports"]),
    ("forms-toml", &["domain", "ports"]),
    ("pdf-read", &["domain", "ports"]),
    ("pdf-sandbox", &["domain", "pdf-read", "ports"]),
    ("pdf-write", &["domain", "ports"]),
    ("keys-argon2", &["ports"]),
    ("limits-memory", &["domain", "ports"]),
    ("limits-redis", &["domain", "ports"]),
    ("metrics-prometheus", &["domain", "ports"]),
    ("testkit", &["domain", "ports"]),
    (
        "cli",
        &[
            "data-json",
            "domain",
            "forms",
            "http-api",
            "ports",
            "usecases",
        ],
    ),
    (
        "app",
        &[
            "blobs-fs",
            "blobs-s3",
            "cli",
            "domain",
            "forms-toml",
            "http-api",
            "keys-argon2",
            "limits-memory",
            "limits-redis",
            "metrics-prometheus",
            "pdf-read",
            "pdf-sandbox",
            "pdf-write",
            "ports",
            "store-postgres",
            "store-sqlite",
            "usecases",
        ],
    ),
    ("house", &[]),
    ("roundtrip", &["domain"]),
    ("bench", &["test-servers"]),
    ("test-servers", &[]),
    (
        "test-harness",
        &[
            "data-json",
            "domain",
            "forms-toml",
            "pdf-write",
            "ports",
            "test-servers",
        ],
    ),
];

/// What every test may see: the vocabulary, the memory adapters and real servers.
const OPEN_TO_TESTS: &[&str] = &["domain", "ports", "test-servers", "testkit"];

/// What only tests, examples and benches may see besides.
const DEVELOPMENT_ARROWS: &[(&str, &[&str])] = &[
    ("app", &["test-harness"]),
    ("pdf-write", &["forms-toml", "pdf-read"]),
    (
        "roundtrip",
        &["data-json", "forms-toml", "pdf-read", "pdf-write"],
    ),
    (
        "bench",
        &["data-json", "forms-toml", "pdf-read", "pdf-write"],
    ),
];

/// Technologies and the only crates that may depend on them.
const CONFINED: &[(&str, &[&str])] = &[
    ("actix-multipart", &["http-api"]),
    ("actix-web", &["http-api", "app"]),
    ("anyhow", &["app", "cli"]),
    ("argon2", &["keys-argon2"]),
    ("clap", &["cli"]),
    ("config", &["app"]),
    (
        "diesel",
        &["store-diesel", "store-postgres", "store-sqlite"],
    ),
    ("diesel_migrations", &["store-postgres", "store-sqlite"]),
    ("hyper-rustls", &["blobs-s3"]),
    ("hyper-util", &["blobs-s3"]),
    ("hayro-syntax", &["pdf-read"]),
    ("libsqlite3-sys", &["store-sqlite"]),
    ("lopdf", &["pdf-read", "pdf-write"]),
    ("object_store", &["blobs-s3"]),
    ("openssl-sys", &["store-postgres"]),
    ("pdf-extract", &["pdf-read"]),
    ("pq-sys", &["store-postgres"]),
    ("prometheus", &["metrics-prometheus"]),
    ("redis", &["limits-redis"]),
    ("rustix", &["pdf-sandbox", "blobs-fs", "cli"]),
    (
        "serde",
        &[
            "app",
            "blobs-s3",
            "data-json",
            "forms-toml",
            "http-api",
            "pdf-read",
        ],
    ),
    ("toml", &["forms-toml", "app", "cli"]),
];

#[test]
fn every_crate_has_its_place_in_the_table_of_arrows() {
    let metadata = metadata().expect("cargo metadata");
    let mut members = members(&metadata);
    members.sort();
    let mut named: Vec<String> = ARROWS.iter().map(|(from, _)| (*from).to_owned()).collect();
    named.sort();
    assert_eq!(
        members, named,
        "add a new crate to ARROWS in tests/house/tests/arrows.rs and to docs/ARCHITECTURE.md"
    );
}

#[test]
fn product_code_follows_the_arrows() {
    let wrong = wrong_arrows(&metadata().expect("cargo metadata"), false, ARROWS);
    assert!(
        wrong.is_empty(),
        "take these dependencies out of the manifests, or move the code to where the arrows allow \
            it:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn tests_follow_the_arrows() {
    let wrong = wrong_arrows(
        &metadata().expect("cargo metadata"),
        true,
        DEVELOPMENT_ARROWS,
    );
    assert!(
        wrong.is_empty(),
        "take these dev-dependencies out, or add them to DEVELOPMENT_ARROWS if only tests need \
            them:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn technologies_stay_in_their_rooms() {
    let metadata = metadata().expect("cargo metadata");
    let confined: BTreeMap<&str, &[&str]> = CONFINED.iter().copied().collect();
    let outside = |arrow: &&Arrow| {
        confined
            .get(arrow.to.as_str())
            .is_some_and(|rooms| !rooms.contains(&arrow.from.as_str()))
    };
    let wrong: Vec<String> = arrows(&metadata)
        .iter()
        .filter(|arrow| !arrow.development)
        .filter(outside)
        .map(|arrow| format!("{} depends on {}", arrow.from, arrow.to))
        .collect();
    assert!(
        wrong.is_empty(),
        "these belong into another crate (CONFINED in tests/house/tests/arrows.rs):\n{}",
        wrong.join("\n")
    );
}

fn wrong_arrows(metadata: &Metadata, development: bool, table: &[(&str, &[&str])]) -> Vec<String> {
    let members = members(metadata);
    let table: BTreeMap<&str, &[&str]> = table.iter().copied().collect();
    let allowed = |arrow: &Arrow| {
        let product = ARROWS.iter().find(|(from, _)| *from == arrow.from);
        let product = product.is_some_and(|(_, seen)| seen.contains(&arrow.to.as_str()));
        let listed = table
            .get(arrow.from.as_str())
            .is_some_and(|seen| seen.contains(&arrow.to.as_str()));
        let open = development && OPEN_TO_TESTS.contains(&arrow.to.as_str());
        product || listed || open
    };
    arrows(metadata)
        .into_iter()
        .filter(|arrow| arrow.development == development && members.contains(&arrow.to))
        .filter(|arrow| !allowed(arrow))
        .map(|arrow| format!("{} must not depend on {}", arrow.from, arrow.to))
        .collect()
}
