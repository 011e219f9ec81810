//! No manifest names a package that its crate does not use.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use architecture::packages::metadata;
use architecture::sources::{Source, root, sources};
use cargo_metadata::{Dependency, DependencyKind, Package};

#[test]
fn every_dependency_is_named_in_the_sources_of_its_crate() {
    let sources = sources().expect("sources");
    let mut dead = Vec::new();
    for package in metadata().expect("cargo metadata").workspace_packages() {
        let folders = folders_of(package);
        let own: Vec<&Source> = sources
            .iter()
            .filter(|source| folders.iter().any(|folder| source.path.starts_with(folder)))
            .collect();
        let shared: BTreeSet<String> = own.iter().flat_map(|source| shared_with(source)).collect();
        let text: String = sources
            .iter()
            .filter(|source| shared.contains(&source.path))
            .chain(own)
            .map(|source| source.text.as_str())
            .collect();
        let unused = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind != DependencyKind::Build)
            .filter(|dependency| !names(&text, &local_name(dependency).replace('-', "_")));
        dead.extend(unused.map(|dependency| format!("{}: {}", package.name, dependency.name)));
    }
    assert!(
        dead.is_empty(),
        "take these out of the manifests:\n{}",
        dead.join("\n")
    );
}

#[test]
fn every_dependency_of_the_workspace_is_used_by_a_crate() {
    let metadata = metadata().expect("cargo metadata");
    let used: BTreeSet<String> = metadata
        .workspace_packages()
        .iter()
        .flat_map(|package| package.dependencies.iter().map(local_name))
        .collect();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("manifest");
    let dead: Vec<&str> = manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        .filter(|name| !used.contains(*name))
        .collect();
    assert!(
        dead.is_empty(),
        "take these out of Cargo.toml: {}",
        dead.join(", ")
    );
}

#[test]
fn names_takes_whole_words_alone() {
    assert!(names("use time::Date;", "time"));
    assert!(!names("let runtime = timer;", "time"));
}

fn local_name(dependency: &Dependency) -> String {
    dependency
        .rename
        .clone()
        .unwrap_or_else(|| dependency.name.clone())
}

/// The folders of a package and of its targets, from the root of the workspace.
fn folders_of(package: &Package) -> BTreeSet<String> {
    let root = fs::canonicalize(root()).unwrap_or_default();
    let manifest = package.manifest_path.as_std_path();
    let targets = package
        .targets
        .iter()
        .map(|target| target.src_path.as_std_path());
    std::iter::once(manifest)
        .chain(targets)
        .filter_map(Path::parent)
        .filter_map(|folder| fs::canonicalize(folder).ok())
        .filter_map(|folder| folder.strip_prefix(&root).ok().map(Path::to_owned))
        .map(|folder| format!("{}/", folder.display()))
        .collect()
}

/// The files of other crates that a file takes in by `#[path = "../…"]`.
fn shared_with(source: &Source) -> Vec<String> {
    let folder = root().join(&source.path).parent().map(Path::to_owned);
    let root = fs::canonicalize(root()).unwrap_or_default();
    source
        .text
        .split("#[path = \"../")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .filter_map(|(path, _)| folder.as_ref()?.join("..").join(path).canonicalize().ok())
        .filter_map(|path| Some(path.strip_prefix(&root).ok()?.display().to_string()))
        .collect()
}

/// Whether the word stands in the text, with no letter, digit or `_` beside it.
fn names(text: &str, word: &str) -> bool {
    let inside = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside)
    })
}
