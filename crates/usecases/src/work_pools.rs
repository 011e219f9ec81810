//! The pools in which clients share processors and PDF workers.

use std::io;

use crate::{CpuWork, PoolRules, SharedPool};

/// Files that may wait for a worker: what a client sends at once waits, it is not refused.
const READS_WAITING_MAX: usize = 256;

/// One worker of so many is kept for sites that have less than a share. A file can take seconds
/// of each worker; and as there are two for each processor, the others have enough to do for all.
const READS_FOR_ONE_KEPT: u64 = 4;

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
    pub fn new(running_max: usize, reads_max: usize) -> io::Result<Self> {
        let capacity = u64::try_from(reads_max).unwrap_or(u64::MAX);
        let rules = PoolRules {
            capacity,
            kept: capacity.div_ceil(READS_FOR_ONE_KEPT),
            grown_max: 0,
            waiting_max: READS_WAITING_MAX,
            wait_max: None,
        };
        Ok(Self {
            cpu: CpuWork::new(running_max)?,
            pdf_workers: SharedPool::new(rules),
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::client_network::ClientNetwork;
    use futures::FutureExt as _;
    use testkit::{TestResult, run};

    use super::WorkPools;

    fn client(last: u8) -> ClientNetwork {
        ClientNetwork::of([192, 0, 2, last].into())
    }

    #[test]
    fn one_client_leaves_a_worker_to_the_next_however_many_files_it_sends() -> TestResult {
        run(async {
            for (workers, most) in [(1, 1), (2, 1), (4, 3), (16, 12)] {
                let pool = WorkPools::new(1, workers)?.pdf_workers;
                let mut reading = Vec::new();
                for _ in 0..most {
                    reading.push(pool.acquire(client(1)).await?);
                }
                let mut next = Box::pin(pool.acquire(client(1)));
                assert!((&mut next).now_or_never().is_none(), "{workers}");
                if workers > 1 {
                    pool.acquire(client(2)).await?;
                }
                drop(reading.pop());
                next.await?;
            }
            Ok(())
        })
    }
}
