//! What is in the program: the packages of others that `app` is built of, and the libraries in C,
//! pages and fonts that some of them bring.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use cargo_metadata::{DependencyKind, Metadata, Node, Package, PackageId};

use crate::sources::root;

/// What the program consists of, by package; each with what it depends on.
pub struct Shipped<'a> {
    /// The packages, those of the workspace included, by name and version.
    pub packages: Vec<(&'a Package, Vec<&'a Package>)>,
}

/// Something in the program that is no crate.
pub struct Bundled {
    /// What it is called.
    pub name: &'static str,
    /// The package that brings it; one of the workspace's own, or of others.
    pub package: &'static str,
    /// Its licence, as SPDX writes it.
    pub licence: &'static str,
    /// Where its text is, below the folder of the package.
    text: &'static str,
}

/// What crates of Rust bring along.
pub const BUNDLED: [Bundled; 9] = [
    bundled(
        "OpenSSL",
        "openssl-src",
        "Apache-2.0",
        "openssl/LICENSE.txt",
    ),
    bundled(
        "libpq of PostgreSQL",
        "architecture",
        "PostgreSQL",
        "licences/PostgreSQL.txt",
    ),
    bundled(
        "parts of libpq that others wrote",
        "architecture",
        "BSD-3-Clause AND ISC",
        "licences/libpq-parts.txt",
    ),
    bundled(
        "Swagger UI",
        "http-api",
        "Apache-2.0",
        "assets/swagger-ui/LICENSE",
    ),
    bundled(
        "what Swagger UI is made of",
        "http-api",
        "MIT",
        "assets/swagger-ui/swagger-ui-bundle.js.LICENSE.txt",
    ),
    bundled("Redoc", "http-api", "MIT", "assets/redoc/LICENSE"),
    bundled(
        "Noto Sans and Noto Emoji",
        "pdf-write",
        "OFL-1.1",
        "fonts/LICENSE-NotoSans.txt",
    ),
    bundled(
        "DejaVu Sans",
        "pdf-write",
        "Bitstream-Vera",
        "fonts/LICENSE-DejaVuSans.txt",
    ),
    bundled(
        "Droid Sans Fallback",
        "pdf-write",
        "Apache-2.0",
        "fonts/LICENSE-DroidSansFallback.txt",
    ),
];

const fn bundled(
    name: &'static str,
    package: &'static str,
    licence: &'static str,
    text: &'static str,
) -> Bundled {
    Bundled {
        name,
        package,
        licence,
        text,
    }
}

impl Bundled {
    /// Its licence.
    ///
    /// # Errors
    /// When the file or the package is not there.
    pub fn text(&self, metadata: &Metadata) -> io::Result<String> {
        let package = metadata
            .packages
            .iter()
            .find(|package| package.name.as_str() == self.package)
            .ok_or_else(|| io::Error::other(format!("no package {}", self.package)))?;
        std::fs::read_to_string(folder(package).join(self.text))
    }
}

/// The folder of a package.
pub fn folder(package: &Package) -> PathBuf {
    let manifest = package.manifest_path.as_std_path();
    manifest.parent().map_or_else(root, PathBuf::from)
}

/// All that `app` is built of with every feature. What only makes code (procedural macros, build
/// scripts) is not in the program.
pub fn shipped(metadata: &Metadata) -> Shipped<'_> {
    let packages: BTreeMap<&PackageId, &Package> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<&PackageId, &Node> = nodes.map(|node| (&node.id, node)).collect();
    let app = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == "app");
    let mut open: Vec<&PackageId> = app.iter().map(|package| &package.id).collect();
    let mut seen: BTreeSet<&PackageId> = open.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        let (Some(package), Some(node)) = (packages.get(id), nodes.get(id)) else {
            continue;
        };
        let needed: Vec<&PackageId> = node
            .deps
            .iter()
            .filter(|dependency| {
                let mut kinds = dependency.dep_kinds.iter();
                kinds.any(|kind| kind.kind == DependencyKind::Normal)
            })
            .map(|dependency| &dependency.pkg)
            .filter(|id| {
                packages
                    .get(id)
                    .is_some_and(|package| !makes_code_only(package))
            })
            .collect();
        open.extend(needed.iter().filter(|id| seen.insert(id)));
        let mut needed: Vec<&Package> = needed
            .iter()
            .filter_map(|id| packages.get(id).copied())
            .collect();
        needed.sort_by_key(|package| (package.name.to_string(), package.version.clone()));
        found.push((*package, needed));
    }
    found.sort_by_key(|(package, _)| (package.name.to_string(), package.version.clone()));
    Shipped { packages: found }
}

fn makes_code_only(package: &Package) -> bool {
    package.targets.iter().any(|target| target.is_proc_macro())
}
