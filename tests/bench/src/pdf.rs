//! `just bench-pdf`, our side of it: how long reading and filling one form take in this process,
//! and the memory that a worker's job takes. `tests/fidelity/speed.py` asks for each form and sets
//! the answers beside those of other programs.
//!
//! Each answer is one line of JSON: milliseconds of processor, which other programs on the machine
//! lengthen least, or bytes.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use data_json::JsonLimits;
use form_reading::expected_form::BlankTexts;
use forms::{Data, FormContent, validation};
use pdf_read::FileRole;
use pdf_read::wire::{self, Job};
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormPackage, FormWriter as _};
use test_servers::Fallible;

/// The least number of rounds, however long one takes.
const ROUNDS_MIN: u32 = 5;

/// `bench-pdf read FILE BLANK SECONDS`, `bench-pdf fill FOLDER DATA SECONDS`,
/// `bench-pdf memory FILE`.
fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = match arguments.as_slice() {
        ["read", file, blank, seconds] => read(Path::new(file), Path::new(blank), time(seconds)?)?,
        ["fill", folder, data, seconds] => {
            fill(Path::new(folder), Path::new(data), time(seconds)?)?
        }
        ["memory", file] => memory(Path::new(file))?,
        _ => {
            return Err("read FILE BLANK SECONDS, fill FOLDER DATA SECONDS or memory FILE".into());
        }
    };
    println!("{answer}");
    Ok(())
}

fn time(seconds: &str) -> Fallible<Duration> {
    Ok(Duration::try_from_secs_f64(seconds.parse()?)?)
}

/// Reading a file as one that nobody knows, and as a filled form whose template is known, which is
/// what a worker does: the text beside its fields is then known too.
fn read(file: &Path, blank: &Path, time: Duration) -> Fallible<String> {
    let pdf = fs::read(file)?;
    let texts = match pdf_read::read(&pdf)? {
        FormContent::Fields(_, texts) => texts,
        FormContent::Text(..) | FormContent::PartlyFlat(..) => {
            return Err("it has no fields".into());
        }
    };
    let blank_file = pdf_read::blank_file(&fs::read(blank)?)?;
    let blank = BlankTexts {
        beside_fields: texts,
        pages: blank_file.pages,
        beginnings: vec![blank_file.beginning],
        ..BlankTexts::default()
    };
    let read = |blank: Option<&BlankTexts>| -> Fallible<()> {
        let pdf = fs::read(file)?;
        black_box(pdf_read::read_as(&pdf, FileRole::FilledForm, blank)?);
        Ok(())
    };
    let unknown = mean(time, || read(None))?;
    let known = mean(time, || read(Some(&blank)))?;
    Ok(format!("{{\"unknown\": {unknown}, \"known\": {known}}}"))
}

/// Filling a template for the first time, and again, as the service does that keeps it parsed.
fn fill(folder: &Path, data: &Path, time: Duration) -> Fallible<String> {
    let package = forms_toml::load_folder(folder).map_err(|error| format!("{error:?}"))?;
    let package = Arc::new(package);
    let value = data_json::parse(&fs::read(data)?, JsonLimits::BODY);
    let value = value.map_err(|error| format!("{error:?}"))?;
    let data = validation::merge(&package.form_type, &Data::default(), &value);
    let data = data.map_err(|faults| format!("{faults:?}"))?;
    let fill = |filler: &TemplateFiller, package: &Arc<FormPackage>| -> Fallible<()> {
        black_box(filler.fill(package, &data, FormOutput::Fillable)?);
        Ok(())
    };
    let first = mean(time, || fill(&TemplateFiller::default(), &package))?;
    let filler = TemplateFiller::default();
    let again = mean(time, || fill(&filler, &package))?;
    Ok(format!("{{\"first\": {first}, \"again\": {again}}}"))
}

/// The most that this process had in memory after a worker's job, pages of its program included.
fn memory(file: &Path) -> Fallible<String> {
    let job = Job::Fields;
    let answer = wire::answer(&job, pdf_read::read_for(&fs::read(file)?, &job));
    black_box(answer);
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next());
    let kilobytes: u64 = kilobytes.ok_or("no peak is told")?.parse()?;
    Ok(format!("{{\"bytes\": {}}}", kilobytes * 1024))
}

/// The milliseconds of processor that a round takes, of as many as take so much of it together; one
/// before them does not count.
fn mean(time: Duration, mut work: impl FnMut() -> Fallible<()>) -> Fallible<f64> {
    work()?;
    let start = processor_time()?;
    for rounds in 1_u32.. {
        work()?;
        let taken = processor_time()? - start;
        if rounds >= ROUNDS_MIN && taken >= time {
            return Ok(taken.as_secs_f64() * 1000.0 / f64::from(rounds));
        }
    }
    Err("it never ends".into())
}

/// What this thread, which does all of the work, has had of a processor (proc(5), `schedstat`).
fn processor_time() -> Fallible<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = told.split(' ').next().unwrap_or_default().parse()?;
    Ok(Duration::from_nanos(nanoseconds))
}
