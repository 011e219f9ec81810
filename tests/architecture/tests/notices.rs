//! The program prints the notices of all that is in it, and the bill of that is sound.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;

use architecture::notices::{kept_at, notices};
use architecture::packages::metadata;
use architecture::sbom::sbom;
use flate2::read::GzDecoder;

#[test]
fn the_notices_that_are_kept_are_those_of_the_packages_that_are_locked() {
    let mut kept = String::new();
    let file = File::open(kept_at()).expect("notices");
    GzDecoder::new(file)
        .read_to_string(&mut kept)
        .expect("text");
    let expected = notices(&metadata().expect("metadata")).expect("notices");
    assert!(
        kept == expected,
        "packages have changed: call `just notices`"
    );
    for part in [
        "actix-web ",
        "OpenSSL (",
        "libpq of",
        "Noto Sans (",
        "Redoc (",
    ] {
        assert!(kept.contains(part), "{part}");
    }
}

#[test]
fn the_bill_names_each_component_once_and_what_it_depends_on() {
    let bill = sbom(&metadata().expect("metadata"));
    assert_eq!(
        (&bill["bomFormat"], &bill["specVersion"]),
        (&"CycloneDX".into(), &"1.5".into())
    );
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let components = bill["components"].as_array().expect("components");
    let mut refs = BTreeSet::from([text(&bill["metadata"]["component"]["bom-ref"])]);
    for component in components {
        assert!(refs.insert(text(&component["bom-ref"])), "{component}");
        let licence = &component["licenses"][0];
        let is_told = licence["expression"].is_string() || licence["license"]["id"].is_string();
        assert!(is_told && component["name"].is_string(), "{component}");
    }
    assert!(components.len() > 200, "{}", components.len());
    let dependencies = bill["dependencies"].as_array().expect("dependencies");
    let mut named = BTreeSet::new();
    for dependency in dependencies {
        assert!(refs.contains(&text(&dependency["ref"])), "{dependency}");
        for on in dependency["dependsOn"].as_array().expect("a list") {
            assert!(refs.contains(&text(on)), "{on}");
            named.insert(text(on));
        }
    }
    // Nothing is there for which there is no reason.
    let unneeded: Vec<_> = refs.iter().filter(|of| !named.contains(*of)).collect();
    assert_eq!(unneeded, ["formservice"]);
}
