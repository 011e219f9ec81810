//! The pools in which clients share processors and PDF workers.

use crate::{CpuWork, PoolRules, SharedPool};

/// Files that may wait for a worker: what a client sends at once waits, it is not refused.
const READS_WAITING_MAX: usize = 256;

/// The pools of CPU work and of PDF workers. Clones share the bounds.
#[derive(Debug, Clone)]
pub struct WorkPools {
    /// Processor work in this process.
    pub cpu: CpuWork,
    /// The workers that read PDFs, a part for each file that is read at once.
    pub pdf_workers: SharedPool,
}

impl WorkPools {
    /// Pools for at most `running_max` pieces of CPU work and `reads_max` files at once.
    pub fn new(running_max: usize, reads_max: usize) -> Self {
        let rules = PoolRules {
            capacity: u64::try_from(reads_max).unwrap_or(u64::MAX),
            waiting_max: READS_WAITING_MAX,
            wait_max: None,
        };
        Self {
            cpu: CpuWork::new(running_max),
            pdf_workers: SharedPool::new(rules),
        }
    }
}
