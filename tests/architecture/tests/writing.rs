//! How the sources are written: module documentation, names of files, lints that nobody switches
//! off.

use std::fs;

use architecture::packages::{members, metadata};
use architecture::sources::{Source, root, sources};

/// Names that say nothing about what is inside.
const EMPTY_NAMES: &[&str] = &["util", "utils", "common", "helpers", "types", "prelude"];

/// Crates that `app` may name only where it wires them, and `cli` not at all.
const ADAPTERS: &[&str] = &[
    "blobs_fs",
    "blobs_s3",
    "forms_toml",
    "keys_argon2",
    "limits_memory",
    "limits_redis",
    "metrics_prometheus",
    "pdf_read",
    "pdf_sandbox",
    "pdf_write",
    "scan_clamd",
    "store_diesel",
    "store_postgres",
    "store_sqlite",
];

#[test]
fn every_module_says_what_it_is() {
    refuse(
        &sources().expect("sources"),
        |source| !source.text.starts_with("//! ") && !source.path.ends_with("/tests.rs"),
        "begin the file with `//!`: what it is, what it promises, what it leaves out",
    );
}

#[test]
fn every_module_is_called_after_what_it_holds() {
    refuse(
        &sources().expect("sources"),
        |source| {
            source
                .path
                .trim_end_matches(".rs")
                .split('/')
                .any(|part| EMPTY_NAMES.contains(&part))
        },
        "call the module after what it holds",
    );
}

/// The crates that may be unsafe where nothing safe will do; the workspace denies it there too.
const MAY_BE_UNSAFE: [&str; 2] = [
    "crates/idle-memory/src/lib.rs",
    "crates/pdf-sandbox/src/lib.rs",
];

#[test]
fn every_crate_forbids_unsafe_code() {
    let is_root = |source: &&Source| {
        let parts: Vec<&str> = source.path.split('/').collect();
        matches!(parts[..], [_, _, "src", "lib.rs" | "main.rs"])
    };
    let sources = sources().expect("sources");
    let roots: Vec<Source> = sources.iter().filter(is_root).cloned().collect();
    assert!(roots.len() > 20, "{}", roots.len());
    refuse(
        &roots,
        |source| {
            let is_safe = source.text.contains("#![forbid(unsafe_code)]");
            !is_safe && !MAY_BE_UNSAFE.contains(&source.path.as_str())
        },
        "write `#![forbid(unsafe_code)]` below the documentation of the crate",
    );
}

#[test]
fn no_lint_is_switched_off_without_a_reason() {
    // Written in two parts, so that this file does not find itself.
    let switched_off = [concat!("#[", "allow("), concat!("#![", "allow(")];
    refuse(
        &sources().expect("sources"),
        |source| switched_off.iter().any(|word| source.text.contains(word)),
        "write #[expect(lint, reason = \"…\")], or mend what the lint found",
    );
}

#[test]
fn only_the_wiring_of_the_app_names_adapters() {
    refuse(
        &sources().expect("sources"),
        |source| {
            (source.path.starts_with("crates/app/src/")
                || source.path.starts_with("crates/cli/src/"))
                && !source.path.starts_with("crates/app/src/adapters")
                && !source.path.starts_with("crates/app/src/wiring")
                && ADAPTERS
                    .iter()
                    .any(|adapter| source.text.contains(&format!("{adapter}::")))
        },
        "name adapters only in crates/app/src/adapters/ and wiring.rs (and wiring/), and hand out \
            what the ports ask for",
    );
}

#[test]
fn every_crate_keeps_the_lints_of_the_workspace() {
    let metadata = metadata().expect("cargo metadata");
    let careless: Vec<String> = metadata
        .workspace_packages()
        .iter()
        .filter(|package| {
            let manifest = fs::read_to_string(&package.manifest_path).expect("manifest");
            !manifest.contains("[lints]\nworkspace = true")
        })
        .map(|package| package.name.to_string())
        .collect();
    assert!(
        careless.is_empty(),
        "add `[lints]` with `workspace = true` to the manifests of: {}",
        careless.join(", ")
    );
}

#[test]
fn the_workspace_refuses_what_panics_outside_of_tests() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("manifest");
    let missing: Vec<&str> = [
        "unwrap_used",
        "expect_used",
        "panic",
        "todo",
        "allow_attributes",
        "allow_attributes_without_reason",
        "mod_module_files",
        "too_many_lines",
    ]
    .into_iter()
    .filter(|lint| !manifest.contains(&format!("{lint} = \"warn\"")))
    .collect();
    assert!(
        missing.is_empty(),
        "switch these lints on again in Cargo.toml: {}",
        missing.join(", ")
    );
}

#[test]
fn the_architecture_names_every_crate() {
    let metadata = metadata().expect("cargo metadata");
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let missing: Vec<String> = members(&metadata)
        .into_iter()
        .filter(|name| root().join("crates").join(name).is_dir())
        .filter(|name| !text.contains(&format!("`{name}`")))
        .collect();
    assert!(
        missing.is_empty(),
        "say in docs/ARCHITECTURE.md what these crates are for: {}",
        missing.join(", ")
    );
}

#[test]
fn every_test_that_docs_security_names_is_there() {
    let page = fs::read_to_string(root().join("docs/SECURITY.md")).expect("SECURITY.md");
    let sources = sources().expect("sources");
    // Every second piece stands between backticks; four words or more are the name of a test.
    let named = page.split('`').skip(1).step_by(2).filter(|name| {
        name.matches('_').count() > 2
            && name.chars().all(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
            })
    });
    let missing: Vec<&str> = named
        .filter(|name| {
            let function = format!("fn {name}(");
            !sources.iter().any(|source| source.text.contains(&function))
        })
        .collect();
    assert!(
        missing.is_empty(),
        "docs/SECURITY.md names tests that are not there: {}",
        missing.join(", ")
    );
}

fn refuse(sources: &[Source], wrong: impl Fn(&Source) -> bool, what_to_do: &str) {
    let found: Vec<&str> = sources
        .iter()
        .filter(|source| wrong(source))
        .map(|source| source.path.as_str())
        .collect();
    assert!(found.is_empty(), "{what_to_do}:\n{}", found.join("\n"));
}
