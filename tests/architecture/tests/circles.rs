//! No module reaches itself through others beside it, at any depth: each can be read, and moved, by
//! itself.

use std::collections::BTreeMap;

use architecture::modules::{ModuleGraph, circles, module_graphs};
use architecture::sources::{Source, sources};

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
    let looked_at = crates.len();
    assert!(looked_at > 20, "only {looked_at} crates were looked at");
    let mut found = Vec::new();
    for (folder, files) in &crates {
        for (parent, graph) in module_graphs(files).expect(folder) {
            let crate_or_module = format!("{folder} {parent}");
            for circle in circles(&graph) {
                let circle = circle.join(", ");
                found.push(format!("{}: {circle}", crate_or_module.trim_end()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "in each line every module knows every other one, directly or through others; move what \
            they share below all of them: {found:#?}"
    );
}

#[test]
fn module_graphs_sees_every_way_to_name_a_module() {
    let graphs = graphs(&[
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
    ])
    .expect("Rust");
    assert_eq!(drawn(&graphs[""]), ["a b", "b c", "c d", "d a", "d e"]);
    assert_eq!(
        circles(&graphs[""]),
        [["a", "b", "c", "d"].map(str::to_owned)]
    );
}

#[test]
fn module_graphs_sees_every_way_to_name_a_module_of_a_folder() {
    let graphs = graphs(&[
        ("lib.rs", "mod a; pub use a::Deep;"),
        (
            "a.rs",
            "mod b; mod c; mod d; mod e; mod f; #[cfg(test)] mod cases; \
                pub(crate) use c::Thing as Other; pub use f::inner::Deep; fn all() { b::make(); }",
        ),
        ("a/b.rs", "use super::Other;"),
        (
            "a/c.rs",
            "use crate::a::{self}; fn call() -> u8 { a::d::make() }",
        ),
        (
            "a/d.rs",
            "use crate::a; fn call() { println!(\"{}\", 2 + a::e::make()); }",
        ),
        ("a/e.rs", "fn call() { let _: crate::Deep = x; }"),
        ("a/f.rs", "mod inner;"),
        ("a/f/inner.rs", "use super::super::b; use super::f;"),
        ("a/cases.rs", "use super::b;"),
    ])
    .expect("Rust");
    assert_eq!(drawn(&graphs[""]), Vec::<String>::new());
    let inside = ["b c", "c d", "d e", "e f", "f b"];
    assert_eq!(drawn(&graphs["a"]), inside);
    let circle = ["b", "c", "d", "e", "f"].map(str::to_owned);
    assert_eq!(circles(&graphs["a"]), [circle]);
}

#[test]
fn circles_takes_no_shared_module_for_a_circle() {
    let graphs = graphs(&[
        (
            "lib.rs",
            "mod a; mod b; mod c; use a::A; fn root() { a::start(); b::start(); }",
        ),
        ("a.rs", "mod inner; use crate::c::C; use inner::Inner;"),
        ("a/inner.rs", "use super::A; use crate::c::C;"),
        ("b.rs", "use crate::{A, c::C};"),
        ("c.rs", "#[cfg(test)] use crate::a::A;"),
    ])
    .expect("Rust");
    for graph in graphs.values() {
        assert_eq!(circles(graph), Vec::<Vec<String>>::new());
    }
}

fn graphs(files: &[(&str, &str)]) -> syn::Result<BTreeMap<String, ModuleGraph>> {
    let sources: Vec<Source> = files.iter().map(source).collect();
    module_graphs(&sources)
}

fn drawn(graph: &ModuleGraph) -> Vec<String> {
    let arrows = graph.iter().flat_map(|(from, seen)| {
        let to = seen.iter();
        to.map(move |to| format!("{from} {to}"))
    });
    arrows.collect()
}

fn source((path, text): &(&str, &str)) -> Source {
    Source {
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    }
}
