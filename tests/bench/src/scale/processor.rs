//! Processor time of processes, proc(5).

use std::fs;
use std::path::Path;

use test_servers::Fallible;

/// Clock ticks in a second, on every Linux of today.
const TICKS: f64 = 100.0;

/// Seconds that a process and its ended children have used.
pub(crate) fn seconds(process: u32) -> Fallible<f64> {
    let numbers = numbers(&process.to_string())?;
    // utime, stime, cutime, cstime
    let ticks: u64 = numbers.iter().skip(11).take(4).sum();
    Ok(ticks as f64 / TICKS)
}

/// The same with the children that run.
pub(crate) fn seconds_of_family(parent: u32) -> Fallible<f64> {
    let mut sum = seconds(parent)?;
    for entry in fs::read_dir("/proc")?.flatten() {
        let name = entry.file_name();
        let Some(child) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // It may have ended meanwhile; then its parent has its time.
        if numbers(&child.to_string())
            .is_ok_and(|numbers| numbers.get(1) == Some(&u64::from(parent)))
        {
            sum += seconds(child).unwrap_or_default();
        }
    }
    Ok(sum)
}

/// The numbers of `stat` after the name, which may hold anything; the letter of the state counts as
/// 0.
fn numbers(process: &str) -> Fallible<Vec<u64>> {
    let stat = fs::read_to_string(Path::new("/proc").join(process).join("stat"))?;
    let rest = stat.rsplit_once(')').ok_or("no name in stat")?.1;
    let numbers = rest.split_whitespace();
    Ok(numbers.map(|number| number.parse().unwrap_or(0)).collect())
}
