//! The settings of the HTTP side: limits, trusted proxies, origins.

use std::time::Duration;

use domain::attachment::AttachmentLimits;

use crate::connection::client_address::TrustedProxies;
use crate::connection::minimum_rate::MinimumRate;
use crate::connection::{CONNECTIONS_REFUSED_MAX, CONNECTIONS_WAITING_MAX};

/// Limits on requests, connections and answers. 1 MB is 1 048 576 bytes.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Longest file that may be uploaded as a form, in bytes.
    pub upload_bytes_max: usize,
    /// Most bytes of uploads under way at once, over all connections.
    pub uploads_together_bytes_max: usize,
    /// Most of those bytes that one attachment takes, whatever its size: what is between the socket
    /// and the blob store.
    pub attachment_bytes_held_max: usize,
    /// Most bytes of answers under way at once that are made in memory.
    pub answers_together_bytes_max: usize,
    /// How long a request waits for its share of a pool before it is answered 503.
    pub wait_max: Duration,
    /// Longest body of a JSON request, in bytes.
    pub json_bytes_max: usize,
    /// Longest time for the head of a request to arrive.
    pub head_time_max: Duration,
    /// How long after a key was judged its body may arrive without the key being judged again.
    pub key_time_max: Duration,
    /// How fast bodies must arrive and answers be taken.
    pub minimum_rate: MinimumRate,
    /// How long an idle connection is kept.
    pub keep_alive: Duration,
    /// How many connections there may be at once.
    pub connections_max: usize,
    /// How many files may be sent out of the blob store at once.
    pub downloads_max: usize,
    /// How many threads answer requests.
    pub workers: usize,
    /// Proxies whose statement about the client's address is believed.
    pub trusted_proxies: TrustedProxies,
    /// Origins whose pages may call the service from a browser.
    pub cors_origins: Vec<String>,
    /// The address of the service from outside, for the OpenAPI document and to tell its own pages
    /// from others.
    pub public_url: Option<String>,
    /// Whether events in the log name whole addresses, not only networks.
    pub logs_whole_addresses: bool,
    /// The limits of attachments, for the OpenAPI document; they are held elsewhere.
    pub attachment_limits: AttachmentLimits,
    /// How long requests under way may go on after the service was told to stop.
    pub stop_time_max: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            upload_bytes_max: 10 * 1_048_576,
            uploads_together_bytes_max: 128 * 1_048_576,
            attachment_bytes_held_max: 1_048_576,
            answers_together_bytes_max: 128 * 1_048_576,
            wait_max: Duration::from_secs(5),
            json_bytes_max: 1_048_576,
            head_time_max: Duration::from_secs(10),
            key_time_max: Duration::from_secs(10),
            minimum_rate: MinimumRate::default(),
            keep_alive: Duration::from_secs(60),
            connections_max: 256,
            downloads_max: 128,
            workers,
            trusted_proxies: TrustedProxies::default(),
            cors_origins: Vec::new(),
            public_url: None,
            logs_whole_addresses: false,
            attachment_limits: AttachmentLimits::default(),
            stop_time_max: Duration::from_secs(30),
        }
    }
}

impl HttpSettings {
    /// These settings with as many connections and downloads as this many file descriptors allow:
    /// each connection takes one, and another one where a file is sent or stored; some are kept for
    /// connections that wait or are refused.
    pub fn with_descriptors(self, descriptors: u64) -> Self {
        const CONNECTIONS_MAX: usize = 8192;
        let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
        let beside = CONNECTIONS_WAITING_MAX + CONNECTIONS_REFUSED_MAX;
        let connections_max = descriptors.saturating_sub(beside) / 2;
        let connections_max = connections_max.clamp(16, CONNECTIONS_MAX);
        Self {
            connections_max,
            downloads_max: connections_max / 2,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HttpSettings;

    #[test]
    fn connections_and_their_files_fit_into_the_descriptors() {
        let fitted = |descriptors| {
            let settings = HttpSettings::default().with_descriptors(descriptors);
            (settings.connections_max, settings.downloads_max)
        };
        assert_eq!(fitted(832), (352, 176));
        assert_eq!(fitted(1_000_000), (8192, 4096));
        assert_eq!(fitted(0), (16, 8));
    }
}
