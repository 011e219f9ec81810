//! The paths in a source file that lead to modules of its own crate.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Macro, Path, UseTree};

/// The names from the root of the crate down to a module or to something in it.
pub(crate) type CratePath = Vec<String>;

/// Every path in the file of `module` that begins with `crate`, `self` or `super`, or with a name
/// that the file took in by such a path.
pub(crate) fn paths_in(module: &[String], file: &syn::File) -> BTreeSet<CratePath> {
    let mut paths = ModulePaths {
        module: module.to_vec(),
        found: BTreeSet::new(),
        relative: Vec::new(),
        imports: BTreeMap::new(),
    };
    paths.visit_file(file);
    for path in &paths.relative {
        if let Some(import) = path.first().and_then(|name| paths.imports.get(name)) {
            paths.found.insert([import, &path[1..]].concat());
        }
    }
    paths.found
}

/// A path that is written in `module`, from the root of the crate; `None` if it begins with a name.
pub(crate) fn from_root(module: &[String], path: &[String]) -> Option<CratePath> {
    let rest = match path.first()?.as_str() {
        "crate" => return Some(path[1..].to_vec()),
        "self" => &path[1..],
        "super" => path,
        _ => return None,
    };
    let above = rest.iter().take_while(|part| *part == "super").count();
    let parents = module.len().checked_sub(above)?;
    Some([&module[..parents], &rest[above..]].concat())
}

struct ModulePaths {
    module: CratePath,
    found: BTreeSet<CratePath>,
    relative: Vec<CratePath>,
    /// The names that the file took in, and what they stand for.
    imports: BTreeMap<String, CratePath>,
}

impl ModulePaths {
    fn add(&mut self, path: Vec<String>) {
        match from_root(&self.module, &path) {
            Some(path) => {
                self.found.insert(path);
            }
            None => self.relative.push(path),
        }
    }

    /// Bodies of macros are no syntax tree: names with `::` between them are looked for among their
    /// tokens.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            if matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ':') {
                colons += 1;
                continue;
            }
            let goes_on = colons == 2 && matches!(token, TokenTree::Ident(_));
            colons = 0;
            if !goes_on {
                self.add(std::mem::take(&mut path));
            }
            match token {
                TokenTree::Ident(name) => path.push(name.to_string()),
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                _ => {}
            }
        }
        self.add(path);
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
        if is_for_tests(&item.attrs) {
            return;
        }
        for path in expand(&item.tree) {
            if let (Some(name), Some(whole)) = (path.last(), from_root(&self.module, &path)) {
                self.imports.insert(name.clone(), whole);
            }
            self.add(path);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names = path.segments.iter();
        self.add(names.map(|segment| segment.ident.to_string()).collect());
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

/// Every path of a `use` item, one for each leaf of its tree: a renamed one with its new name
/// behind, `{self}` as what stands before it.
pub(crate) fn expand(tree: &UseTree) -> Vec<Vec<String>> {
    match tree {
        UseTree::Path(path) => {
            let behind = expand(&path.tree).into_iter();
            let name = path.ident.to_string();
            let whole = behind.map(|path| [vec![name.clone()], path].concat());
            whole.collect()
        }
        UseTree::Name(name) if name.ident == "self" => vec![Vec::new()],
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(name) => vec![vec![name.ident.to_string(), name.rename.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".to_owned()]],
        UseTree::Group(group) => group.items.iter().flat_map(expand).collect(),
    }
}
