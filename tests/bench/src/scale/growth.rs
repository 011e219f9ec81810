//! What one request costs when a thousand, and when nearly a million applications are stored.
//!
//! After each round PostgreSQL is asked whether it has read a large table from its beginning to its end; if it has, an index is missing or not used,
//! and this is an error.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use test_servers::Fallible;
use test_servers::postgres::PostgresServer;

use crate::client::Client;
use crate::filling::{APPLICATIONS_MAX, fill, link};
use crate::instance::{Instance, Settings, command, master_key_hash};
use crate::load::{Measured, closed_loop};
use crate::requests::{Own, page, upload};
use crate::{form, processor};

const SIZES: [u64; 4] = [1000, 10_000, 100_000, APPLICATIONS_MAX];

/// In smaller tables an index is not worth its use.
const INDEXED_FROM: u64 = 10_000;

/// Verification reads every byte, so files are made only up to here; its time for each application is the same.
const VERIFIED_TO: u64 = 100_000;

const TIME: Duration = Duration::from_secs(4);

const APPLICATIONS: usize = 100;

/// Measures and prints.
pub(crate) fn run(program: &Path) -> Fallible<()> {
    let postgres =
        PostgresServer::start(&["fsync=on", "shared_buffers=512MB", "max_wal_size=4GB"])?;
    let database = postgres.make_database("template1")?;
    let folder = tempfile::tempdir()?;
    let blobs = folder.path().join("blobs");
    let settings: Settings = vec![
        master_key_hash(program)?,
        (
            "FORMSERVICE__DATABASE__URL".to_owned(),
            postgres.url(&database),
        ),
        (
            "FORMSERVICE__BLOBS__URL".to_owned(),
            format!("file:{}", blobs.display()),
        ),
        (
            "FORMSERVICE__RATE_LIMIT__ENABLED".to_owned(),
            "false".to_owned(),
        ),
    ];
    let instance = Instance::start(program, &settings)?;
    let mut client = Client::connect(&instance.address())?;
    let upload = upload(&form()?);
    Own::upload(&mut client, &upload)?;
    println!(
        "\nOne client, one instance, rows in PostgreSQL, bytes in a folder: p50 ms, with the processor ms of PostgreSQL\n"
    );
    println!(
        "| applications | read | offer | upload | first page | page of one type and status | page of a month | last page |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut passes = Vec::new();
    let mut filled = 0;
    for size in SIZES {
        fill(&postgres, &database, filled, size)?;
        filled = size;
        if size <= VERIFIED_TO {
            link(&postgres, &database, &blobs)?;
        }
        postgres.sql(&database, "SELECT pg_stat_reset()")?;
        let cells = measure(&instance, &postgres, size, &upload)?;
        println!("| {size} | {} |", cells.join(" | "));
        passes.push(pass(program, &settings, &postgres, &database, size)?);
        if size >= INDEXED_FROM {
            refuse_scans(&postgres, &database)?;
        }
    }
    println!(
        "\n| applications | sweep s | verify s | database MB | bytes of an application | of these its row, its indexes |"
    );
    println!("|---|---|---|---|---|---|");
    passes.iter().for_each(|row| println!("{row}"));
    println!("\nNo large table was read from its beginning to its end.");
    Ok(())
}

fn measure(
    instance: &Instance,
    postgres: &PostgresServer,
    size: u64,
    upload: &[u8],
) -> Fallible<Vec<String>> {
    let mut client = Client::connect(&instance.address())?;
    let own: Fallible<Vec<Own>> = (0..APPLICATIONS)
        .map(|_| Own::upload(&mut client, upload))
        .collect();
    let own = own?;
    let last = format!("limit=50&offset={}", size - 50);
    type Request<'a> = &'a (dyn Fn(usize) -> Vec<u8> + Sync);
    let requests: [Request; 7] = [
        &|turn| own[turn % own.len()].read(),
        &|turn| own[turn % own.len()].offer(),
        &|_| upload.to_vec(),
        &|_| page("limit=50"),
        &|_| page("limit=50&form_type=pa_form&status=incomplete"),
        &|_| page("limit=50&created_from=2031-01-01&created_to=2031-01-31"),
        &|_| page(&last),
    ];
    let address = [instance.address()];
    let mut cells = Vec::new();
    for request in requests {
        closed_loop(&address, 1, Duration::from_millis(300), |_, turn| {
            request(turn)
        })?;
        let before = processor::seconds_of_family(postgres.process()?)?;
        let measured = closed_loop(&address, 1, TIME, |_, turn| request(turn))?;
        let after = processor::seconds_of_family(postgres.process()?)?;
        cells.push(cell(&measured, after - before));
    }
    Ok(cells)
}

fn cell(measured: &Measured, seconds: f64) -> String {
    let each = seconds * 1000.0 / measured.count().max(1) as f64;
    format!("{:.1} ({each:.1})", measured.milliseconds(0.5))
}

/// The commands that go over everything, and what the disk holds.
fn pass(
    program: &Path,
    settings: &Settings,
    postgres: &PostgresServer,
    database: &str,
    size: u64,
) -> Fallible<String> {
    let sweep = timed(program, "sweep", settings)?;
    let verify = if size <= VERIFIED_TO {
        format!("{:.1}", timed(program, "verify", settings)?)
    } else {
        "–".to_owned()
    };
    let number = |sql: &str| -> Fallible<u64> { Ok(postgres.sql(database, sql)?.parse()?) };
    let bytes = number("SELECT pg_database_size(current_database())")?;
    let row = number("SELECT pg_table_size('applications')")?;
    let indexes = number(
        "SELECT sum(pg_indexes_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    )?;
    Ok(format!(
        "| {size} | {sweep:.1} | {verify} | {} | {} | {}, {} |",
        bytes >> 20,
        bytes / size,
        row / size,
        indexes / size
    ))
}

/// How many seconds a command takes, which must find nothing wrong.
fn timed(program: &Path, name: &str, settings: &Settings) -> Fallible<f64> {
    let start = Instant::now();
    let said = tempfile::NamedTempFile::new()?;
    let status = command(program, name, settings)
        .stderr(said.reopen()?)
        .status()?;
    if !status.success() {
        let said = fs::read_to_string(said.path())?;
        let end = said.lines().last().unwrap_or_default();
        return Err(format!("{name} found faults: {end}").into());
    }
    Ok(start.elapsed().as_secs_f64())
}

/// Fails where a table with a row or more for each application was read without an index.
fn refuse_scans(postgres: &PostgresServer, database: &str) -> Fallible<()> {
    // The numbers come to the table of statistics up to a second after the fact.
    std::thread::sleep(Duration::from_secs(2));
    let scans = postgres.sql(
        database,
        "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE seq_scan > 0
         AND relname IN ('applications', 'application_keys', 'attachments', 'offers', 'cost_positions')",
    )?;
    if scans.is_empty() {
        return Ok(());
    }
    Err(
        format!("these tables were read from their beginning to their end (table|times):\n{scans}")
            .into(),
    )
}
