//! What is read of a request: its query, its headers with keys, its body.
//!
//! Here belongs whatever judges what a client has sent, up to the values that a handler asks for in
//! its signature ([`extract`]). What the service does with them is for the handlers in `routes`.

pub(crate) mod body;
pub(crate) mod credentials;
pub(crate) mod extract;
pub(crate) mod file_form;
pub(crate) mod idempotency;
pub(crate) mod json_body;
pub(crate) mod list_query;
pub(crate) mod members;
pub(crate) mod multipart;
pub(crate) mod origin;
pub(crate) mod query;
pub(crate) mod upload_form;
