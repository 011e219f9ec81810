//! The built program, called as its users call it.
//!
//! | Module | What it shows |
//! |---|---|
//! | `command_line` | exit statuses, configuration, keys, migrations |
//! | `fonts` | fonts that an operator adds: what the commands make of them |
//! | `forms` | inspect, check, read and fill, without a server |
//! | `libreoffice` | a form that LibreOffice made becomes a form type, as docs/FORMS.md says |
//! | `licences` | the licences of what is in the program |
//! | `missing_storage` | a database that is gone |
//! | `making` | templates made from definitions, and those that are not replaced |
//! | `postgres` | rows on a server: migrations, the master key, the password |
//! | `redis` | Redis over TLS, with an authority of the test's own |
//! | `rings` | options whose look for on is no mark, in a file that another program flattened |
//! | `sandbox` | how workers are confined, and kernels that do not confine them |
//! | `statuses` | exit statuses of what is wrong with the configuration |
//! | `serving` | the first start, later ones, a second instance, stopping |
//! | `unmounted_blobs` | a disk of blobs that is away, at a start and under a service |

#![expect(
    clippy::unwrap_used,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

mod command_line;
mod fonts;
mod forms;
#[path = "../../../pdf-sandbox/tests/hostile/kernels.rs"]
mod kernels;
mod libreoffice;
mod licences;
mod making;
mod missing_storage;
mod postgres;
mod program;
mod redis;
mod rings;
mod sandbox;
mod serving;
mod statuses;
mod unmounted_blobs;
