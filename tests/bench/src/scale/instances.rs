//! One, two and four instances on one PostgreSQL, S3 and Redis.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use test_servers::Fallible;
use test_servers::postgres::PostgresServer;
use test_servers::redis::RedisServer;
use test_servers::s3::{BUCKET, S3Server};

use bench::client::Client;
use bench::instance::{Instance, Settings, master_key_hash};
use bench::load::{Measured, closed_loop};
use bench::requests::{Own, upload};
use bench::{form, processor};

const CLIENTS: usize = 16;

const TIME: Duration = Duration::from_secs(8);

/// Offers of an application are few; these many applications share them.
const APPLICATIONS: usize = 200;

/// Measures and prints.
pub(crate) fn run(program: &Path) -> Fallible<()> {
    // `test-servers` does not wait for the disk; what comes last counts.
    let postgres = PostgresServer::start(&["fsync=on", "shared_buffers=512MB"])?;
    let s3 = S3Server::start();
    let redis = RedisServer::start()?;
    let mut settings = s3.variables();
    settings.push(master_key_hash(program)?);
    let database = postgres.make_database("template1")?;
    for (name, value) in [
        ("DATABASE__URL", postgres.url(&database)),
        ("BLOBS__URL", format!("s3://{BUCKET}/blobs")),
        // Everyone is counted, nobody refused.
        ("RATE_LIMIT__EXEMPT", "192.0.2.0/24".to_owned()),
        ("RATE_LIMIT__PER_ADDRESS", "6000000".to_owned()),
        ("RATE_LIMIT__PER_KEY", "6000000".to_owned()),
        ("RATE_LIMIT__STORE", "redis".to_owned()),
        ("RATE_LIMIT__REDIS_URL", redis.url()),
    ] {
        settings.push((format!("FORMSERVICE__{name}"), value));
    }
    println!("\n{CLIENTS} clients, rows in PostgreSQL, bytes in S3, requests counted in Redis\n");
    println!(
        "| request | instances | a second | p50 ms | p99 ms | processor ms: instances | \
            PostgreSQL |"
    );
    println!("|---|---|---|---|---|---|---|");
    for count in [1, 2, 4] {
        measure(program, &settings, count, &postgres)?;
    }
    Ok(())
}

fn measure(
    program: &Path,
    settings: &Settings,
    count: usize,
    postgres: &PostgresServer,
) -> Fallible<()> {
    let instances: Fallible<Vec<Instance>> = (0..count)
        .map(|_| Instance::start(program, settings))
        .collect();
    let instances = instances?;
    let addresses: Vec<String> = instances.iter().map(Instance::address).collect();
    let upload = upload(&form()?);
    let mut client = Client::connect(&addresses[0])?;
    let own: Fallible<Vec<Own>> = (0..APPLICATIONS)
        .map(|_| Own::upload(&mut client, &upload))
        .collect();
    let (own, next) = (own?, AtomicUsize::new(0));
    let one_of_them = || &own[next.fetch_add(1, Ordering::Relaxed) % own.len()];
    // Connections are made and pages of memory touched before anything is counted.
    closed_loop(&addresses, CLIENTS, Duration::from_secs(1), |_, _| {
        one_of_them().read()
    })?;
    type Request<'a> = &'a (dyn Fn() -> Vec<u8> + Sync);
    let requests: [(&str, Request); 3] = [
        ("read", &|| one_of_them().read()),
        ("offer", &|| one_of_them().offer()),
        ("upload", &|| upload.clone()),
    ];
    for (name, request) in requests {
        let before = used(&instances, postgres)?;
        let measured = closed_loop(&addresses, CLIENTS, TIME, |_, _| request())?;
        let after = used(&instances, postgres)?;
        println!(
            "{}",
            row(
                name,
                count,
                &measured,
                [after[0] - before[0], after[1] - before[1]]
            )
        );
    }
    Ok(())
}

/// Seconds of processor time so far: of the instances, of PostgreSQL.
fn used(instances: &[Instance], postgres: &PostgresServer) -> Fallible<[f64; 2]> {
    let mut sum = 0.0;
    for instance in instances {
        sum += processor::seconds_of_family(instance.process())?;
    }
    Ok([sum, processor::seconds_of_family(postgres.process()?)?])
}

fn row(name: &str, count: usize, measured: &Measured, seconds: [f64; 2]) -> String {
    let each = seconds.map(|seconds| seconds * 1000.0 / measured.count().max(1) as f64);
    format!(
        "| {name} | {count} | {:.0} | {:.1} | {:.1} | {:.2} | {:.2} |",
        measured.rate(),
        measured.milliseconds(0.5),
        measured.milliseconds(0.99),
        each[0],
        each[1]
    )
}
