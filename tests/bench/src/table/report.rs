//! What is printed, as it stands in docs/PERFORMANCE.md.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bench::client::Client;
use bench::load::others;
use bench::requests::get;
use test_servers::Fallible;

use crate::rows::Row;
use crate::service::Sample;

/// What the rounds of a row gave.
#[derive(Default)]
pub(crate) struct Cells {
    here: Vec<f64>,
    processor: Vec<f64>,
    limit: Vec<f64>,
    limit_processor: Vec<f64>,
    ratio: Vec<f64>,
}

impl Cells {
    pub(crate) fn add(&mut self, here: Sample, limit: Option<Sample>) {
        self.here.push(here.rate);
        self.processor.extend(here.processor);
        if let Some(limit) = limit {
            self.limit.push(limit.rate);
            self.limit_processor.extend(limit.processor);
            self.ratio.push(here.rate / limit.rate);
        }
    }
}

/// The machine, and how busy it is with other things.
pub(crate) fn machine() -> Fallible<String> {
    let processors = std::thread::available_parallelism()?;
    let information = std::fs::read_to_string("/proc/cpuinfo")?;
    let model = information
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown", |(_, model)| model.trim());
    Ok(format!("{processors} processors ({model}), {}", others()?))
}

/// The table of all rows.
pub(crate) fn table(rows: &[Row], cells: &[Cells]) {
    println!(
        "| Work | here | processor ms each | the limit | its processor ms | here / limit | target |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (row, cells) in rows.iter().zip(cells) {
        line(row.name, row.limit.0, row.target, cells);
    }
}

/// A line of that table.
pub(crate) fn line(name: &str, limit: &str, target: f64, cells: &Cells) {
    let here = median(&cells.here).unwrap_or_default();
    let processor = median(&cells.processor).unwrap_or_default();
    let (of, ratio) = match (median(&cells.limit), median(&cells.ratio)) {
        (Some(of), Some(ratio)) => (format!("{limit} {of:.0}"), verdict(ratio, target)),
        _ => (format!("{limit}: not installed"), "–".to_owned()),
    };
    let alone = median(&cells.limit_processor).map(|milliseconds| format!("{milliseconds:.3}"));
    let alone = alone.unwrap_or_else(|| "–".to_owned());
    println!("| {name} | {here:.0} | {processor:.3} | {of} | {alone} | {ratio} | ≥ {target} |");
}

/// The table of `just bench growth`.
pub(crate) fn growth(rows: &[Row], cells: &[Cells]) {
    const TARGET: f64 = 0.9;
    println!("| Work | with all of them | with nothing | ratio | target |");
    println!("|---|---|---|---|---|");
    for (row, cells) in rows.iter().zip(cells) {
        let [here, limit, ratio] = [&cells.here, &cells.limit, &cells.ratio]
            .map(|numbers| median(numbers).unwrap_or_default());
        let (name, verdict) = (row.name, verdict(ratio, TARGET));
        println!("| {name} | {here:.0} | {limit:.0} | {verdict} | ≥ {TARGET} |");
    }
}

/// Memory and start.
pub(crate) fn memory(megabytes: [f64; 3], start: [Duration; 2]) {
    let [idle, highest, afterwards] = megabytes;
    println!(
        "\nMemory, workers included: idle {idle:.0} MB, at most {highest:.0} MB under all of this \
         load, {afterwards:.0} MB afterwards (targets: ≤ 15, ≤ 60, ≤ 25)."
    );
    let [fresh, again] = start.map(|time| time.as_secs_f64() * 1000.0);
    println!(
        "Start to first answer: {fresh:.0} ms in a fresh folder, {again:.0} ms in one with data \
         (target: ≤ 100)."
    );
}

/// From the start of the program to its first answer, in a fresh folder and once more.
pub(crate) fn starts(program: &Path) -> Fallible<[Duration; 2]> {
    const TIMES: usize = 5;
    let (mut fresh, mut again) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let folder = tempfile::tempdir()?;
        fresh.push(start(program, folder.path())?);
        again.push(start(program, folder.path())?);
    }
    let median = |times: &[f64]| Duration::from_secs_f64(median(times).unwrap_or_default());
    Ok([median(&fresh), median(&again)])
}

fn start(program: &Path, folder: &Path) -> Fallible<f64> {
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let address = format!("127.0.0.1:{port}");
    let began = Instant::now();
    let mut child = Command::new(program)
        .arg("serve")
        .env_clear()
        .env("FORMSERVICE__SERVER__LISTEN", &address)
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "off")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let answered = loop {
        let asked = Client::connect(&address)
            .and_then(|mut client| client.done(&get("/health/ready", "Accept: */*")));
        if asked.is_ok() || began.elapsed() > Duration::from_secs(20) {
            break asked;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let took = began.elapsed().as_secs_f64();
    child.kill()?;
    child.wait()?;
    answered.map(|_| took)
}

fn verdict(ratio: f64, target: f64) -> String {
    let bold = if ratio < target { "" } else { "**" };
    format!("{bold}{ratio:.2}{bold}")
}

fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}
