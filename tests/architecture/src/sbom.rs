//! A bill of what is in the program, as CycloneDX 1.5 writes it.

use cargo_metadata::{Metadata, Package};
use serde_json::{Value, json};

use crate::shipped::{BUNDLED, Shipped, shipped};

/// The bill: the same for the same `Cargo.lock`. The workspace's own packages are the program.
pub fn sbom(metadata: &Metadata) -> Value {
    let shipped = shipped(metadata);
    let version = env!("CARGO_PKG_VERSION");
    let program = json!({
        "type": "application",
        "bom-ref": "formservice",
        "name": "formservice",
        "version": version,
        "licenses": [{"license": {"id": "MIT"}}],
    });
    let libraries = BUNDLED.iter().map(|bundled| {
        json!({
            "type": "library",
            "bom-ref": bundled.name,
            "name": bundled.name,
            "licenses": [{"license": {"id": bundled.licence}}],
        })
    });
    let packages = of_others(&shipped).map(|(package, _)| component(package));
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": packages.chain(libraries).collect::<Vec<_>>(),
        "dependencies": dependencies(&shipped),
    })
}

fn of_others<'a>(
    shipped: &'a Shipped<'_>,
) -> impl Iterator<Item = &'a (&'a Package, Vec<&'a Package>)> {
    let packages = shipped.packages.iter();
    packages.filter(|(package, _)| package.source.is_some())
}

fn component(package: &Package) -> Value {
    let licence = package.license.as_deref().unwrap_or("NOASSERTION");
    json!({
        "type": "library",
        "bom-ref": purl(package),
        "name": package.name.to_string(),
        "version": package.version.to_string(),
        "purl": purl(package),
        // An older way to write OR.
        "licenses": [{"expression": licence.replace('/', " OR ")}],
    })
}

fn dependencies(shipped: &Shipped<'_>) -> Vec<Value> {
    let own = shipped
        .packages
        .iter()
        .filter(|(package, _)| package.source.is_none());
    let mut direct: Vec<String> = own.flat_map(|(_, needed)| refs(needed)).collect();
    direct.sort();
    direct.dedup();
    direct.extend(BUNDLED.iter().map(|bundled| bundled.name.to_owned()));
    let program = json!({"ref": "formservice", "dependsOn": direct});
    let packages = of_others(shipped);
    let packages =
        packages.map(|(package, needed)| json!({"ref": purl(package), "dependsOn": refs(needed)}));
    std::iter::once(program).chain(packages).collect()
}

fn refs(packages: &[&Package]) -> Vec<String> {
    let others = packages.iter().filter(|package| package.source.is_some());
    others.map(|package| purl(package)).collect()
}

fn purl(package: &Package) -> String {
    let version = package.version.to_string().replace('+', "%2B");
    format!("pkg:cargo/{}@{version}", package.name)
}
