//! The program prints the notices of all that is in it, and the bill of that is sound.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read as _;

use architecture::notices::{kept_at, notices};
use architecture::packages::metadata;
use architecture::sbom::sbom;
use architecture::shipped::folder;
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
        "Noto Sans and Noto Emoji (",
        "Droid Sans Fallback (",
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

/// Written into the program by `pq-src`, which brings no text of a licence.
#[test]
fn the_notices_name_everybody_of_whom_libpq_has_a_file() {
    let metadata = metadata().expect("metadata");
    let mut packages = metadata.packages.iter();
    let libpq = packages.find(|package| package.name.as_str() == "pq-src");
    let folder = folder(libpq.expect("pq-src"));
    let build = fs::read_to_string(folder.join("build.rs")).expect("what it compiles");
    let notices = notices(&metadata).expect("notices");
    let mut of_others = 0;
    for file in fs::read_dir(folder.join("source/src/port")).expect("sources") {
        let file = file.expect("a file");
        let name = file.file_name().to_string_lossy().into_owned();
        let is_for_windows = name.starts_with("win32") || name == "inet_aton.c";
        if !build.contains(&format!("\"{name}\"")) || is_for_windows {
            continue;
        }
        let source = String::from_utf8_lossy(&fs::read(file.path()).expect("a text")).into_owned();
        let lines = source.lines().filter(|line| line.contains("Copyright (c)"));
        for line in lines.filter(|line| !line.contains("Portions") && !line.contains("PostgreSQL"))
        {
            of_others += 1;
            let line = line.trim_start_matches(" *").trim();
            assert!(notices.contains(line), "{name}: {line}");
        }
    }
    assert!(of_others >= 6, "{of_others}");
}
