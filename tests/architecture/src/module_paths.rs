//! The paths in a source file that lead to modules of its own crate.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Macro, Path, UseTree};

/// Collects the first name behind the root of the crate from every path.
pub(crate) struct ModulePaths {
    module: Vec<String>,
    /// Names of top-level modules, or of what the root exports again.
    pub(crate) found: BTreeSet<String>,
}

impl ModulePaths {
    /// For the file of `module`.
    pub(crate) fn inside(module: &[String]) -> Self {
        Self {
            module: module.to_vec(),
            found: BTreeSet::new(),
        }
    }

    fn add(&mut self, path: &[String]) {
        let above = path.iter().take_while(|part| *part == "super").count();
        let mut absolute: Vec<&String> = match path.first().map(String::as_str) {
            Some("crate") => path[1..].iter().collect(),
            Some("super") if above <= self.module.len() => {
                let parent = &self.module[..self.module.len() - above];
                parent.iter().chain(&path[above..]).collect()
            }
            _ => return,
        };
        self.found.extend(absolute.drain(..).next().cloned());
    }

    /// Bodies of macros are no syntax tree: `crate :: name` is looked for among their tokens.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) => path.push(name.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == ':' => continue,
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                _ => path.clear(),
            }
            if path.len() >= 2 && path[path.len() - 1] != "super" {
                self.add(&path);
                path.clear();
            }
            if path
                .first()
                .is_some_and(|name| name != "crate" && name != "super")
            {
                path.clear();
            }
        }
    }
}

impl<'ast> Visit<'ast> for ModulePaths {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_for_tests(&item.attrs) || item.content.is_none() {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_for_tests(&item.attrs) {
            for path in expand(&item.tree) {
                self.add(&path);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.add(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.add_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

/// Whether `#[cfg(test)]` stands before an item.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .meta
                .require_list()
                .is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

/// Every path of a `use` item, one for each leaf of its tree; a renamed one by its new name.
pub(crate) fn expand(tree: &UseTree) -> Vec<Vec<String>> {
    let behind = |name: String, paths: Vec<Vec<String>>| {
        paths
            .into_iter()
            .map(|path| [vec![name.clone()], path].concat())
            .collect()
    };
    match tree {
        UseTree::Path(path) => behind(path.ident.to_string(), expand(&path.tree)),
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(name) => vec![vec![name.ident.to_string(), name.rename.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".to_owned()]],
        UseTree::Group(group) => group.items.iter().flat_map(expand).collect(),
    }
}
