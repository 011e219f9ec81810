//! The pools that clients share: connections, bytes of bodies and of answers under way, downloads.

use data_json::{JsonLimits, memory_bytes_max};
use usecases::{PoolRules, SharedPool};

use crate::connection::CONNECTIONS_WAITING_MAX;
use crate::settings::HttpSettings;

/// How many requests may wait for a pool, in each of them.
const WAITING_MAX: usize = 1024;

/// The share of an upload grows in steps of so many bytes.
pub(crate) const UPLOAD_STEP_BYTES: u64 = 64 * 1024;

/// The pools. Clones share them.
#[derive(Debug, Clone)]
pub struct Pools {
    /// Open connections, those of proxies included.
    pub connections: SharedPool,
    /// Bytes of uploads and of JSON bodies under way: what they take of the memory.
    pub uploads: SharedPool,
    /// Files that are being sent out of the blob store.
    pub downloads: SharedPool,
    /// Bytes of answers on their way that are made in memory.
    pub answers: SharedPool,
}

impl Pools {
    /// Pools of the sizes in the settings.
    pub fn new(settings: &HttpSettings) -> Self {
        let bytes = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
        let pool = |capacity: usize, waiting_max, grown_max| {
            SharedPool::new(PoolRules {
                capacity: bytes(capacity),
                kept: 0,
                grown_max,
                waiting_max,
                wait_max: Some(settings.wait_max),
            })
        };
        let text = settings.json_bytes_max;
        let json_body = text + memory_bytes_max(text, JsonLimits::BODY);
        let largest = settings.attachment_bytes_held_max;
        let largest = bytes(largest.max(settings.upload_bytes_max).max(json_body));
        Self {
            connections: pool(settings.connections_max, CONNECTIONS_WAITING_MAX, 0),
            uploads: pool(
                settings.uploads_together_bytes_max,
                WAITING_MAX,
                largest
                    .checked_next_multiple_of(UPLOAD_STEP_BYTES)
                    .unwrap_or(largest),
            ),
            downloads: pool(settings.downloads_max, WAITING_MAX, 0),
            answers: pool(settings.answers_together_bytes_max, WAITING_MAX, 0),
        }
    }
}
