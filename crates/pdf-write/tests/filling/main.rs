//! Filling templates: what stands in the filled form, read back by the service's own reader and looked at object by object.

mod continuation;
mod fields;
mod flatten;
mod form;
mod inert;
mod texts;
