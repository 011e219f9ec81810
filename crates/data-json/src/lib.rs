//! JSON text ⇄ [`forms::Value`], in one place for everyone who stores, sends or receives `data`.
//!
//! Promises: numbers are exact in both directions, none passes through a float; what [`to_text`]
//! writes, [`parse`] reads back as an equal value; nothing is guessed, so a member given twice or a
//! broken escape is a fault. Work, memory and recursion are bounded by [`JsonLimits`] and the
//! length of the text. Leaves out what the members mean: that is the form type's to say.

#![forbid(unsafe_code)]

mod fault;
mod length;
mod limits;
mod members;
mod memory;
mod parse;
mod plain;
mod write;

pub use fault::JsonError;
pub use length::list_length;
pub use limits::JsonLimits;
pub use memory::{memory_bytes, memory_bytes_max};
pub use parse::{NotedJson, parse, parse_noting};
pub use serde_json::value::RawValue as RawJson;
pub use write::{members_to_json, members_to_raw_json, to_canonical_text, to_json, to_text};
