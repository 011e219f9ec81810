//! Which crate may know which. The picture stands in docs/ARCHITECTURE.md.

use std::collections::BTreeMap;

use architecture::packages::{Arrow, arrows, members, metadata};
use cargo_metadata::Metadata;

/// What a crate sees of the workspace in its product code.
const ARROWS: &[(&str, &[&str])] = &[
    ("sha256", &[]),
    ("idle-memory", &[]),
    ("pdf-syntax", &[]),
    ("forms", &["sha256"]),
    ("form-reading", &["forms"]),
    ("domain", &["forms", "sha256"]),
    ("ports", &["domain", "form-reading", "forms"]),
    (
        "usecases",
        &[
            "data-json",
            "domain",
            "form-reading",
            "forms",
            "ports",
            "sha256",
        ],
    ),
    ("data-json", &["forms"]),
    (
        "http-api",
        &[
            "data-json",
            "domain",
            "form-reading",
            "forms",
            "pdf-syntax",
            "sha256",
            "usecases",
        ],
    ),
    ("store-diesel", &["data-json", "domain", "forms", "ports"]),
    ("store-postgres", &["ports", "store-diesel"]),
    ("store-sqlite", &["ports", "store-diesel"]),
    ("blobs-fs", &["domain", "ports", "sha256"]),
    ("blobs-s3", &["domain", "ports", "sha256"]),
    ("forms-toml", &["forms", "ports"]),
    (
        "pdf-read",
        &["form-reading", "forms", "pdf-syntax", "ports", "sha256"],
    ),
    (
        "pdf-sandbox",
        &["form-reading", "forms", "idle-memory", "pdf-read", "ports"],
    ),
    ("pdf-write", &["forms", "pdf-syntax", "ports", "sha256"]),
    ("keys-argon2", &["ports", "sha256"]),
    ("limits-memory", &["domain", "ports"]),
    ("limits-redis", &["domain", "ports"]),
    ("scan-clamd", &["ports"]),
    (
        "metrics-prometheus",
        &["domain", "form-reading", "forms", "ports"],
    ),
    ("settings-toml", &[]),
    ("testkit", &["domain", "forms", "ports", "sha256"]),
    (
        "cli",
        &[
            "data-json",
            "domain",
            "form-reading",
            "forms",
            "http-api",
            "idle-memory",
            "ports",
            "sha256",
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
            "forms",
            "forms-toml",
            "http-api",
            "keys-argon2",
            "limits-memory",
            "limits-redis",
            "metrics-prometheus",
            "pdf-sandbox",
            "pdf-write",
            "ports",
            "scan-clamd",
            "settings-toml",
            "store-postgres",
            "store-sqlite",
            "usecases",
        ],
    ),
    ("architecture", &[]),
    ("roundtrip", &["forms"]),
    (
        "bench",
        &[
            "data-json",
            "form-reading",
            "forms",
            "forms-toml",
            "pdf-read",
            "pdf-write",
            "ports",
            "test-servers",
        ],
    ),
    (
        "fuzz",
        &[
            "data-json",
            "domain",
            "form-reading",
            "forms",
            "forms-toml",
            "http-api",
            "pdf-read",
            "pdf-sandbox",
            "pdf-syntax",
            "pdf-write",
            "ports",
        ],
    ),
    ("test-servers", &[]),
    (
        "test-harness",
        &[
            "data-json",
            "forms",
            "forms-toml",
            "pdf-write",
            "ports",
            "test-servers",
        ],
    ),
];

/// What every test may see: the vocabulary, the memory adapters and real servers.
const OPEN_TO_TESTS: &[&str] = &["domain", "forms", "ports", "test-servers", "testkit"];

/// What only tests, examples and benches may see besides.
const DEVELOPMENT_ARROWS: &[(&str, &[&str])] = &[
    ("app", &["test-harness"]),
    ("pdf-write", &["form-reading", "forms-toml", "pdf-read"]),
    (
        "roundtrip",
        &[
            "data-json",
            "form-reading",
            "forms-toml",
            "pdf-read",
            "pdf-write",
        ],
    ),
];

/// The only crates that may derive `serde`'s traits; `deny.toml` has the other technologies.
const SERDE: &[&str] = &[
    "blobs-s3",
    "data-json",
    "form-reading",
    "forms",
    "forms-toml",
    "http-api",
    "pdf-read",
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
        "add a new crate to ARROWS in tests/architecture/tests/arrows.rs and to \
         docs/ARCHITECTURE.md"
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
fn the_table_of_arrows_holds_no_dead_entry() {
    let arrows = arrows(&metadata().expect("cargo metadata"));
    let drawn = |from: &str, to: &str, development: bool| {
        arrows
            .iter()
            .any(|arrow| (&*arrow.from, &*arrow.to, arrow.development) == (from, to, development))
    };
    let dead = |table: &[(&str, &[&str])], development: bool| -> Vec<String> {
        table
            .iter()
            .flat_map(|(from, seen)| seen.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| !drawn(from, to, development))
            .map(|(from, to)| format!("{from} -> {to}"))
            .collect()
    };
    let dead = [dead(ARROWS, false), dead(DEVELOPMENT_ARROWS, true)].concat();
    assert!(
        dead.is_empty(),
        "no manifest has these any more; take them out of tests/architecture/tests/arrows.rs:\n{}",
        dead.join("\n")
    );
}

#[test]
fn serde_stays_where_something_is_written_or_read() {
    let metadata = metadata().expect("cargo metadata");
    let mut using: Vec<String> = arrows(&metadata)
        .into_iter()
        .filter(|arrow| !arrow.development && arrow.to == "serde")
        .map(|arrow| arrow.from)
        .collect();
    using.sort();
    assert_eq!(
        using, SERDE,
        "serde belongs where bytes are read or written; SERDE in tests/architecture/tests/arrows.rs"
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
