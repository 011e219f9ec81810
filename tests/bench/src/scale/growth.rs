//! What one request costs when a thousand, and when nearly a million applications are stored.
//!
//! After each round every kind of request is made once more while PostgreSQL explains itself: one
//! that reads a large table from its beginning to its end lacks an index, and is an error.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use test_servers::Fallible;
use test_servers::postgres::PostgresServer;

use crate::filling::{APPLICATIONS_MAX, fill, link};
use crate::plans::{self, refuse_scans};
use bench::client::Client;
use bench::instance::{Instance, Settings, command, master_key_hash};
use bench::load::{Measured, closed_loop};
use bench::requests::{Own, page, upload};
use bench::{form, processor};

const SIZES: [u64; 4] = [1000, 10_000, 100_000, APPLICATIONS_MAX];

/// In smaller tables an index is not worth its use.
const INDEXED_FROM: u64 = 100_000;

/// Verification reads every byte, so files are made only up to here; its time for each application
/// is the same.
const VERIFIED_TO: u64 = 100_000;

const TIME: Duration = Duration::from_secs(4);

const APPLICATIONS: usize = 100;

type Request<'a> = &'a (dyn Fn(usize) -> Vec<u8> + Sync);

/// The service on its database.
struct Bench<'a> {
    program: &'a Path,
    settings: Settings,
    postgres: PostgresServer,
    database: String,
    instance: Instance,
}

/// Measures and prints, up to the largest of the sizes that is wanted.
pub(crate) fn run(program: &Path, largest: u64) -> Fallible<()> {
    let folder = tempfile::tempdir()?;
    let blobs = folder.path().join("blobs");
    let bench = Bench::start(program, &blobs)?;
    let mut client = Client::connect(&bench.instance.address())?;
    Own::upload(&mut client, &upload(&form()?))?;
    println!(
        "\nOne client, one instance, rows in PostgreSQL, bytes in a folder: p50 ms, with the \
            processor ms of PostgreSQL\n"
    );
    println!(
        "| applications | read | offer | upload | first page | of one type and status | of a \
            month | last page \
         | sweep s | verify s | database MB | bytes of an application | of these its row, all \
         indexes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut filled = 0;
    for size in SIZES.into_iter().filter(|size| *size <= largest) {
        fill(&bench.postgres, &bench.database, filled, size)?;
        filled = size;
        if size <= VERIFIED_TO {
            link(&bench.postgres, &bench.database, &blobs)?;
        }
        let requests = bench.requests(size)?.join(" | ");
        println!("| {size} | {requests} {}", bench.passes(size)?);
    }
    println!("\nNo large table was read from its beginning to its end.");
    Ok(())
}

impl<'a> Bench<'a> {
    fn start(program: &'a Path, blobs: &Path) -> Fallible<Self> {
        let options = [
            "fsync=on",
            "shared_buffers=512MB",
            "max_wal_size=4GB",
            plans::OPTION,
        ];
        let postgres = PostgresServer::start(&options)?;
        let database = postgres.make_database("template1")?;
        let mut settings = vec![master_key_hash(program)?];
        for (name, value) in [
            ("DATABASE__URL", postgres.url(&database)),
            ("BLOBS__URL", format!("file:{}", blobs.display())),
            ("RATE_LIMIT__ENABLED", "false".to_owned()),
        ] {
            settings.push((format!("FORMSERVICE__{name}"), value));
        }
        let instance = Instance::start(program, &settings)?;
        Ok(Self {
            program,
            settings,
            postgres,
            database,
            instance,
        })
    }

    /// A cell for each kind of request.
    fn requests(&self, size: u64) -> Fallible<Vec<String>> {
        let mut client = Client::connect(&self.instance.address())?;
        let upload = upload(&form()?);
        let own: Fallible<Vec<Own>> = (0..APPLICATIONS)
            .map(|_| Own::upload(&mut client, &upload))
            .collect();
        let own = own?;
        let last = format!("limit=50&offset={}", size - 50);
        let requests: [Request; 7] = [
            &|turn| own[turn % own.len()].read(),
            &|turn| own[turn % own.len()].offer(),
            &|_| upload.clone(),
            &|_| page("limit=50"),
            &|_| page("limit=50&form_type=pa_form&status=incomplete"),
            &|_| page("limit=50&created_from=2031-01-01&created_to=2031-01-31"),
            &|_| page(&last),
        ];
        let cells: Fallible<Vec<String>> =
            requests.iter().map(|request| self.cell(*request)).collect();
        if size >= INDEXED_FROM {
            refuse_scans(&self.postgres, || {
                requests
                    .iter()
                    .try_for_each(|request| client.done(&request(0)).map(drop))?;
                self.timed("sweep").map(drop)
            })?;
        }
        cells
    }

    fn cell(&self, request: Request) -> Fallible<String> {
        let address = [self.instance.address()];
        let used = || processor::seconds_of_family(self.postgres.process()?);
        let ask = |time| -> Fallible<Measured> {
            closed_loop(&address, 1, time, |_, turn| request(turn))
        };
        ask(Duration::from_millis(300))?;
        let before = used()?;
        let measured = ask(TIME)?;
        let each = (used()? - before) * 1000.0 / measured.count().max(1) as f64;
        Ok(format!("{:.1} ({each:.1})", measured.milliseconds(0.5)))
    }

    /// The commands that go over everything, and what the disk holds.
    fn passes(&self, size: u64) -> Fallible<String> {
        let sweep = self.timed("sweep")?;
        let verify = if size <= VERIFIED_TO {
            format!("{:.1}", self.timed("verify")?)
        } else {
            "–".to_owned()
        };
        let bytes = self.number("SELECT pg_database_size(current_database())")?;
        let row = self.number("SELECT pg_table_size('applications')")?;
        let indexes = self.number(
            "SELECT sum(pg_indexes_size(oid)) FROM pg_class WHERE relnamespace = \
                'public'::regnamespace AND relkind = 'r'",
        )?;
        let all = bytes >> 20;
        let each = [bytes, row, indexes].map(|bytes| bytes / size);
        Ok(format!(
            "| {sweep:.1} | {verify} | {all} | {} | {}, {} |",
            each[0], each[1], each[2]
        ))
    }

    fn number(&self, sql: &str) -> Fallible<u64> {
        Ok(self.postgres.sql(&self.database, sql)?.parse()?)
    }

    /// How many seconds a command takes, which must find nothing wrong.
    fn timed(&self, name: &str) -> Fallible<f64> {
        let start = Instant::now();
        let said = tempfile::NamedTempFile::new()?;
        let status = command(self.program, name, &self.settings)
            .stderr(said.reopen()?)
            .status()?;
        if !status.success() {
            let said = fs::read_to_string(said.path())?;
            let end = said.lines().last().unwrap_or_default();
            return Err(format!("{name} found faults: {end}").into());
        }
        Ok(start.elapsed().as_secs_f64())
    }
}
