//! What the instances use: connections to the database, open descriptors, memory.

use std::fs;

use crate::cluster::Cluster;

/// The pool of an instance.
const CONNECTIONS_MAX: usize = 16;

/// Connections to clients and to S3 come and go, but not more in each round.
const DESCRIPTORS_MARGIN: usize = 40;

/// An allocator keeps what it once needed, but does not need more in each round.
const MEMORY_MARGIN_KB: usize = 64 * 1024;

/// Of all instances together, but for the largest where it says so.
pub(super) struct Resources {
    connections: usize,
    descriptors: Vec<usize>,
    memory_kb: Vec<usize>,
}

impl Resources {
    /// What they use now.
    pub(super) fn of(cluster: &Cluster) -> Self {
        let connections = cluster.servers.sql(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'formservice' AND \
                datname = current_database()",
        );
        let processes = cluster.process_ids();
        Self {
            connections: connections.parse().unwrap(),
            descriptors: processes.iter().map(|id| descriptors(*id)).collect(),
            memory_kb: processes.iter().map(|id| memory_kb(*id)).collect(),
        }
    }

    /// From the second round on, when everything is warm, to the last one.
    pub(super) fn must_not_grow(rounds: &[Self]) {
        for (round, used) in rounds.iter().enumerate() {
            println!(
                "after round {}: {} connections, descriptors {:?}, memory {:?} kB",
                round + 1,
                used.connections,
                used.descriptors,
                used.memory_kb
            );
        }
        let (second, last) = (&rounds[1], &rounds[rounds.len() - 1]);
        let connections_max = CONNECTIONS_MAX * last.descriptors.len();
        assert!(last.connections <= connections_max, "{}", last.connections);
        for (margin, before, after) in [
            (DESCRIPTORS_MARGIN, &second.descriptors, &last.descriptors),
            (MEMORY_MARGIN_KB, &second.memory_kb, &last.memory_kb),
        ] {
            for (before, after) in before.iter().zip(after) {
                assert!(*after <= before + margin, "{before} became {after}");
            }
        }
    }
}

fn descriptors(process: u32) -> usize {
    let listed = fs::read_dir(format!("/proc/{process}/fd"));
    listed.expect("the instance runs").count()
}

fn memory_kb(process: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.expect("the instance runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.expect("its memory").parse().expect("a number")
}
