//! Filling templates: what stands in the filled form, read back by the service's own reader and
//! looked at object by object.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail"
)]

mod continuation;
mod copies;
mod elsewhere;
mod fields;
mod flatten;
mod fonts;
mod form;
mod inert;
mod names;
mod report;
mod scripts;
mod texts;
