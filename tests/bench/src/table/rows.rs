//! The rows, and how they are measured.

#[path = "rows/files.rs"]
mod files;
#[path = "rows/listing.rs"]
mod listing;
#[path = "rows/reading.rs"]
mod reading;
#[path = "rows/refusals.rs"]
mod refusals;
#[path = "rows/writing.rs"]
mod writing;

use std::path::Path;

use test_servers::Fallible;

use crate::memory;
use crate::postgres::Postgres;
use crate::report::{self, Cells};
use crate::service::{Sample, Service};
use crate::stage::Stage;
use crate::stored::store;
use crate::{Effort, driver};

/// How many applications are stored for `just bench growth`.
const STORED: u64 = 100_000;

/// What is measured on a stage, in a round of this number.
type Work = fn(&Stage, usize) -> Fallible<Sample>;

/// The same of what it is compared with; none where that is not installed.
type Compared = fn(&Stage, usize) -> Fallible<Option<Sample>>;

/// One kind of work, and the least that it could take.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) here: Work,
    /// What it is compared with, and how.
    pub(crate) limit: (&'static str, Compared),
    /// The least ratio that is wanted.
    pub(crate) target: f64,
}

fn rows() -> Vec<Row> {
    [
        reading::rows(),
        writing::rows(),
        files::rows(),
        refusals::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Every row beside its limit.
pub(crate) fn table(program: &Path, effort: Effort, wanted: &str) -> Fallible<()> {
    let start = report::starts(program)?;
    let service = Service::start(program, &[])?;
    service.applications(1)?;
    std::thread::sleep(memory::UNTIL_GIVEN_BACK);
    let process = service.instance.process();
    let idle = memory::megabytes(process)?;
    let stage = Stage::prepare(program, effort, service)?;
    let rows: Vec<Row> = rows()
        .into_iter()
        .filter(|row| row.name.contains(wanted))
        .collect();
    let measure = || -> Fallible<Vec<Cells>> {
        let mut cells: Vec<Cells> = rows.iter().map(|_| Cells::default()).collect();
        for round in 0..effort.rounds {
            for (row, cells) in rows.iter().zip(&mut cells) {
                let told = |error| format!("{}: {error}", row.name);
                let limit = (row.limit.1)(&stage, round).map_err(told)?;
                cells.add((row.here)(&stage, round).map_err(told)?, limit);
            }
        }
        Ok(cells)
    };
    let (cells, highest) = memory::highest(process, measure)?;
    report::table(&rows, &cells);
    if "PostgreSQL".contains(wanted) {
        Postgres::start(program, effort)?.row()?;
    }
    std::thread::sleep(memory::UNTIL_GIVEN_BACK);
    report::memory([idle, highest, memory::megabytes(process)?], start);
    Ok(())
}

/// Every row with much stored beside the same with nothing stored.
pub(crate) fn growth(program: &Path, effort: Effort, wanted: &str) -> Fallible<()> {
    let empty = Service::start(program, &[])?;
    let full = Service::start(program, &[])?;
    full.applications(1)?;
    store(full.instance.folder(), STORED)?;
    let empty = Stage::prepare(program, effort, empty)?;
    let full = Stage::prepare(program, effort, full)?;
    let rows = rows().into_iter().chain(listing::rows());
    let rows: Vec<Row> = rows.filter(|row| row.name.contains(wanted)).collect();
    let mut cells: Vec<Cells> = rows.iter().map(|_| Cells::default()).collect();
    for round in 0..effort.rounds {
        for (row, cells) in rows.iter().zip(&mut cells) {
            let told = |error| format!("{}: {error}", row.name);
            let without = (row.here)(&empty, round).map_err(told)?;
            cells.add((row.here)(&full, round).map_err(told)?, Some(without));
        }
    }
    println!("SQLite with {STORED} applications, and with nothing, in one run\n");
    report::growth(&rows, &cells);
    Ok(())
}

/// An answer of this status.
fn answered(status: u16) -> driver::Expected {
    driver::Expected {
        status,
        body_bytes_min: 1,
    }
}
