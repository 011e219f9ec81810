//! The built program, called as its users call it.
//!
//! | Module | What it shows |
//! |---|---|
//! | `command_line` | exit statuses, configuration, keys, migrations |
//! | `forms` | inspect, check, read and fill, without a server |
//! | `postgres` | rows on a server: migrations, the master key, the password |
//! | `serving` | the first start, later ones, a second instance, stopping |

#![expect(
    clippy::unwrap_used,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

mod command_line;
mod forms;
mod postgres;
mod program;
mod redis;
mod serving;
