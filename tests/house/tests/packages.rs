//! Where foreign packages come from and under which licence.
//!
//! Known security advisories are not looked up here: that needs a database from the network, and
//! this test must give the same answer everywhere for the same `Cargo.lock`.

use cargo_metadata::Package;
use house::packages::{foreign, metadata};

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Licences that let the service be given away under its own (MIT).
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "PostgreSQL",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

#[test]
fn every_package_comes_from_the_registry() {
    let metadata = metadata().expect("cargo metadata");
    let elsewhere: Vec<String> = foreign(&metadata)
        .into_iter()
        .filter(|package| {
            package
                .source
                .as_ref()
                .is_none_or(|source| source.repr != REGISTRY)
        })
        .map(named)
        .collect();
    assert!(
        elsewhere.is_empty(),
        "depend on a released version from crates.io instead of:\n{}",
        elsewhere.join("\n")
    );
}

#[test]
fn every_package_has_a_licence_that_allows_its_use() {
    let metadata = metadata().expect("cargo metadata");
    let refused: Vec<String> = foreign(&metadata)
        .into_iter()
        .filter(|package| !package.license.as_deref().is_some_and(allows))
        .map(|package| format!("{}: {:?}", named(package), package.license))
        .collect();
    assert!(
        refused.is_empty(),
        "replace these packages, or add the licence to LICENCES after reading it:\n{}",
        refused.join("\n")
    );
}

#[test]
fn a_licence_expression_is_read_as_it_is_meant() {
    assert!(allows("MIT OR Apache-2.0"));
    assert!(allows("MIT/Apache-2.0"));
    assert!(allows("GPL-3.0-or-later OR MIT"));
    assert!(allows("(MIT OR GPL-3.0-only) AND Unicode-3.0"));
    assert!(allows("Apache-2.0 WITH LLVM-exception OR GPL-2.0"));
    assert!(!allows("GPL-3.0-or-later"));
    assert!(!allows("MIT AND GPL-3.0-only"));
}

fn named(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

/// Whether an SPDX expression leaves a choice that holds only allowed licences.
fn allows(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    any_of(expression.trim())
}

fn any_of(expression: &str) -> bool {
    split(expression, " OR ").into_iter().any(all_of)
}

fn all_of(expression: &str) -> bool {
    split(expression, " AND ").into_iter().all(one)
}

fn one(expression: &str) -> bool {
    let inner = expression
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    inner.map_or_else(|| LICENCES.contains(&expression), any_of)
}

/// Cuts at a word that stands outside of all brackets.
fn split<'text>(expression: &'text str, word: &str) -> Vec<&'text str> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    for (at, character) in expression.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && at >= start && expression[at..].starts_with(word) => {
                parts.push(expression[start..at].trim());
                start = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(expression[start..].trim());
    parts
}
