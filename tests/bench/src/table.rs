//! What the service does in a second, row by row, beside what this machine can do at most, in one
//! run: `just bench`; docs/PERFORMANCE.md is written from a run.
//!
//! Service, limits and client share the processors of this machine, so a number means something
//! beside the others of its run only: the ratio of a row is the median of its rounds, in each of
//! which the limit is measured directly before the service. One wrong answer fails the run.

#![expect(
    clippy::print_stdout,
    reason = "what it measures is printed, row by row"
)]

#[path = "table/bare.rs"]
mod bare;
#[path = "table/commits.rs"]
mod commits;
#[path = "table/connection.rs"]
mod connection;
#[path = "table/disk.rs"]
mod disk;
#[path = "table/driver.rs"]
mod driver;
#[path = "table/forms.rs"]
mod forms;
#[path = "table/memory.rs"]
mod memory;
#[path = "table/nginx.rs"]
mod nginx;
#[path = "table/postgres.rs"]
mod postgres;
#[path = "table/report.rs"]
mod report;
#[path = "table/rows.rs"]
mod rows;
#[path = "table/service.rs"]
mod service;
#[path = "table/stage.rs"]
mod stage;
#[path = "table/stored.rs"]
mod stored;

use std::path::Path;
use std::time::Duration;

use test_servers::Fallible;

/// How long, and how often.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) rounds: usize,
    /// Of one measurement.
    pub(crate) time: Duration,
}

const SHORT: Effort = Effort {
    rounds: 3,
    time: Duration::from_millis(1500),
};

const LONG: Effort = Effort {
    rounds: 5,
    time: Duration::from_secs(3),
};

/// `bench-table PROGRAM [long] [growth] [PART OF A ROW'S NAME]`
fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let program = arguments.first().ok_or("the program is not named")?;
    if program == bare::COMMAND {
        return bare::serve(arguments.get(1).ok_or("no folder")?);
    }
    let program = std::fs::canonicalize(Path::new(program))?;
    let (mut effort, mut is_growth, mut wanted) = (SHORT, false, String::new());
    for argument in &arguments[1..] {
        match argument.as_str() {
            "long" => effort = LONG,
            "growth" => is_growth = true,
            part => part.clone_into(&mut wanted),
        }
    }
    println!("{}\n", report::machine()?);
    if is_growth {
        return rows::growth(&program, effort, &wanted);
    }
    rows::table(&program, effort, &wanted)
}
