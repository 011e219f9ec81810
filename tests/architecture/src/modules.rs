//! Which module of a crate knows which of those beside it, at every depth: by the paths in its
//! sources that begin with `crate`, `self` or `super`, or with a name taken in by such a path.
//!
//! Whatever stands in a folder counts as the module of the folder where that is looked at from
//! beside it. Code for tests is left out, and so is what a module and the modules in it say of each
//! other: a parent may know its children, and they may use what it has for all of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::module_paths::{CratePath, expand, from_root, is_for_tests, paths_in};
use crate::sources::Source;

/// Each of the modules that stand side by side, and the others of them that it names.
pub type ModuleGraph = BTreeMap<String, BTreeSet<String>>;

/// For each module of one crate that has others in it how those know each other, by its path, which
/// is empty for the root; from the sources with paths from the crate's `src` folder.
///
/// # Errors
/// When a file is not Rust.
pub fn module_graphs(sources: &[Source]) -> syn::Result<BTreeMap<String, ModuleGraph>> {
    let files: Vec<(CratePath, syn::File)> = sources
        .iter()
        .filter(|source| !source.is_test())
        .map(|source| Ok((module_of(&source.path), syn::parse_file(&source.text)?)))
        .collect::<syn::Result<_>>()?;
    let modules = Modules::of(&files);
    let mut graphs: BTreeMap<String, ModuleGraph> = BTreeMap::new();
    for module in &modules.known {
        if let Some((name, parent)) = module.split_last() {
            let graph = graphs.entry(parent.join("::")).or_default();
            graph.entry(name.clone()).or_default();
        }
    }
    for (module, file) in files.iter().filter(|file| modules.known.contains(&file.0)) {
        for path in paths_in(module, file) {
            let named = modules.that_has(&path);
            let both = module.iter().zip(&named);
            let depth = both.take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (module.get(depth), named.get(depth)) {
                let graph = graphs.entry(module[..depth].join("::")).or_default();
                graph.entry(one.clone()).or_default().insert(other.clone());
            }
        }
    }
    Ok(graphs)
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
fn module_of(path: &str) -> CratePath {
    match path.trim_end_matches(".rs") {
        "lib" | "main" => Vec::new(),
        path => path.split('/').map(str::to_owned).collect(),
    }
}

/// The modules of a crate that are not for tests alone.
struct Modules {
    known: BTreeSet<CratePath>,
    /// What each of them takes in or exports again, by the name that it has there.
    exports: BTreeMap<CratePath, BTreeMap<String, CratePath>>,
}

/// No name is exported again and again more often than this.
const EXPORTS_MAX: usize = 10;

impl Modules {
    fn of(files: &[(CratePath, syn::File)]) -> Self {
        let tests: Vec<CratePath> = files.iter().flat_map(modules_for_tests).collect();
        let paths = files.iter().map(|(module, _)| module);
        let known: BTreeSet<CratePath> = paths
            .filter(|path| !tests.iter().any(|test| path.starts_with(test)))
            .flat_map(|path| (0..=path.len()).map(|length| path[..length].to_vec()))
            .collect();
        let exports = files
            .iter()
            .map(|(module, file)| (module.clone(), exports(module, file, &known)))
            .collect();
        Self { known, exports }
    }

    /// The module that has what the path leads to, wherever it is exported again.
    fn that_has(&self, path: &[String]) -> CratePath {
        let mut path = path.to_vec();
        for _ in 0..EXPORTS_MAX {
            let mut beginnings = (0..=path.len()).rev().map(|length| &path[..length]);
            let module = beginnings.find(|beginning| self.known.contains(*beginning));
            let module = module.unwrap_or_default().to_vec();
            let behind = &path[module.len()..];
            let exports = self.exports.get(&module);
            let export = behind.first().and_then(|name| exports?.get(name));
            match export {
                Some(export) => path = [export, &behind[1..]].concat(),
                None => return module,
            }
        }
        path
    }
}

/// The modules that this one has only for tests.
fn modules_for_tests((module, file): &(CratePath, syn::File)) -> Vec<CratePath> {
    let items = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(item) if is_for_tests(&item.attrs) => Some(&item.ident),
        _ => None,
    });
    items
        .map(|name| [&module[..], &[name.to_string()]].concat())
        .collect()
}

fn exports(
    module: &[String],
    file: &syn::File,
    known: &BTreeSet<CratePath>,
) -> BTreeMap<String, CratePath> {
    let uses = file.items.iter().filter_map(|item| match item {
        syn::Item::Use(item) if !is_for_tests(&item.attrs) => Some(&item.tree),
        _ => None,
    });
    let of_child = |path: &[String]| {
        let whole = [module, path].concat();
        let child = whole.get(..=module.len());
        let is_known = child.is_some_and(|child| known.contains(child));
        is_known.then_some(whole)
    };
    uses.flat_map(expand)
        .filter_map(|path| {
            let whole = from_root(module, &path).or_else(|| of_child(&path))?;
            Some((path.last()?.clone(), whole))
        })
        .collect()
}
