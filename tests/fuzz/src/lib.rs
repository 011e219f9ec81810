//! What fuzzing runs: for each door that strangers' bytes come through, a function that takes any
//! bytes and asserts what must hold of them.
//!
//! The functions know nothing of a fuzzer. `libfuzzer/` feeds them with what it makes up
//! (`just fuzz`), and `tests/corpus.rs` with what it found, in every run of the tests.

#![forbid(unsafe_code)]

mod any_data;
mod bytes_reader;
mod hybrid_form;
pub mod seeds;
mod small_pdf;
mod targets;

pub use targets::filled_form;

/// A door and what must hold behind it.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// Panics where something does not hold.
    pub run: fn(&[u8]),
    /// Longer inputs find nothing more, in bytes.
    pub length_max: usize,
}

/// All doors.
pub const TARGETS: [Target; 13] = [
    target("pdf", targets::pdf::run, 32 * 1024),
    target("filled_form", filled_form::run, 4096),
    target("form_fields", targets::form_fields::run, 4096),
    target("flat_text", targets::flat_text::run, 4096),
    target("text_string", targets::text_string::run, 256),
    target("values", targets::values::run, 128),
    target("multipart", targets::multipart::run, 2048),
    target("merge_patch", targets::merge_patch::run, 4096),
    target("json", targets::json::run, 2048),
    target("keys", targets::keys::run, 256),
    target("definition", targets::definition::run, 8192),
    target("protocol", targets::protocol::run, 4096),
    target("filling", targets::filling::run, 16 * 1024),
];

/// The target of this name.
pub fn find(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

const fn target(name: &'static str, run: fn(&[u8]), length_max: usize) -> Target {
    Target {
        name,
        run,
        length_max,
    }
}
