//! Everything that fuzzing begins with, and everything it found, through its target.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use std::fs;
use std::path::{Path, PathBuf};

use fuzz::{TARGETS, Target, seeds};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The inputs that are kept for a target.
fn kept(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(corpus().join(target.name)).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    paths.into_iter().map(read).collect()
}

/// Runs the target and names the input on which it fails.
fn holds(target: &Target, name: &str, bytes: &[u8]) {
    let run = std::panic::AssertUnwindSafe(|| (target.run)(bytes));
    assert!(
        std::panic::catch_unwind(run).is_ok(),
        "{} does not hold for {name}",
        target.name
    );
}

fn replay(name: &str) {
    let target = fuzz::find(name).unwrap();
    holds(&target, "nothing", &[]);
    for (name, bytes) in seeds::seeds(target.name) {
        holds(&target, name, &bytes);
    }
    for (path, bytes) in kept(&target) {
        holds(&target, &path.display().to_string(), &bytes);
    }
}

macro_rules! replays {
    ($($target:ident),* $(,)?) => {
        $(
            #[test]
            fn $target() {
                replay(stringify!($target));
            }
        )*

        const REPLAYED: &[&str] = &[$(stringify!($target)),*];
    };
}

replays!(
    pdf,
    filled_form,
    form_fields,
    flat_text,
    text_string,
    values,
    multipart,
    merge_patch,
    json,
    keys,
    definition,
    protocol,
    filling,
);

#[test]
fn every_target_has_seeds_a_corpus_and_a_test() {
    let targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(targets, REPLAYED);
    for target in &TARGETS {
        assert!(!seeds::seeds(target.name).is_empty(), "{}", target.name);
        let is_kept = kept(target).iter().any(|(_, bytes)| !bytes.is_empty());
        assert!(is_kept, "{}", target.name);
    }
    let folders = fs::read_dir(corpus()).unwrap().count();
    assert_eq!(folders, TARGETS.len(), "a folder belongs to no target");
}

#[test]
fn the_corpus_stays_small() {
    let sizes = TARGETS.iter().flat_map(kept).map(|(_, bytes)| bytes.len());
    assert!(sizes.sum::<usize>() < 2_000_000);
}

#[test]
fn the_seeds_of_pdf_are_forms() {
    for (name, pdf) in seeds::seeds("pdf") {
        let read = pdf_read::read(&pdf);
        assert!(read.is_ok(), "{name}: {read:?}");
    }
}
