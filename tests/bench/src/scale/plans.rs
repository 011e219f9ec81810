//! How PostgreSQL answers: which statements read a large table from its beginning to its end.

use std::fs;
use std::time::Duration;

use test_servers::Fallible;
use test_servers::postgres::PostgresServer;

/// What a server must be started with.
pub(crate) const OPTION: &str = "session_preload_libraries=auto_explain";

const LARGE: [&str; 5] = [
    "applications",
    "application_keys",
    "attachments",
    "offers",
    "cost_positions",
];

/// Does the work while the server explains every statement, and fails if one of them reads a large
/// table without an index.
pub(crate) fn refuse_scans(
    server: &PostgresServer,
    work: impl FnOnce() -> Fallible<()>,
) -> Fallible<()> {
    let log = server.folder().join("log");
    let before = fs::read(&log)?.len();
    explain(server, "0")?;
    let worked = work();
    explain(server, "-1")?;
    worked?;
    let said = fs::read(&log)?;
    let said = String::from_utf8_lossy(&said[before..]).into_owned();
    let mut scans: Vec<&str> = said
        .split("LOG:  duration:")
        .filter(|plan| is_scan(plan))
        .collect();
    // The same statement comes again and again.
    scans.sort_unstable_by_key(|plan| statement(plan));
    scans.dedup_by_key(|plan| statement(plan));
    if scans.is_empty() {
        return Ok(());
    }
    Err(format!(
        "large tables are read without an index:\n{}",
        scans.join("\n")
    )
    .into())
}

fn is_scan(plan: &str) -> bool {
    LARGE.iter().any(|table| {
        let scan = format!("Seq Scan on {table}");
        plan.split(&scan).skip(1).any(|end| !end.starts_with('_'))
    })
}

fn statement(plan: &str) -> &str {
    let text = plan.split("Query Text: ").nth(1).unwrap_or(plan);
    text.lines().next().unwrap_or_default()
}

/// From so many milliseconds on; -1 is never.
fn explain(server: &PostgresServer, milliseconds: &str) -> Fallible<()> {
    server.sql(
        "postgres",
        &format!("ALTER SYSTEM SET auto_explain.log_min_duration = {milliseconds}"),
    )?;
    server.sql("postgres", "SELECT pg_reload_conf()")?;
    std::thread::sleep(Duration::from_secs(1));
    Ok(())
}
