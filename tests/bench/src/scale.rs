//! How the service grows: with its instances, and with what it has stored. `just bench-scale`;
//! docs/CAPACITY.md is written from a run.
//!
//! Real instances of the release build on a real PostgreSQL that waits for its disk. Clients,
//! instances and servers share the processors of this machine, so numbers of one run are for
//! comparison with each other. Processor time of a request is told beside: that does not depend on
//! who else is busy.

#![expect(
    clippy::print_stdout,
    reason = "what it measures is printed, row by row"
)]

#[path = "scale/filling.rs"]
mod filling;
#[path = "scale/growth.rs"]
mod growth;
#[path = "scale/instances.rs"]
mod instances;
#[path = "scale/plans.rs"]
mod plans;

use std::path::Path;

use bench::load;
use test_servers::Fallible;

/// `bench-scale PROGRAM [instances|growth [APPLICATIONS]]`
fn main() -> Fallible<()> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments
        .next()
        .ok_or("the path of the program is missing")?;
    let program = std::fs::canonicalize(Path::new(&program))?;
    let part = arguments.next();
    let wanted = |name: &str| part.as_deref().is_none_or(|part| part == name);
    let processors = std::thread::available_parallelism()?;
    println!("{processors} processors, {}", load::others()?);
    if wanted("instances") {
        instances::run(&program)?;
    }
    if wanted("growth") {
        let largest = arguments
            .next()
            .map_or(Ok(u64::MAX), |count| count.parse())?;
        growth::run(&program, largest)?;
    }
    Ok(())
}
