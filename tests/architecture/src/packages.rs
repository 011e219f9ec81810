//! The packages of the workspace and what they depend on, as `cargo metadata` tells it.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// What `cargo metadata` says of the workspace and its dependencies, as locked.
///
/// # Errors
/// When cargo cannot tell: the manifests or `Cargo.lock` are broken, or the registry cannot be
/// reached.
pub fn metadata() -> Result<Metadata, cargo_metadata::Error> {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"))
        .exec()
}

/// A line of a manifest: `from` depends on `to`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// The package that depends.
    pub from: String,
    /// The package it depends on.
    pub to: String,
    /// Whether only its tests, examples and benches see it.
    pub development: bool,
}

/// Every dependency that a package of the workspace names in its manifest, on packages of the
/// workspace and on others.
pub fn arrows(metadata: &Metadata) -> Vec<Arrow> {
    let arrows_of = |package: &&Package| {
        let from = package.name.to_string();
        package
            .dependencies
            .iter()
            .map(|dependency| Arrow {
                from: from.clone(),
                to: dependency.name.clone(),
                development: dependency.kind == DependencyKind::Development,
            })
            .collect::<Vec<_>>()
    };
    metadata
        .workspace_packages()
        .iter()
        .flat_map(arrows_of)
        .collect()
}

/// The names of the packages of the workspace.
pub fn members(metadata: &Metadata) -> Vec<String> {
    metadata
        .workspace_packages()
        .iter()
        .map(|package| package.name.to_string())
        .collect()
}
