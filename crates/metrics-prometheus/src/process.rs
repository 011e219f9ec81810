//! The process, under the names that all programs use. What the system does not tell is left out.

use std::fs;

use domain::Timestamp;

use crate::Kind;
use crate::callback_metric::CallbackMetric;
use crate::{Metrics, MetricsError};

/// The process in which the service runs.
pub struct Process;

impl Process {
    /// Adds it to the page, as one that started then.
    pub fn add_to(metrics: &Metrics, began: Timestamp) -> Result<(), MetricsError> {
        let began = began.microseconds() as f64 / 1e6;
        let add = |name: &str, what: &str, ask: fn() -> Option<f64>| {
            let metric = CallbackMetric::named(Kind::Gauge, name.to_owned(), what, ask)?;
            metrics.add(metric)
        };
        let name = "process_start_time_seconds".to_owned();
        let what = "When the process started, in Unix time.";
        metrics.add(CallbackMetric::named(Kind::Gauge, name, what, move || {
            Some(began)
        })?)?;
        add(
            "process_resident_memory_bytes",
            "Resident memory of the process, without its PDF workers.",
            resident_bytes,
        )?;
        let what = "Open file descriptors.";
        add("process_open_fds", what, descriptors)?;
        let what = "How many file descriptors may be open.";
        add("process_max_fds", what, descriptors_max)
    }
}

fn resident_bytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

fn descriptors() -> Option<f64> {
    // One of them is the listing itself.
    let listed = fs::read_dir("/proc/self/fd").ok()?.count();
    u32::try_from(listed.saturating_sub(1)).ok().map(f64::from)
}

fn descriptors_max() -> Option<f64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    // "unlimited" is no number, and then there is none to tell.
    line.split_whitespace().next()?.parse().ok()
}
