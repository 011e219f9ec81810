//! Processor time of processes, proc(5).

use std::fs;
use std::path::Path;

use test_servers::Fallible;

/// Clock ticks in a second, on every Linux of today.
const TICKS: f64 = 100.0;

/// Seconds that a process and its ended children have used.
pub fn seconds(process: u32) -> Fallible<f64> {
    let numbers = numbers(&process.to_string())?;
    // utime, stime, cutime, cstime
    let ticks: u64 = numbers.iter().skip(11).take(4).sum();
    Ok(ticks as f64 / TICKS)
}

/// The same with the processes that it has started and that run, and with what those have started.
pub fn seconds_of_family(parent: u32) -> Fallible<f64> {
    let mut sum = seconds(parent)?;
    for child in family(parent)?.into_iter().skip(1) {
        // It may have ended meanwhile; then its parent has its time.
        sum += seconds(child).unwrap_or_default();
    }
    Ok(sum)
}

/// A process, the processes that it has started, and those that they have started.
pub fn family(parent: u32) -> Fallible<Vec<u32>> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if let Some(parent) = numbers(&process.to_string())
            .ok()
            .and_then(|all| all.get(1).copied())
        {
            parents.push((process, parent));
        }
    }
    let mut family = vec![parent];
    let mut looked_at = 0;
    while let Some(of) = family.get(looked_at).copied() {
        let children = parents
            .iter()
            .filter(|(_, parent)| *parent == u64::from(of));
        family.extend(children.map(|(process, _)| *process));
        looked_at += 1;
    }
    Ok(family)
}

/// The numbers of `stat` after the name, which may hold anything; the letter of the state counts as
/// 0.
fn numbers(process: &str) -> Fallible<Vec<u64>> {
    let stat = fs::read_to_string(Path::new("/proc").join(process).join("stat"))?;
    let rest = stat.rsplit_once(')').ok_or("no name in stat")?.1;
    let numbers = rest.split_whitespace();
    Ok(numbers.map(|number| number.parse().unwrap_or(0)).collect())
}
