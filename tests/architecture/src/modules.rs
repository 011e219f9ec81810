//! Which top-level module of a crate knows which: `crate::` and `super::` paths in its sources.
//!
//! A sub-module counts as its top-level module. Code for tests is left out, and so is what the root
//! of the crate says of its own modules: a parent may know its children.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;

use crate::module_paths::{ModulePaths, expand, is_for_tests};
use crate::sources::Source;

/// Each top-level module and the others of its crate that it names.
pub type ModuleGraph = BTreeMap<String, BTreeSet<String>>;

/// The modules of one crate, from its sources with paths from the crate's `src` folder.
///
/// # Errors
/// When a file is not Rust.
pub fn module_graph(sources: &[Source]) -> syn::Result<ModuleGraph> {
    let files: Vec<(Vec<String>, syn::File)> = sources
        .iter()
        .filter(|source| !source.is_test())
        .map(|source| Ok((module_of(&source.path), syn::parse_file(&source.text)?)))
        .collect::<syn::Result<_>>()?;
    let names: BTreeSet<String> = files
        .iter()
        .filter_map(|(module, _)| module.first().cloned())
        .collect();
    let exports = exports(&files, &names);
    let mut graph = ModuleGraph::new();
    for (module, file) in &files {
        let Some(top) = module.first() else { continue };
        let mut paths = ModulePaths::inside(module);
        paths.visit_file(file);
        let known = paths
            .found
            .iter()
            .filter_map(|name| exports.get(name).or_else(|| names.get(name)))
            .filter(|name| *name != top)
            .cloned();
        graph.entry(top.clone()).or_default().extend(known);
    }
    Ok(graph)
}

/// The modules that reach themselves through others, each circle as a sorted list.
pub fn circles(graph: &ModuleGraph) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = graph
        .keys()
        .map(|module| (module, reachable(graph, module)))
        .collect();
    let mut circles: Vec<Vec<String>> = graph
        .keys()
        .filter(|module| reached[module].contains(module))
        .map(|module| {
            let returns = |other: &&String| reached[*other].contains(module);
            let others = reached[module].iter().copied().filter(returns);
            others.cloned().collect()
        })
        .collect();
    circles.sort();
    circles.dedup();
    circles
}

fn reachable<'graph>(graph: &'graph ModuleGraph, from: &String) -> BTreeSet<&'graph String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = graph[from].iter().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(graph.get(module).into_iter().flatten());
        }
    }
    reached
}

/// `a/b.rs` is `a::b`; `lib.rs` and `main.rs` are the root.
fn module_of(path: &str) -> Vec<String> {
    match path.trim_end_matches(".rs") {
        "lib" | "main" => Vec::new(),
        path => path.split('/').map(str::to_owned).collect(),
    }
}

/// What the root of the crate exports again, and from which of its modules.
fn exports(
    files: &[(Vec<String>, syn::File)],
    names: &BTreeSet<String>,
) -> BTreeMap<String, String> {
    let roots = files.iter().filter(|(module, _)| module.is_empty());
    let mut exports = BTreeMap::new();
    for item in roots.flat_map(|(_, file)| &file.items) {
        let syn::Item::Use(item) = item else { continue };
        if is_for_tests(&item.attrs) {
            continue;
        }
        for path in expand(&item.tree) {
            let path: Vec<&String> = path
                .iter()
                .skip_while(|part| *part == "crate" || *part == "self")
                .collect();
            if let [module, .., name] = path[..]
                && names.contains(module)
            {
                exports.insert(name.clone(), module.clone());
            }
        }
    }
    exports
}
