//! The bounds of the HTTP side, and whom it believes.

use std::time::Duration;

use domain::attachment::AttachmentLimits;

use crate::client_address::TrustedProxies;

/// Bounds on what is taken in, together and at once. 1 MB is 1 048 576 bytes.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Longest file that may be uploaded as a form.
    pub upload_bytes_max: usize,
    /// So many bytes of uploads are held in memory at once, over all connections.
    pub uploads_together_bytes_max: usize,
    /// How long an upload waits for its share of that memory before it is told to come back.
    pub upload_wait_max: Duration,
    /// Longest body of a JSON request.
    pub json_bytes_max: usize,
    /// Longest time for the head of a request to arrive.
    pub head_time_max: Duration,
    /// Longest time for the body of a request to arrive.
    pub body_time_max: Duration,
    /// How long an idle connection is kept.
    pub keep_alive: Duration,
    /// How many connections there may be at once; more wait to be accepted.
    pub connections_max: usize,
    /// How many threads answer requests.
    pub workers: usize,
    /// Proxies whose word about the client's address counts.
    pub trusted_proxies: TrustedProxies,
    /// Origins whose pages may call the service from a browser.
    pub cors_origins: Vec<String>,
    /// Where the service is reached from outside, for the OpenAPI document.
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
            upload_wait_max: Duration::from_secs(5),
            json_bytes_max: 1_048_576,
            head_time_max: Duration::from_secs(10),
            body_time_max: Duration::from_secs(120),
            keep_alive: Duration::from_secs(60),
            connections_max: 4096,
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
