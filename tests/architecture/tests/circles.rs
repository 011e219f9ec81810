//! No module of a crate reaches itself through others: each can be read, and moved, by itself.

use std::collections::BTreeMap;

use architecture::modules::{circles, module_graph};
use architecture::sources::{Source, sources};

/// Circles that have yet to be opened. Nothing is ever added here.
const STILL_OPEN: &[&str] = &[];

#[test]
fn no_crate_has_circles_between_its_modules() {
    let mut crates: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    for source in sources().expect("sources") {
        if let Some((folder, path)) = source.path.split_once("/src/")
            && !source.is_test()
        {
            let path = path.to_owned();
            let text = source.text.clone();
            let files = crates.entry(folder.to_owned()).or_default();
            files.push(Source { path, text });
        }
    }
    let mut found = Vec::new();
    for (folder, files) in &crates {
        for circle in circles(&module_graph(files).expect(folder)) {
            found.push(format!("{folder}: {}", circle.join(", ")));
        }
    }
    assert!(
        crates.len() > 20,
        "only {} crates were looked at",
        crates.len()
    );
    assert_eq!(
        found, STILL_OPEN,
        "in each line every module knows every other one, directly or through others; move what \
            they share below all of them (and take a circle that is gone out of STILL_OPEN)"
    );
}

#[test]
fn module_graph_sees_every_way_to_name_a_module() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; mod c; mod d; mod e; pub use e::Thing;",
        ),
        (
            "a.rs",
            "use crate::b::Name; #[cfg(test)] mod tests { use crate::e::Other; }",
        ),
        ("b/inner.rs", "fn call() { let _ = crate::c::make(); }"),
        ("c.rs", "fn call() { println!(\"{}\", crate::d::make()); }"),
        ("d.rs", "use super::{Thing, a};"),
        ("e.rs", "mod inner { use super::super::e::Thing; }"),
    ];
    let graph = module_graph(&files.map(source)).expect("Rust");
    let drawn: Vec<String> = graph
        .iter()
        .flat_map(|(from, seen)| seen.iter().map(move |to| format!("{from} {to}")))
        .collect();
    assert_eq!(drawn, ["a b", "b c", "c d", "d a", "d e"]);
    assert_eq!(circles(&graph), [["a", "b", "c", "d"].map(str::to_owned)]);
}

#[test]
fn circles_takes_no_shared_module_for_a_circle() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; mod c; use a::A; fn root() { a::start(); b::start(); }",
        ),
        ("a.rs", "mod inner; use crate::c::C; use inner::Inner;"),
        ("a/inner.rs", "use super::A; use crate::c::C;"),
        ("b.rs", "use crate::{A, c::C};"),
        ("c.rs", "#[cfg(test)] use crate::a::A;"),
    ];
    let graph = module_graph(&files.map(source)).expect("Rust");
    assert_eq!(circles(&graph), Vec::<Vec<String>>::new());
}

fn source((path, text): (&str, &str)) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}
