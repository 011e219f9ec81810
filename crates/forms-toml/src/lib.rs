//! Form types as folders: `form.toml` says what the fields are, `template.pdf` is the blank
//! fillable form.
//!
//! Reads and writes definitions, loads folders, compares a definition with its template, and makes
//! a definition for any fillable PDF. Faults are sentences for the person who writes the
//! definition; all of them are named at once. Left out on purpose: reading and making PDFs. What a
//! template holds comes in as [`forms::FormContent`].

#![forbid(unsafe_code)]

mod builtin;
mod check;
mod definition;
mod faults;
mod folder;
mod inspect;
mod stored;

pub use builtin::builtin;
pub use check::check;
pub use definition::{definition_text, parse_definition};
pub use faults::FormTypeError;
pub use folder::{DEFINITION_FILE, TEMPLATE_FILE, load_all, load_definition, load_folder};
pub use inspect::inspect;
pub use stored::TomlFormParser;
