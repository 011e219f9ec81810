//! The functions in a source file and how long they are.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, Signature, TraitItemFn};

use crate::sources::Source;

/// A function, method or function of a trait with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its signature, counted from 1.
    pub line: usize,
    /// Lines from the signature to the closing brace; documentation and attributes do not count.
    pub line_count: usize,
}

/// The functions of a file, nested ones included.
///
/// # Errors
/// When the file is not Rust.
pub fn functions(source: &Source) -> syn::Result<Vec<Function>> {
    let file = syn::parse_file(&source.text)?;
    let mut collector = Collector::default();
    collector.visit_file(&file);
    Ok(collector.functions)
}

#[derive(Default)]
struct Collector {
    functions: Vec<Function>,
}

impl Collector {
    fn add(&mut self, signature: &Signature, block: &Block) {
        let line = signature.span().start().line;
        self.functions.push(Function {
            name: signature.ident.to_string(),
            line,
            line_count: block.span().end().line + 1 - line,
        });
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.add(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}
