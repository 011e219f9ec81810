//! The service over HTTP: one endpoint a file in `routes/`, errors in one place in `error/`, and
//! what every answer has in `middleware`.
//!
//! Promises: whatever comes in, memory and time it takes are bounded; every error is `{"detail":
//! …, "code": …}`; keys, query strings and form contents reach no log. Decides nothing itself:
//! it extracts, asks the use cases and writes down the answer.
//!
//! The folders follow a request: `connection`, `middleware`, `request`, `routes`, `response`.
//! Beside them `shares` is what it takes of what all have together, and `server` what runs all of
//! it.

#![forbid(unsafe_code)]

mod cache_policy;
mod connection;
mod error;
mod events;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod middleware;
mod openapi;
mod pools;
mod rate_limit;
mod readiness;
mod request;
mod request_listener;
mod response;
mod route_patterns;
mod routes;
mod schema;
mod server;
mod settings;
mod shares;
mod shutdown;
mod state;

pub use connection::client_address::{ForwardedHeader, TrustedProxies};
pub use connection::minimum_rate::MinimumRate;
pub use events::EVENTS_TARGET;
pub use pools::Pools;
pub use request_listener::{EndedRequest, RequestListener};
pub use response::fill_report_json;
pub use server::blocking_threads::keep_blocking_thread;
pub use server::metrics_server::{MetricsPage, serve_metrics};
pub use server::{document, serve};
pub use settings::HttpSettings;
pub use state::Api;
